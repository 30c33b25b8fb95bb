/* SPDX-License-Identifier: Apache-2.0 */
/* args - the command line. */

#include "start/start.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "apr_file_info.h"
#include "apr_getopt.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "mpm_common.h"

#include "common/try_config.h"

APLOG_USE_MODULE(core);

static const char usage_text[] =
    "Options:\n"
    "  -D name            : define a name for <IfDefine name> sections\n"
    "  -d directory       : use another ServerRoot to begin with\n"
    "  -f file            : use another configuration file\n"
    "  -C \"directive\"     : take a directive before the configuration file\n"
    "  -c \"directive\"     : take a directive after the configuration file\n"
    "  -e level           : show errors at start from this LogLevel on\n"
    "  -E file            : write errors at start to this file\n"
    "  -v                 : show the version\n"
    "  -V                 : show the version and the build's settings\n"
    "  -h                 : show this text\n"
    "  -l                 : list the modules that are built in\n"
    "  -L                 : list the configuration directives\n"
    "  -t -D DUMP_VHOSTS  : show the virtual hosts as they were understood\n"
    "  -t -D DUMP_RUN_CFG : show the settings that the server would run with\n"
    "  -S                 : the same as -t -D DUMP_VHOSTS -D DUMP_RUN_CFG\n"
    "  -t -D DUMP_MODULES : show the modules that are loaded\n"
    "  -M                 : the same as -t -D DUMP_MODULES\n"
    "  -t -D DUMP_INCLUDES: show the configuration files that are included\n"
    "  -t                 : check the configuration\n"
    "  -T                 : start without a look at the DocumentRoots\n"
    "  -X                 : debug: one process, which stays in the foreground\n";

static void usage(const process_rec *process) __attribute__((noreturn));

static void usage(const process_rec *process)
{
    const char *name = process->short_name;
    int indent = (int)strlen(name) + 7;

    fprintf(stderr, "Usage: %s [-D name] [-d directory] [-f file]\n", name);
    fprintf(stderr, "%*s [-C \"directive\"] [-c \"directive\"]\n", indent, "");
    fprintf(stderr, "%*s [-k start|restart|graceful|graceful-stop|stop]\n",
            indent, "");
    fprintf(stderr, "%*s [-v] [-V] [-h] [-l] [-L] [-t] [-T] [-S] [-X]\n",
            indent, "");
    fputs(usage_text, stderr);
    exit(1);
}

static void push(apr_array_header_t *list, const char *text)
{
    *(const char **)apr_array_push(list) =
        apr_pstrdup(ap_pglobal, text);
}

/* Names that ask for something to be shown are orders by themselves. */
static void define(const char *name)
{
    static const char *const dumps[] = { "DUMP_VHOSTS", "DUMP_RUN_CFG",
                                         "DUMP_MODULES", "DUMP_INCLUDES" };

    push(ap_server_config_defines, name);
    for (size_t i = 0; i < sizeof(dumps) / sizeof(dumps[0]); i++) {
        if (strcmp(name, dumps[i]) == 0) {
            ap_run_mode = AP_SQ_RM_CONFIG_DUMP;
        }
    }
}

static void set_server_root(process_rec *process, pn_args_t *args,
                            const char *dir)
{
    char *root = NULL;

    if (apr_filepath_merge(&root, NULL, dir, APR_FILEPATH_TRUENAME,
                           process->pool) != APR_SUCCESS) {
        fprintf(stderr, "%s: -d '%s' is not a directory that can be used\n",
                process->short_name, dir);
        exit(1);
    }
    args->server_root = root;
}

/*
 * Where relative names lead when neither -d nor ServerRoot says it. Another
 * server's configuration means its own folder: /etc/apache2/apache2.conf
 * includes "ports.conf", since that folder is built into Debian's server.
 */
static const char *root_of(process_rec *process, const char *conf_file)
{
    const char *end = conf_file ? strrchr(conf_file, '/') : NULL;

    if (!end || end == conf_file || *conf_file != '/'
        || strncmp(conf_file, PN_CONFDIR "/", sizeof(PN_CONFDIR)) == 0) {
        return PN_PREFIX;
    }
    return apr_pstrmemdup(process->pool, conf_file,
                          (apr_size_t)(end - conf_file));
}

static void set_level(process_rec *process, const char *text)
{
    const char *err = ap_parse_log_level(text, &ap_default_loglevel);

    if (err) {
        fprintf(stderr, "%s: -e '%s': %s\n", process->short_name, text, err);
        usage(process);
    }
}

