/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place_data.h - what places are made of, for the files place*.c.
 *
 * Everything here is allocated with malloc(), but for what has to live in
 * pools: parsed files and merged configurations. A pool takes 8 kB at least;
 * most places have none.
 */
#ifndef PINION_SERVER_REQUEST_PLACE_DATA_H
#define PINION_SERVER_REQUEST_PLACE_DATA_H

#include <sys/stat.h>

#include <apr_thread_mutex.h>

#include "request/place.h"

/* What a pool takes at least, for the account of memory. */
enum { POOL_BYTES = 8192 };

/* When a file was looked at, and what it was. */
typedef struct file_facts_t {
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec modified;
    struct timespec changed;
} file_facts_t;

struct pn_htaccess_t {
    unsigned int refs;
    apr_pool_t *pool;
    ap_conf_vector_t *vector; /* NULL when status is not OK */
    int status;
    const core_server_config *conf;
    pn_rules_t rules; /* the rights it was read with */
    file_facts_t facts;
    bool is_sure;   /* a later change cannot have left the facts the same */
    bool is_linked; /* has other names, where changes cannot be seen */
    apr_size_t bytes;
    unsigned int name; /* which of AccessFileName */
};

/* Content of a small file. */
typedef struct content_t {
    unsigned int refs;
    apr_size_t size;
    char bytes[];
} content_t;

typedef struct place_file_t {
    struct place_file_t *next;
    uint64_t hash;
    pn_watch_t *watch; /* behind this structure, one or two names */
    apr_time_t expires;
    apr_finfo_t finfo; /* nothing in it points anywhere */
    content_t *content;
    apr_size_t bytes;
    char name[];
} place_file_t;

enum { PLACE_FILES_MAX = 512, PLACE_CHAINS_N = 8 };

struct pn_place_t {
    unsigned int refs;
    pn_place_t *parent; /* a reference, NULL for "/" */
    pn_place_t *next;   /* in its bucket */
    pn_place_t *newer;  /* in order of use */
    pn_place_t *older;
    bool is_kept; /* in the table */
    uint64_t hash;
    const core_server_config *conf;
    const core_dir_config *start;
    int directory; /* its watch, or -1 */
    pn_watch_t watch;
    uint32_t checked; /* pn_watch_changes() when it was sure */
    apr_time_t made;
    apr_time_t expires;
    pn_step_t step;
    int status;
    pn_store_t *store; /* NULL until something is merged here */
    pn_htaccess_t *htaccess;
    pn_htaccess_t *former; /* of the place before: may still be true */
    place_file_t *files[PLACE_CHAINS_N];
    unsigned int files_n;
    apr_size_t bytes; /* of all that is its own */
    apr_size_t len;
    char dir[];
};

/* Shared state; hold the lock to touch it or a place. */
void pn_place_lock(void);
void pn_place_unlock(void);
/* Adds to what counts against the limit, for a place. */
void pn_place_account(pn_place_t *place, apr_ssize_t bytes);
apr_pool_t *pn_place_make_pool(void);

/* Makes watch depend on every name on the way to path, through all links. */
void pn_place_watch_way(pn_watch_t *watch, const char *path);
void pn_place_release_htaccess(pn_htaccess_t *htaccess);
void pn_place_forget_files(pn_place_t *place);

#endif
