/* SPDX-License-Identifier: Apache-2.0 */
/* dump.h - the directive tree as text. */
#ifndef PINION_SERVER_CONFIG_DUMP_H
#define PINION_SERVER_CONFIG_DUMP_H

#include "httpd.h"

#include "util_cfgtree.h"

/*
 * -D DUMP_CONFIG: writes the tree to stdout as a configuration that means the
 * same, each line with its file and number in a comment.
 */
void pn_dump_tree(const ap_directive_t *tree);

/* -D DUMP_RUN_CFG, a test_config hook: the settings of the server as such. */
void pn_dump_settings(apr_pool_t *pool, server_rec *s);

#endif