static void set_startup_log(process_rec *process, const pn_args_t *args,
                            const char *file)
{
    apr_status_t rv;

    if (args->is_trial) {
        return; /* the master reads what we write */
    }
    rv = ap_replace_stderr_log(process->pool, file);
    if (rv != APR_SUCCESS) {
        char why[120];

        fprintf(stderr, "%s: -E '%s' cannot be opened: %s\n",
                process->short_name, file,
                apr_strerror(rv, why, sizeof(why)));
        exit(1);
    }
}

static void take_mode(char letter, pn_args_t *args)
{
    switch (letter) {
    case 't':
        if (ap_run_mode != AP_SQ_RM_CONFIG_DUMP) {
            ap_run_mode = AP_SQ_RM_CONFIG_TEST;
        }
        break;
    case 'S':
        define("DUMP_VHOSTS");
        define("DUMP_RUN_CFG");
        break;
    case 'M':
        define("DUMP_MODULES");
        break;
    case 'v':
        args->show = PN_SHOW_VERSION;
        break;
    case 'V':
        args->show = PN_SHOW_SETTINGS;
        break;
    case 'l':
        args->show = PN_SHOW_MODULES;
        break;
    case 'L':
        args->show = PN_SHOW_DIRECTIVES;
        break;
    case 'X':
        define("DEBUG");
        break;
    case 'T':
        ap_document_root_check = 0;
        break;
    default:
        break;
    }
}

/* The orders that the server has were taken out before. */
static void refuse_order(const process_rec *process, const char *word)
{
    fprintf(stderr,
            "%s: -k takes start, restart, graceful, graceful-stop or stop, "
            "not '%s'\n",
            process->short_name, word);
    usage(process);
}

static void take(process_rec *process, pn_args_t *args, char letter,
                 const char *value)
{
    switch (letter) {
    case 'C':
        push(ap_server_pre_read_config, value);
        break;
    case 'c':
        push(ap_server_post_read_config, value);
        break;
    case 'd':
        set_server_root(process, args, value);
        break;
    case 'f':
        args->conf_file = apr_pstrdup(process->pool, value);
        break;
    case 'D':
        define(value);
        break;
    case 'e':
        set_level(process, value);
        break;
    case 'E':
        set_startup_log(process, args, value);
        break;
    case 'k':
        refuse_order(process, value);
        break;
    case 'h':
    case '?':
        usage(process);
    default:
        take_mode(letter, args);
        break;
    }
}

/* Without -f: the installed file, or below the directory of -d the first one
 * that is there, Debian's name included. */
static const char *usual_conf_file(process_rec *process, const char *root)
{
    static const char *const names[] = { "httpd.conf", "conf/httpd.conf",
                                         "etc/pinion/httpd.conf",
                                         "apache2.conf" };

    if (!root) {
        return PN_CONFDIR "/httpd.conf";
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *file =
            apr_pstrcat(process->pool, root, "/", names[i], NULL);

        if (access(file, F_OK) == 0) {
            return file;
        }
    }
    return names[0];
}

void pn_args_parse(process_rec *process, pn_args_t *args)
{
    apr_getopt_t *opt;
    const char *value;
    apr_status_t rv;
    char letter;

    *args = (pn_args_t){ .is_trial = getenv(PN_TRY_ENV) != NULL };
    unsetenv(PN_TRY_ENV);
    ap_mpm_rewrite_args(process);
    apr_getopt_init(&opt, process->pool, process->argc, process->argv);
    while ((rv = apr_getopt(opt, AP_SERVER_BASEARGS "k:", &letter, &value)) ==
           APR_SUCCESS) {
        take(process, args, letter, value);
    }
    if (rv == APR_EOF && opt->ind < opt->argc) {
        fprintf(stderr, "%s: '%s' belongs to no option\n",
                process->short_name, opt->argv[opt->ind]);
        usage(process);
    }
    if (rv != APR_EOF) {
        usage(process);
    }
    if (ap_run_mode == AP_SQ_RM_UNKNOWN) {
        ap_run_mode = AP_SQ_RM_NORMAL;
    }
    if (!args->conf_file) {
        args->conf_file = usual_conf_file(process, args->server_root);
    }
    if (!args->server_root) {
        args->server_root = root_of(process, args->conf_file);
    }
}
