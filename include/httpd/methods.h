/* SPDX-License-Identifier: Apache-2.0 */
/*
 * methods.h - methods: names, numbers, and lists.
 */
#ifndef PINION_HTTPD_METHODS_H
#define PINION_HTTPD_METHODS_H

#include <apr_pools.h>

#include "httpd/request_rec.h"
#include "httpd/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts the table of methods. Once. */
AP_DECLARE(void) ap_method_registry_init(apr_pool_t *pool);

/*
 * Gives a method a number and returns it; M_INVALID if there is none left.
 * While the configuration is read.
 */
AP_DECLARE(int) ap_method_register(apr_pool_t *pool, const char *methname);

/* The number of a method; M_INVALID if it is not known. */
AP_DECLARE(int) ap_method_number_of(const char *method);

/*
 * The name of a method's number, NULL for none. In pool when extensions are
 * registered.
 */
AP_DECLARE(const char *) ap_method_name_of(apr_pool_t *pool, int methnum);

#define AP_METHOD_CHECK_ALLOWED(mask, methname) \
    ((mask) & (AP_METHOD_BIT << ap_method_number_of((methname))))

/* An empty list with room for nelts names without number. */
AP_DECLARE(ap_method_list_t *) ap_make_method_list(
    apr_pool_t *pool, int nelts);

/* Makes dest the same as src. */
AP_DECLARE(void) ap_copy_method_list(ap_method_list_t *dest,
                                     ap_method_list_t *src);

/* Adds a method. */
AP_DECLARE(void) ap_method_list_add(ap_method_list_t *l, const char *method);

/* Removes a method. */
AP_DECLARE(void) ap_method_list_remove(ap_method_list_t *l, const char *method);

/* Removes all. */
AP_DECLARE(void) ap_clear_method_list(ap_method_list_t *l);

/* 1 if the method is in the list. */
AP_DECLARE(int) ap_method_in_list(ap_method_list_t *l, const char *method);

#ifdef __cplusplus
}
#endif

#endif
