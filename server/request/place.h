/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place.h - what is known of the directories that requests go through.
 *
 * A place is a directory of one virtual host, with all that the Directory walk
 * found out on the way to it: that it exists and may be reached, which
 * sections and .htaccess files count there, what they merge to, and what its
 * files are. It is good until something on the way changes (watch.h), or for a
 * second where that cannot be seen.
 *
 * Places are counted references: the table has one, so have the places below
 * and the requests that use it. What was merged for a place lives as long as
 * the place. All functions may be called from any thread.
 */
#ifndef PINION_SERVER_REQUEST_PLACE_H
#define PINION_SERVER_REQUEST_PLACE_H

#include <stdbool.h>

#include <apr_file_info.h>

#include "httpd.h"

#include "http_config.h"
#include "http_core.h"
#include "request/merge.h"
#include "request/watch.h"

/* What decides while walking; each section may change it. */
typedef struct pn_rules_t {
    allow_options_t opts;
    overrides_t override;
    allow_options_t override_opts;
    apr_table_t *override_list;
} pn_rules_t;

/* Where a walk has come to. */
typedef struct pn_step_t {
    pn_rules_t rules;
    pn_merge_t merge;
    unsigned int parts_n; /* slashes up to here */
    int section;          /* index of the next Directory section to look at */
} pn_step_t;

/* One .htaccess file as it was when it was read. */
typedef struct pn_htaccess_t pn_htaccess_t;

typedef struct pn_place_t pn_place_t;

/* What makes a place: the same name means another thing in another host, and
 * below other defaults. */
typedef struct pn_place_key_t {
    const core_server_config *conf;
    const core_dir_config *start;
    const char *dir; /* ends with a slash */
    apr_size_t len;
} pn_place_key_t;

/* Settings, for the directives. */
typedef struct pn_place_limits_t {
    apr_size_t memory_bytes; /* of all places of a process; 0: none */
    apr_size_t file_bytes;   /* of files whose content is kept */
    bool is_watching;
} pn_place_limits_t;

extern pn_place_limits_t pn_place_limits;

/* Begins with a child; without it nothing is kept. */
void pn_place_begin(apr_pool_t *pchild);
/* Whether places are kept at all. */
bool pn_place_is_on(void);

/* The place, with a reference for the caller, or NULL when it is not known or
 * no longer sure. now is the request's time. */
pn_place_t *pn_place_find(const pn_place_key_t *key, apr_time_t now);

/*
 * Begins a place below parent (NULL: the root directory), whose reference it
 * takes. The directory is watched from here on: look at it afterwards.
 * is_link: other names than those of its path decide where it leads. changes
 * is pn_watch_changes() from before anything was looked at for it.
 */
pn_place_t *pn_place_make(const pn_place_key_t *key, pn_place_t *parent,
                          bool is_link, apr_time_t now, uint32_t changes);
/* Drops a reference; what nobody uses ends. */
void pn_place_release(pn_place_t *place);
/* A reference of r's own, as long as r's pool lives. */
void pn_place_use(request_rec *r, pn_place_t *place);

/* r uses the place that from does. */
void pn_place_share(request_rec *r, request_rec *from);

/* The place's store for what is merged there. */
pn_store_t *pn_place_store(pn_place_t *place);

/* Keeps it under its key, with what the walk found. Forgets what else was
 * kept when there is too much. */
void pn_place_keep(pn_place_t *place, const pn_step_t *step, int status);
/* What pn_place_keep() got. *status is OK or what to answer. */
const pn_step_t *pn_place_step(const pn_place_t *place, int *status);

/*
 * The .htaccess that counts in the place: the first of the names in names that
 * is there, parsed with the rights given by rules, kept as long as the file
 * stays the same. Returns OK and its vector (NULL when there is none), or the
 * status to answer with, which is logged once for each state of the file.
 */
int pn_place_htaccess(pn_place_t *place, request_rec *r, const char *names,
                      const pn_rules_t *rules, ap_conf_vector_t **vector);

/* --- files of a place --------------------------------------------------- */

/* The facts of a name in the place ("" for the directory itself), if they
 * are known and sure. */
bool pn_place_file(pn_place_t *place, const char *name, apr_time_t now,
                   apr_finfo_t *finfo);
/*
 * Keeps what was seen of a name, and for a small file that the server may read
 * its content; changes is pn_watch_changes() from before it was looked at.
 */
void pn_place_keep_file(pn_place_t *place, const char *name, const char *path,
                        const apr_finfo_t *finfo, apr_time_t now,
                        uint32_t changes);
/*
 * The content of r's file, if it is kept and r->finfo is what was kept with
 * it: *size bytes that live as long as r. NULL when it has to be read.
 */
const char *pn_place_content(request_rec *r, apr_size_t *size);

/* The place that r is in, NULL when none is kept. */
pn_place_t *pn_place_of(request_rec *r);

/* For tests: bytes that count against the limit, and places kept. */
apr_size_t pn_place_used_bytes(void);
unsigned int pn_place_count(void);

#endif
