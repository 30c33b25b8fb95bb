/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_slotmem.h - shared memory in slots: what a provider of the group
 * "slotmem" offers.
 */
#ifndef PINION_AP_SLOTMEM_H
#define PINION_AP_SLOTMEM_H

#define SLOTMEM_H

#include <apr_file_io.h>
#include <apr_global_mutex.h>
#include <apr_md5.h>
#include <apr_shm.h>
#include <apr_strings.h>

#include "ap_provider.h"
#include "http_config.h"
#include "http_log.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_SLOTMEM_PROVIDER_GROUP   "slotmem"
#define AP_SLOTMEM_PROVIDER_VERSION "0"

/*
 * AP_SLOTMEM_TYPE_*: kept over restarts, not safe for several processes, slots
 * used from the start, slots freed when it starts.
 */
typedef unsigned int ap_slotmem_type_t;

#define AP_SLOTMEM_TYPE_PERSIST    1
#define AP_SLOTMEM_TYPE_NOTMPSAFE  2
#define AP_SLOTMEM_TYPE_PREGRAB    4
#define AP_SLOTMEM_TYPE_CLEARINUSE 8

typedef struct ap_slotmem_instance_t ap_slotmem_instance_t;

/* Looks at a slot; an error ends the round. */
typedef apr_status_t ap_slotmem_callback_fn_t(void *mem, void *data,
                                              apr_pool_t *pool);

/* A provider. Each returns APR_SUCCESS or an error. */
typedef struct ap_slotmem_provider_t {
    const char *name;
    /* calls a function for each used slot */
    apr_status_t (*doall)(ap_slotmem_instance_t *, ap_slotmem_callback_fn_t *,
                          void *, apr_pool_t *);
    /* (instance, name, slot size, number of slots, type, pool) */
    apr_status_t (*create)(ap_slotmem_instance_t **, const char *, apr_size_t,
                           unsigned int, ap_slotmem_type_t, apr_pool_t *);
    /* (instance, name, slot size, number of slots, pool) */
    apr_status_t (*attach)(ap_slotmem_instance_t **, const char *,
                           apr_size_t *, unsigned int *, apr_pool_t *);
    /* the memory of a slot */
    apr_status_t (*dptr)(ap_slotmem_instance_t *, unsigned int, void **);
    apr_status_t (*get)(ap_slotmem_instance_t *, unsigned int, unsigned char *,
                        apr_size_t); /* copies a slot out */
    apr_status_t (*put)(ap_slotmem_instance_t *, unsigned int, unsigned char *,
                        apr_size_t); /* copies a slot in */
    unsigned int (*num_slots)(ap_slotmem_instance_t *);
    unsigned int (*num_free_slots)(ap_slotmem_instance_t *);
    apr_size_t (*slot_size)(ap_slotmem_instance_t *);
    /* takes a free slot */
    apr_status_t (*grab)(ap_slotmem_instance_t *, unsigned int *);
    /* frees a slot */
    apr_status_t (*release)(ap_slotmem_instance_t *, unsigned int);
    /* takes a certain slot */
    apr_status_t (*fgrab)(ap_slotmem_instance_t *, unsigned int);
} ap_slotmem_provider_t;

#ifdef __cplusplus
}
#endif

#endif
