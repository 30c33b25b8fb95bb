/* SPDX-License-Identifier: Apache-2.0 */
/*
 * config_text.h - configurations out of strings, for tests of what reads them.
 */
#ifndef PINION_TEST_UNIT_CONFIG_TEXT_H
#define PINION_TEST_UNIT_CONFIG_TEXT_H

#include "httpd.h"

#include "http_config.h"

/*
 * Makes the process ready to read configurations: global pools and arrays,
 * always-on modules. To be called once, before the tests.
 */
void config_text_init(void);

/* A pool that plays pconf: made anew, the always-on modules registered. */
apr_pool_t *config_text_begin(void);
/* Ends the pass that config_text_begin() began. */
void config_text_end(apr_pool_t *pool);

/* A source of text named "test.conf"; by_bytes: only single bytes. */
ap_configfile_t *config_text_open(apr_pool_t *pool, const char *text,
                                  int by_bytes);

/* A main server with empty vectors. */
server_rec *config_text_server(apr_pool_t *pool);

/* Builds text into *tree; the error has "LINE: " in front. */
const char *config_text_build(apr_pool_t *pool, const char *text,
                              ap_directive_t **tree);

/* "Name args;Section x{Name args;}": a tree as one string. */
const char *config_text_dump(apr_pool_t *pool, const ap_directive_t *tree);

#endif
