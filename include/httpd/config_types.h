/* SPDX-License-Identifier: Apache-2.0 */
/*
 * config_types.h - the names of what the configuration is made of.
 */
#ifndef PINION_HTTPD_CONFIG_TYPES_H
#define PINION_HTTPD_CONFIG_TYPES_H

#include "httpd/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cmd_parms_struct cmd_parms;
typedef struct command_struct command_rec;
typedef struct ap_configfile_t ap_configfile_t;
typedef struct module_struct module;
typedef struct ap_conf_vector_t ap_conf_vector_t;
typedef struct ap_module_symbol_t ap_module_symbol_t;

#ifdef __cplusplus
}
#endif

#endif
