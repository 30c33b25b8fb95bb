/* SPDX-License-Identifier: Apache-2.0 */
/*
 * watch - see watch.h.
 *
 * Events leave the kernel's queue once, so a process that finds it empty must
 * know whether another one has just taken something out and not counted it
 * yet. Hence the order: who reads says so first (busy_n), then reads, counts,
 * and says that it is done. Who finds the queue empty waits while somebody is
 * busy. A reader that died in between is not waited for long: then everything
 * counts as changed.
 */

#include "request/watch.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <apr_time.h>

#include "httpd.h"

#include "http_log.h"

APLOG_USE_MODULE(core);

enum {
    COUNTERS_N = 65536, /* a power of two; untouched pages take no memory */
    KEYS_N = 1024,
    WATCHES_MAX = 32768, /* each holds an inode in the kernel's memory */
    BUSY_MAX_US = 50 * 1000,
    EVENTS_BYTES = 4096
};

#define WATCHED                                                    \
    (IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MODIFY | IN_MOVED_FROM \
     | IN_MOVED_TO | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR)

/* In memory that all processes of the generation share. */
typedef struct shared_t {
    _Atomic uint32_t changes;
    _Atomic uint32_t busy_n;
    _Atomic uint32_t everything; /* counted when events were lost */
    _Atomic int highest;         /* watch so far: numbers only grow */
    _Atomic int watches_n;       /* that are there now */
    _Atomic uint64_t keys[KEYS_N];
    _Atomic uint32_t counters[COUNTERS_N];
} shared_t;

static struct {
    shared_t *shared;
    int fd;
} state = { .fd = -1 };

uint64_t pn_watch_hash(const char *bytes, size_t len, uint64_t seed)
{
    uint64_t hash = seed ^ (len * 0x9e3779b97f4a7c15u);

    while (len >= sizeof(uint64_t)) {
        uint64_t word;

        memcpy(&word, bytes, sizeof(word));
        hash = (hash ^ word) * 0x9fb21c651e98df25u;
        hash ^= hash >> 29;
        bytes += sizeof(word);
        len -= sizeof(word);
    }
    while (len > 0) {
        hash = (hash ^ (unsigned char)*bytes++) * 0x9fb21c651e98df25u;
        len--;
    }
    return hash ^ (hash >> 32);
}

static uint32_t counter_of(int directory, const char *name, size_t len)
{
    return (uint32_t)pn_watch_hash(name, len, (uint64_t)directory << 17)
           & (COUNTERS_N - 1);
}

static void count(int directory, const char *name, size_t len)
{
    atomic_fetch_add(&state.shared->counters[counter_of(directory, name, len)],
                     1);
}

static void count_event(const struct inotify_event *event)
{
    if (event->mask & IN_Q_OVERFLOW) {
        atomic_fetch_add(&state.shared->everything, 1);
        return;
    }
    if (event->mask & IN_IGNORED) {
        atomic_fetch_sub(&state.shared->watches_n, 1);
    }
    if (event->len > 0) {
        count(event->wd, event->name, strlen(event->name));
    }
    else {
        count(event->wd, "", 0);
    }
    if (event->mask & (IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)) {
        count(event->wd, "/", 1);
    }
}

/* False when there was nothing to read. */
static bool take_events(void)
{
    char bytes[EVENTS_BYTES]
        __attribute__((aligned(__alignof__(struct inotify_event))));
    ssize_t n = read(state.fd, bytes, sizeof(bytes));

    for (ssize_t at = 0; at < n;) {
        const struct inotify_event *event = (const void *)(bytes + at);

        count_event(event);
        at += (ssize_t)(sizeof(*event) + event->len);
    }
    if (n > 0) {
        atomic_fetch_add(&state.shared->changes, 1);
    }
    return n > 0 || (n < 0 && errno == EINTR);
}

static void wait_for_readers(void)
{
    apr_time_t end = 0;

    while (atomic_load(&state.shared->busy_n) != 0) {
        if (end == 0) {
            end = apr_time_now() + BUSY_MAX_US;
        }
        else if (apr_time_now() > end) {
            atomic_fetch_add(&state.shared->everything, 1);
            atomic_fetch_add(&state.shared->changes, 1);
            atomic_store(&state.shared->busy_n, 0);
            return;
        }
        sched_yield();
    }
}

