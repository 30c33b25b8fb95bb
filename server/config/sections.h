/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sections.h - the core's directives that decide what is read: conditional
 * sections, definitions, included files.
 */
#ifndef PINION_SERVER_CONFIG_SECTIONS_H
#define PINION_SERVER_CONFIG_SECTIONS_H

#include "httpd.h"

#include "http_config.h"

/*
 * <IfModule>, <IfDefine>, <IfFile>, <IfDirective>, <IfSection>, Define,
 * UnDefine, Include, IncludeOptional, Error. Ends with an entry without a
 * name; the core module takes the table into its own.
 */
extern const command_rec pn_conditional_directives[];

/*
 * The word between "<Section" and ">": what functions of sections get as
 * arguments, without the bracket. On an error returns NULL and sets *error.
 */
const char *pn_sections_argument(cmd_parms *cmd, const char *args,
                                 const char **error);

/* Is a module active, by its file ("mod_x.c") or its symbol ("x_module")? */
int pn_sections_has_module(const char *name);

#endif
