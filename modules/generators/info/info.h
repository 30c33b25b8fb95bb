/* SPDX-License-Identifier: Apache-2.0 */
/* info.h - what the files of mod_info share. */
#ifndef PINION_MODULES_INFO_H
#define PINION_MODULES_INFO_H

#include "httpd.h"

#include "http_config.h"

/* --- info_hooks.c */

/* Lists who is on which hook; links is "?" (pages) or "#" (places). */
void info_show_hooks(request_rec *r, const char *links);
/* The request phases that the module called name takes part in. */
void info_show_phases(request_rec *r, const char *name);
/* Is the module on the content handler hook? */
int info_has_handler(const char *name);

/* --- info_config.c */

/* The directive tree; with mod, only its directives and what is round them. */
void info_show_config(request_rec *r, const module *mod);

/* --- info_server.c */
void info_show_server(request_rec *r);
void info_show_providers(request_rec *r);

#endif
