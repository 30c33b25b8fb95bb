/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_AP_SLOTMEM_H
#define PINION_AP_SLOTMEM_H

#define SLOTMEM_H

#include <apr_strings.h>
#include <apr_shm.h>
#include <apr_global_mutex.h>
#include <apr_file_io.h>
#include <apr_md5.h>

#include "httpd.h"
#include "http_config.h"
#include "http_log.h"
#include "ap_provider.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_SLOTMEM_TYPE_CLEARINUSE 8
#define AP_SLOTMEM_TYPE_NOTMPSAFE 2
#define AP_SLOTMEM_TYPE_PERSIST 1
#define AP_SLOTMEM_TYPE_PREGRAB 4
#define AP_SLOTMEM_PROVIDER_GROUP "slotmem"
#define AP_SLOTMEM_PROVIDER_VERSION "0"

typedef struct ap_slotmem_instance_t ap_slotmem_instance_t;
typedef struct ap_slotmem_provider_t ap_slotmem_provider_t;
typedef unsigned int ap_slotmem_type_t;
typedef apr_status_t ap_slotmem_callback_fn_t(void *, void *, apr_pool_t *);

struct ap_slotmem_provider_t {
    const char *name;
    apr_status_t (*doall)(ap_slotmem_instance_t *, ap_slotmem_callback_fn_t *, void *, apr_pool_t *);
    apr_status_t (*create)(ap_slotmem_instance_t **, const char *, apr_size_t, unsigned int, ap_slotmem_type_t, apr_pool_t *);
    apr_status_t (*attach)(ap_slotmem_instance_t **, const char *, apr_size_t *, unsigned int *, apr_pool_t *);
    apr_status_t (*dptr)(ap_slotmem_instance_t *, unsigned int, void **);
    apr_status_t (*get)(ap_slotmem_instance_t *, unsigned int, unsigned char *, apr_size_t);
    apr_status_t (*put)(ap_slotmem_instance_t *, unsigned int, unsigned char *, apr_size_t);
    unsigned int (*num_slots)(ap_slotmem_instance_t *);
    unsigned int (*num_free_slots)(ap_slotmem_instance_t *);
    apr_size_t (*slot_size)(ap_slotmem_instance_t *);
    apr_status_t (*grab)(ap_slotmem_instance_t *, unsigned int *);
    apr_status_t (*release)(ap_slotmem_instance_t *, unsigned int);
    apr_status_t (*fgrab)(ap_slotmem_instance_t *, unsigned int);
};

#ifdef __cplusplus
}
#endif

#endif
