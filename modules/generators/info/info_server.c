/* SPDX-License-Identifier: Apache-2.0 */
/* info_server - what this server is, and which providers it has. */
#include "info.h"

#include "ap_mpm.h"
#include "ap_provider.h"
#include "ap_regex.h"
#include "ap_release.h"
#include "apr_strings.h"
#include "apu_version.h"
#include "apr_version.h"
#include "http_core.h"
#include "http_main.h"
#include "http_protocol.h"
#include "mpm_common.h"

static void put_item(request_rec *r, const char *label, const char *text)
{
    ap_rprintf(r, "<dt><strong>%s:</strong> <tt>%s</tt></dt>\n", label,
               ap_escape_html(r->pool, text ? text : "unknown"));
}

static void put_large(request_rec *r, const char *label, const char *text)
{
    ap_rprintf(r,
               "<dt><strong>%s:</strong> <font size=\"+1\"><tt>%s</tt></font>"
               "</dt>\n",
               label, ap_escape_html(r->pool, text ? text : "unknown"));
}

static void put_mpm(request_rec *r)
{
    int max_daemons = 0;
    int is_threaded = 0;
    int is_forked = 0;

    ap_mpm_query(AP_MPMQ_MAX_DAEMON_USED, &max_daemons);
    ap_mpm_query(AP_MPMQ_IS_THREADED, &is_threaded);
    ap_mpm_query(AP_MPMQ_IS_FORKED, &is_forked);
    put_item(r, "MPM Name", ap_show_mpm());
    ap_rprintf(r,
               "<dt><strong>MPM Information:</strong> <tt>Max Daemons: %d "
               "Threaded: %s Forked: %s</tt></dt>\n",
               max_daemons, is_threaded ? "yes" : "no",
               is_forked ? "yes" : "no");
}

/* The facts that -V prints, as far as they were chosen when building. */
static void put_built_with(request_rec *r)
{
    ap_rputs("<dt><strong>Server Built With:</strong>\n"
             "<tt style=\"white-space: pre;\">\n"
#if APR_HAS_SENDFILE
             " -D APR_HAS_SENDFILE\n"
#endif
#if APR_HAS_MMAP
             " -D APR_HAS_MMAP\n"
#endif
#if APR_HAVE_IPV6
             " -D APR_HAVE_IPV6 (IPv4-mapped addresses enabled)\n"
#endif
#if APR_HAS_OTHER_CHILD
             " -D APR_HAS_OTHER_CHILD\n"
#endif
             " -D AP_HAVE_RELIABLE_PIPED_LOGS\n",
             r);
    ap_rprintf(r, " -D HTTPD_ROOT=\"%s\"\n -D DEFAULT_ERRORLOG=\"%s\"\n"
                  " -D SERVER_CONFIG_FILE=\"%s\"\n</tt></dt>\n",
               HTTPD_ROOT, DEFAULT_ERRORLOG, SERVER_CONFIG_FILE);
}

void info_show_server(request_rec *r)
{
    server_rec *s = r->server;

    ap_rputs("<h2><a name=\"server\">Server Settings</a></h2><dl>", r);
    put_large(r, "Server Version", ap_get_server_description());
    put_large(r, "Server Built", ap_get_server_built());
    put_item(r, "Server loaded APR Version", apr_version_string());
    put_item(r, "Compiled with APR Version", APR_VERSION_STRING);
    put_item(r, "Server loaded APU Version", apu_version_string());
    put_item(r, "Compiled with APU Version", APU_VERSION_STRING);
    put_item(r, "Server loaded PCRE Version",
             ap_pcre_version_string(AP_REG_PCRE_LOADED));
    put_item(r, "Compiled with PCRE Version",
             ap_pcre_version_string(AP_REG_PCRE_COMPILED));
    put_item(r, "Module Magic Number",
             apr_psprintf(r->pool, "%d:%d", MODULE_MAGIC_NUMBER_MAJOR,
                          MODULE_MAGIC_NUMBER_MINOR));
    put_item(r, "Hostname/port",
             apr_psprintf(r->pool, "%s:%u", ap_get_server_name(r),
                          ap_get_server_port(r)));
    ap_rprintf(r,
               "<dt><strong>Timeouts:</strong> <tt>connection: %d &nbsp;"
               "&nbsp; keep-alive: %d</tt></dt>",
               (int)apr_time_sec(s->timeout),
               (int)apr_time_sec(s->keep_alive_timeout));
    put_mpm(r);
    put_item(r, "Server Architecture",
             apr_psprintf(r->pool, "%d-bit", 8 * (int)sizeof(void *)));
    put_item(r, "Server Root", ap_server_root);
    put_item(r, "Config File", ap_conftree ? ap_conftree->filename : NULL);
    put_built_with(r);
    ap_rputs("</dl><hr />", r);
}

void info_show_providers(request_rec *r)
{
    const apr_array_header_t *groups = ap_list_provider_groups(r->pool);

    ap_rputs("<h2><a name=\"providers\">Providers</a></h2>\n<dl>", r);
    for (int i = 0; groups && i < groups->nelts; i++) {
        const ap_list_provider_groups_t *group = &APR_ARRAY_IDX(
            groups, i, ap_list_provider_groups_t);
        const apr_array_header_t *names = ap_list_provider_names(
            r->pool, group->provider_group, group->provider_version);

        ap_rprintf(r,
                   "<dt><strong>%s</strong> (version <tt>%s</tt>):\n <br />\n",
                   ap_escape_html(r->pool, group->provider_group),
                   ap_escape_html(r->pool, group->provider_version));
        for (int j = 0; j < names->nelts; j++) {
            ap_rprintf(r, "<tt>&nbsp;&nbsp;%s</tt><br/>",
                       ap_escape_html(r->pool,
                                      APR_ARRAY_IDX(names, j,
                                                    ap_list_provider_names_t)
                                          .provider_name));
        }
        ap_rputs("\n</dt>\n", r);
    }
    ap_rputs("</dl>\n<hr />\n", r);
}
