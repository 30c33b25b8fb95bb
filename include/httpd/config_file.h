/* SPDX-License-Identifier: Apache-2.0 */
/*
 * config_file.h - reading configuration text line by line, from a file or from
 * anything else.
 */
#ifndef PINION_HTTPD_CONFIG_FILE_H
#define PINION_HTTPD_CONFIG_FILE_H

#include <apr.h>
#include <apr_errno.h>
#include <apr_pools.h>

#include "httpd/config_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open source of configuration text. */
struct ap_configfile_t {
    /* (char, param): one character; NULL: use getstr */
    apr_status_t (*getch)(char *, void *);
    /* (buffer, size, param): one line, its end included; NULL: use getch */
    apr_status_t (*getstr)(void *, apr_size_t, void *);
    apr_status_t (*close)(void *); /* may be NULL */
    void *param;
    const char *name;
    unsigned int line_number; /* of the line read last */
};

/* Opens a file. APR_EACCES if it is neither a regular file nor /dev/null. */
AP_DECLARE(apr_status_t) ap_pcfg_openfile(ap_configfile_t **ret_cfg,
                                          apr_pool_t *pool, const char *name);

/*
 * A source that calls the functions given. At least one of getc_func and
 * gets_func.
 */
AP_DECLARE(ap_configfile_t *) ap_pcfg_open_custom(
    apr_pool_t *pool, const char *descr, void *param,
    apr_status_t (*getc_func)(char *, void *),
    apr_status_t (*gets_func)(void *, apr_size_t, void *),
    apr_status_t (*close_func)(void *));

/*
 * The next line, without its end and without white space around it, continued
 * lines joined. APR_EOF at the end, APR_ENOSPC if it does not fit.
 */
AP_DECLARE(apr_status_t) ap_cfg_getline(char *buf, apr_size_t bufsize,
                                        ap_configfile_t *cfp);

/* The next character. APR_EOF at the end. */
AP_DECLARE(apr_status_t) ap_cfg_getc(char *ch, ap_configfile_t *cfp);

/* Closes a source. 0, or an APR code. */
AP_DECLARE(int) ap_cfg_closefile(ap_configfile_t *cfp);

/*
 * A sentence in pool about an error of the functions above; NULL for success.
 */
AP_DECLARE(const char *) ap_pcfg_strerror(apr_pool_t *pool,
                                          ap_configfile_t *cfp,
                                          apr_status_t rc);

#ifdef __cplusplus
}
#endif

#endif
