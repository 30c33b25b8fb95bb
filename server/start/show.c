/* SPDX-License-Identifier: Apache-2.0 */
/* show - answers that need no server: -v, -V, -l, -L. */

#include "start/start.h"

#include <stdio.h>

#include "apr_version.h"
#include "apu_version.h"

#include "ap_mmn.h"
#include "ap_mpm.h"
#include "ap_regex.h"
#include "ap_release.h"
#include "http_config.h"
#include "http_main.h"
#include "mpm_common.h"
#include "pinion.h"
#include "scoreboard.h"
#include "unixd.h"

static void show_version(void)
{
    printf("Server version: Pinion/" PINION_VERSION
           " Apache/" AP_SERVER_BASEREVISION "-compatible (Unix)\n");
    printf("Server built:   %s\n", ap_get_server_built());
}

static const char *yes_or_no(int query, int *value)
{
    *value = AP_MPMQ_NOT_SUPPORTED;
    ap_mpm_query(query, value);
    return *value == AP_MPMQ_NOT_SUPPORTED ? "no" : "yes";
}

static const char *count_kind(int value)
{
    return value == AP_MPMQ_DYNAMIC  ? " (variable "
           : value == AP_MPMQ_STATIC ? " (fixed "
                                     : NULL;
}

static void show_ability(const char *name, const char *noun, int query)
{
    int value;
    const char *answer = yes_or_no(query, &value);
    const char *kind = count_kind(value);

    if (kind) {
        printf("%s%s%s%s count)\n", name, answer, kind, noun);
    } else {
        printf("%s%s\n", name, answer);
    }
}

static void show_mpm(void)
{
    const char *name = ap_show_mpm();

    printf("Server MPM:     %s\n", name);
    if (*name) {
        show_ability("  threaded:     ", "thread", AP_MPMQ_IS_THREADED);
        show_ability("    forked:     ", "process", AP_MPMQ_IS_FORKED);
    }
}

/* Scripts read these lines for the names: a plain flag, or NAME="value". */
static const char settings_text[] =
    "Server compiled with....\n"
#if APR_HAS_SENDFILE
    " -D APR_HAS_SENDFILE\n"
#endif
#if APR_HAS_MMAP
    " -D APR_HAS_MMAP\n"
#endif
#if APR_HAVE_IPV6
    " -D APR_HAVE_IPV6 (IPv4-mapped addresses enabled)\n"
#endif
#if APR_USE_PROC_PTHREAD_SERIALIZE
    " -D APR_USE_PROC_PTHREAD_SERIALIZE\n"
#endif
#if APR_USE_PTHREAD_SERIALIZE
    " -D APR_USE_PTHREAD_SERIALIZE\n"
#endif
    " -D SINGLE_LISTEN_UNSERIALIZED_ACCEPT\n"
#if APR_HAS_OTHER_CHILD
    " -D APR_HAS_OTHER_CHILD\n"
#endif
    " -D AP_HAVE_RELIABLE_PIPED_LOGS\n"
    " -D DYNAMIC_MODULE_LIMIT=" APR_STRINGIFY(DYNAMIC_MODULE_LIMIT) "\n"
    " -D HTTPD_ROOT=\"" PN_PREFIX "\"\n"
    " -D SUEXEC_BIN=\"" SUEXEC_BIN "\"\n"
    " -D DEFAULT_PIDLOG=\"" PN_RUNDIR "/pinion.pid\"\n"
    " -D DEFAULT_SCOREBOARD=\"" DEFAULT_SCOREBOARD "\"\n"
    " -D DEFAULT_ERRORLOG=\"" PN_LOGDIR "/error_log\"\n"
    " -D AP_TYPES_CONFIG_FILE=\"" AP_TYPES_CONFIG_FILE "\"\n"
    " -D SERVER_CONFIG_FILE=\"" PN_CONFDIR "/httpd.conf\"\n";

static void show_settings(void)
{
    show_version();
    printf("Server's Module Magic Number: %d:%d\n", MODULE_MAGIC_NUMBER_MAJOR,
           MODULE_MAGIC_NUMBER_MINOR);
    printf("Server loaded:  APR %s, APR-UTIL %s, PCRE %s\n",
           apr_version_string(), apu_version_string(),
           ap_pcre_version_string(AP_REG_PCRE_LOADED));
    printf("Compiled using: APR %s, APR-UTIL %s, PCRE %s\n",
           APR_VERSION_STRING, APU_VERSION_STRING,
           ap_pcre_version_string(AP_REG_PCRE_COMPILED));
    printf("Architecture:   %zu-bit\n", 8 * sizeof(void *));
    show_mpm();
    fputs(settings_text, stdout);
}

void pn_show(pn_show_e what)
{
    switch (what) {
    case PN_SHOW_VERSION:
        show_version();
        break;
    case PN_SHOW_MODULES:
        ap_show_modules();
        break;
    case PN_SHOW_DIRECTIVES:
        ap_show_directives();
        break;
    case PN_SHOW_SETTINGS:
        show_settings();
        break;
    case PN_SHOW_NOTHING:
        break;
    }
}
