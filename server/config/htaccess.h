/* SPDX-License-Identifier: Apache-2.0 */
/* htaccess.h - per-directory files, parsed apart from any request. */
#ifndef PINION_SERVER_CONFIG_HTACCESS_H
#define PINION_SERVER_CONFIG_HTACCESS_H

#include "httpd.h"

#include "http_config.h"

/* What a directory's own file may do there: AllowOverride and its list. */
typedef struct pn_htaccess_rights_t {
    int override;
    int override_opts;
    apr_table_t *override_list; /* or NULL */
} pn_htaccess_rights_t;

/* HtaccessMaxSize: a larger file is an error, and not read. */
extern apr_size_t pn_htaccess_max_bytes;

/*
 * Parses file, which is open, as the configuration of directory dir of server
 * s. Everything is made in pool, and nothing refers to a request: the result
 * may be kept as long as pool. Returns NULL and the vector in *vector, or a
 * sentence with file and line. Any thread.
 */
const char *pn_htaccess_parse(apr_pool_t *pool, server_rec *s,
                              ap_configfile_t *file, const char *dir,
                              const pn_htaccess_rights_t *rights,
                              ap_conf_vector_t **vector);

#endif