void pn_watch_read(void)
{
    int waiting_bytes = 0;

    if (state.fd < 0) {
        return;
    }
    if (ioctl(state.fd, FIONREAD, &waiting_bytes) == 0 && waiting_bytes > 0) {
        atomic_fetch_add(&state.shared->busy_n, 1);
        while (take_events()) {
        }
        atomic_fetch_sub(&state.shared->busy_n, 1);
    }
    wait_for_readers();
}

uint32_t pn_watch_changes(void)
{
    return state.shared ? atomic_load(&state.shared->changes) : 0;
}

/* Other machines change files there, and inotify does not hear of it. */
static bool is_remote(const char *path)
{
    static const unsigned int types[] = {
        0x6969,     /* NFS */
        0x517b,     /* SMB */
        0xff534d42, /* CIFS */
        0xfe534d42, /* SMB2 */
        0x65735546, /* FUSE */
        0x01021997, /* 9P */
        0x5346414f, /* AFS */
        0x73757245, /* Coda */
        0x00c36400, /* Ceph */
        0x7461636f, /* OCFS2 */
        0x01161970, /* GFS2 */
        0x0bd00bd0, /* Lustre */
        0x786f4256, /* shared folders of VirtualBox */
    };
    struct statfs fs;

    if (statfs(path, &fs) != 0) {
        return true;
    }
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        if ((unsigned int)fs.f_type == types[i]) {
            return true;
        }
    }
    return false;
}

/* Counts a watch that was not there before; false when it is one too many.
 * Two processes at once may miss one: the limit is no exact number. */
static bool register_watch(int directory)
{
    int highest = atomic_load(&state.shared->highest);

    while (directory > highest) {
        if (atomic_compare_exchange_weak(&state.shared->highest, &highest,
                                         directory)) {
            return atomic_fetch_add(&state.shared->watches_n, 1) < WATCHES_MAX;
        }
    }
    return true;
}

int pn_watch_directory(const char *path)
{
    int directory;

    if (state.fd < 0 || is_remote(path)) {
        return -1;
    }
    directory = inotify_add_watch(state.fd, path, WATCHED);
    if (directory >= 0 && !register_watch(directory)) {
        inotify_rm_watch(state.fd, directory); /* IN_IGNORED takes it off */
        return -1;
    }
    return directory;
}

void pn_watch_add(pn_watch_t *watch, int directory, const char *name,
                  size_t len)
{
    if (directory < 0 || watch->names_n == PN_WATCH_NAMES_MAX) {
        watch->is_incomplete = true;
        return;
    }
    watch->names[watch->names_n++] = counter_of(directory, name, len);
}

static uint64_t sum_of(const pn_watch_t *watch)
{
    uint64_t sum = 0;

    if (state.shared) {
        sum = atomic_load(&state.shared->everything);
        for (unsigned int i = 0; i < watch->names_n; i++) {
            sum += atomic_load_explicit(
                &state.shared->counters[watch->names[i]], memory_order_relaxed);
        }
    }
    return sum;
}

void pn_watch_mark(pn_watch_t *watch)
{
    watch->sum = sum_of(watch);
}

/* Counters only grow, so equal sums mean equal counters. */
bool pn_watch_is_unchanged(const pn_watch_t *watch)
{
    return watch->sum == sum_of(watch);
}

bool pn_watch_is_first(uint64_t key)
{
    return !state.shared
           || atomic_exchange(&state.shared->keys[key % KEYS_N], key) != key;
}

static apr_status_t end(void *unused)
{
    if (state.fd >= 0) {
        close(state.fd);
        state.fd = -1;
    }
    if (state.shared) {
        munmap(state.shared, sizeof(*state.shared));
        state.shared = NULL;
    }
    return APR_SUCCESS;
}

void pn_watch_begin(apr_pool_t *pconf, bool is_on)
{
    end(NULL);
    state.shared = mmap(NULL, sizeof(*state.shared), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (state.shared == MAP_FAILED) {
        state.shared = NULL;
        return;
    }
    apr_pool_cleanup_register(pconf, NULL, end, apr_pool_cleanup_null);
    if (!is_on) {
        return;
    }
    state.fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (state.fd < 0) {
        ap_log_error(APLOG_MARK, APLOG_NOTICE, errno, NULL,
                     "changes of files cannot be watched (inotify), they are "
                     "looked for once a second: see "
                     "/proc/sys/fs/inotify/max_user_instances");
    }
}
