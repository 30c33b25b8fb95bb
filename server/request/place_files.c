/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place_files - what is known of the files in a place.
 *
 * Only what exists is kept, and only where the directory's watch tells of
 * every change: no symbolic links, and no files that have other names
 * elsewhere. Small files are kept with their content.
 */

#include "request/place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "request/place_data.h"

#define UNSURE_FOR_US (1 * APR_USEC_PER_SEC)

static uint64_t hash_of(const char *name, size_t *len)
{
    *len = strlen(name);
    return pn_watch_hash(name, *len, 7);
}

static void release_content(content_t *content)
{
    if (content && --content->refs == 0) {
        free(content);
    }
}

static void end_file(pn_place_t *place, place_file_t *file)
{
    pn_place_account(place, -(apr_ssize_t)file->bytes);
    place->files_n--;
    release_content(file->content);
    free(file->watch);
    free(file);
}

void pn_place_forget_files(pn_place_t *place)
{
    for (size_t i = 0; i < PLACE_CHAINS_N; i++) {
        while (place->files[i]) {
            place_file_t *file = place->files[i];

            place->files[i] = file->next;
            end_file(place, file);
        }
    }
}

/* Where the file is linked from; what it points to is NULL when it is not
 * there. */
static place_file_t **find(pn_place_t *place, const char *name, uint64_t hash)
{
    place_file_t **link = &place->files[hash % PLACE_CHAINS_N];

    while (*link
           && ((*link)->hash != hash || strcmp((*link)->name, name) != 0)) {
        link = &(*link)->next;
    }
    return link;
}

static void forget(pn_place_t *place, place_file_t **link)
{
    place_file_t *file = *link;

    *link = file->next;
    end_file(place, file);
}

bool pn_place_file(pn_place_t *place, const char *name, apr_time_t now,
                   apr_finfo_t *finfo)
{
    size_t len;
    uint64_t hash = hash_of(name, &len);
    place_file_t **link;
    bool is_sure = false;

    pn_place_lock();
    link = find(place, name, hash);
    if (*link) {
        is_sure = now < (*link)->expires
                  && pn_watch_is_unchanged((*link)->watch);
        if (is_sure) {
            *finfo = (*link)->finfo;
        }
        else {
            forget(place, link);
        }
    }
    pn_place_unlock();
    return is_sure;
}

/* NULL when it cannot be read, or is not what was looked at. */
static content_t *read_content(const char *path, const apr_finfo_t *finfo)
{
    size_t size = (size_t)finfo->size;
    content_t *content = NULL;
    struct stat found;
    size_t len = 0;
    ssize_t n = 1;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

    if (fd < 0) {
        return NULL;
    }
    if (fstat(fd, &found) == 0 && found.st_ino == finfo->inode
        && found.st_size == finfo->size) {
        content = ap_malloc(sizeof(*content) + size + 1);
        content->refs = 1;
        content->size = size;
        while (len < size + 1 && n > 0) {
            n = read(fd, content->bytes + len, size + 1 - len);
            len += n > 0 ? (size_t)n : 0;
        }
        if (len != size || n < 0) {
            free(content);
            content = NULL;
        }
    }
    close(fd);
    return content;
}

static bool is_worth_keeping(const pn_place_t *place, const char *path,
                             const apr_finfo_t *finfo)
{
    struct stat found;

    if (finfo->filetype == APR_DIR) {
        return true;
    }
    /* A link would be followed: what it leads to is not watched here. */
    return finfo->filetype == APR_REG && place->files_n < PLACE_FILES_MAX
           && lstat(path, &found) == 0 && S_ISREG(found.st_mode)
           && found.st_nlink == 1 && found.st_ino == finfo->inode;
}

static place_file_t *make(pn_place_t *place, const char *name, uint64_t hash,
                          size_t len, const apr_finfo_t *finfo, apr_time_t now)
{
    place_file_t *file = ap_calloc(1, sizeof(*file) + len + 1);

    memcpy(file->name, name, len);
    file->hash = hash;
    file->watch = ap_calloc(1, sizeof(*file->watch));
    pn_watch_add(file->watch, place->directory, name, len);
    if (len == 0) {
        pn_watch_add(file->watch, place->directory, "/", 1);
    }
    pn_watch_mark(file->watch);
    file->expires = place->expires;
    if (file->watch->is_incomplete && file->expires > now + UNSURE_FOR_US) {
        file->expires = now + UNSURE_FOR_US;
    }
    file->finfo = *finfo;
    file->finfo.pool = NULL;
    file->finfo.fname = NULL;
    file->finfo.name = NULL;
    file->finfo.filehand = NULL;
    file->bytes = sizeof(*file) + len + 1 + sizeof(*file->watch);
    return file;
}

void pn_place_keep_file(pn_place_t *place, const char *name, const char *path,
                        const apr_finfo_t *finfo, apr_time_t now,
                        uint32_t changes)
{
    size_t len;
    uint64_t hash = hash_of(name, &len);
    place_file_t *file;

    if (!is_worth_keeping(place, path, finfo)) {
        return;
    }
    file = make(place, name, hash, len, finfo, now);
    if (finfo->filetype == APR_REG && finfo->size > 0
        && (apr_size_t)finfo->size <= pn_place_limits.file_bytes) {
        file->content = read_content(path, finfo);
        if (file->content) {
            file->bytes += sizeof(content_t) + file->content->size;
        }
    }
    pn_place_lock();
    place->files_n++;
    pn_place_account(place, (apr_ssize_t)file->bytes);
    if (changes != pn_watch_changes() || *find(place, name, hash)) {
        end_file(place, file); /* something happened meanwhile */
    }
    else {
        file->next = place->files[hash % PLACE_CHAINS_N];
        place->files[hash % PLACE_CHAINS_N] = file;
    }
    pn_place_unlock();
}

static apr_status_t end_use(void *content)
{
    pn_place_lock();
    release_content(content);
    pn_place_unlock();
    return APR_SUCCESS;
}

const char *pn_place_content(request_rec *r, apr_size_t *size)
{
    pn_place_t *place = pn_place_of(r);
    const char *name;
    size_t len;
    uint64_t hash;
    place_file_t *file;
    content_t *content = NULL;

    if (!place || strncmp(r->filename, place->dir, place->len) != 0) {
        return NULL;
    }
    name = r->filename + place->len;
    hash = hash_of(name, &len);
    pn_place_lock();
    file = *find(place, name, hash);
    if (file && file->content && file->finfo.inode == r->finfo.inode
        && file->finfo.mtime == r->finfo.mtime
        && file->finfo.size == r->finfo.size
        && pn_watch_is_unchanged(file->watch)) {
        content = file->content;
        content->refs++;
    }
    pn_place_unlock();
    if (!content) {
        return NULL;
    }
    apr_pool_cleanup_register(r->pool, content, end_use, apr_pool_cleanup_null);
    *size = content->size;
    return content->bytes;
}
