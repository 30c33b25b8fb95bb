/* SPDX-License-Identifier: Apache-2.0 */
/* process - pools and lists that are there before everything else. */

#include "start/start.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "apr_general.h"
#include "apr_hooks.h"
#include "apr_lib.h"
#include "apr_portable.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"

#include "common/listen_private.h"
#include "common/try_config.h"
#include "log/pipes.h"

static int out_of_memory(int status)
{
    static const char line[] = "out of memory, aborting\n";

    if (write(STDERR_FILENO, line, sizeof(line) - 1) < 0) {
        /* nowhere to say it */
    }
    abort();
}

process_rec *pn_process_create(int argc, const char *const *argv)
{
    apr_pool_t *pool;
    process_rec *process;
    apr_status_t rv;

    rv = apr_app_initialize(&argc, &argv, NULL);
    if (rv == APR_SUCCESS) {
        rv = apr_pool_create(&pool, NULL);
    }
    if (rv != APR_SUCCESS) {
        fprintf(stderr, "%s: APR cannot be initialised\n", argv[0]);
        exit(APEXIT_INIT);
    }
    apr_pool_abort_set(out_of_memory, pool);
    apr_pool_tag(pool, "process");
    ap_pglobal = pool;
    ap_open_stderr_log(pool);

    process = apr_pcalloc(pool, sizeof(*process));
    process->pool = pool;
    apr_pool_create(&process->pconf, pool);
    apr_pool_tag(process->pconf, "pconf");
    process->argc = argc;
    process->argv = argv;
    process->short_name = apr_filepath_name_get(argv[0]);

    ap_server_argv0 = process->short_name;
    ap_server_pre_read_config = apr_array_make(pool, 1, sizeof(char *));
    ap_server_post_read_config = apr_array_make(pool, 1, sizeof(char *));
    ap_server_config_defines = apr_array_make(pool, 4, sizeof(char *));
    apr_hook_global_pool = process->pconf;

    pn_try_config_init();
    pn_listen_adopt(pool);
    return process;
}

void pn_process_exit(process_rec *process, int status)
{
    /* Children never come here: what these cleanups end and remove is the
     * master's. */
    ap_main_state = AP_SQ_MS_EXITING;
    apr_pool_destroy(process->pool);
    pn_leftovers_end();
    apr_terminate();
    exit(status);
}
