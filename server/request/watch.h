/* SPDX-License-Identifier: Apache-2.0 */
/*
 * watch.h - what changes in directories, told by inotify.
 *
 * All processes of a generation share one inotify instance and one page of
 * counters: one instance, since the kernel allows few to a user; shared
 * watches, since all children serve the same directories. Whoever finds events
 * waiting reads them and counts them for everybody. A name in a directory is
 * a counter (several may share one: a change too many is seen, never one too
 * few), and what was learned of a name is good while its counter stands still.
 */
#ifndef PINION_SERVER_REQUEST_WATCH_H
#define PINION_SERVER_REQUEST_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <apr_pools.h>

enum { PN_WATCH_NAMES_MAX = 24 };

/* The names that some knowledge depends on, and their counters' sum when it
 * was gathered. Zero it to start. */
typedef struct pn_watch_t {
    uint64_t sum;
    uint16_t names_n;
    bool is_incomplete; /* something could not be watched */
    uint32_t names[PN_WATCH_NAMES_MAX];
} pn_watch_t;

/*
 * Begins a generation, in the master before it forks; it ends with pconf.
 * With is_on false, or where inotify cannot be had, nothing can be watched;
 * the reason is logged.
 */
void pn_watch_begin(apr_pool_t *pconf, bool is_on);

/*
 * Takes in what happened up to this call, whichever process sees it first:
 * a change that was made before is counted when this returns. One system call
 * when nothing happened.
 */
void pn_watch_read(void);

/* Grows with every change anywhere: as long as it is the same, nothing that
 * was checked needs to be checked again. */
uint32_t pn_watch_changes(void);

/*
 * Watches a directory, or what a link to one leads to: the number to use with
 * pn_watch_add(), -1 when it cannot be watched (no right to read it, a network
 * file system, too many watches).
 */
int pn_watch_directory(const char *path);

/* Depends on a name in a directory; on the directory itself when name is "";
 * on the list of its names when it is "/". -1 makes watch incomplete. */
void pn_watch_add(pn_watch_t *watch, int directory, const char *name,
                  size_t len);

/* Notes the present counters; call before what depends on them is looked at. */
void pn_watch_mark(pn_watch_t *watch);
bool pn_watch_is_unchanged(const pn_watch_t *watch);

/* True for the first caller with this key, in all processes of the
 * generation. May say it again after many other keys. */
bool pn_watch_is_first(uint64_t key);

/* A number for len bytes. */
uint64_t pn_watch_hash(const char *bytes, size_t len, uint64_t seed);

#endif
