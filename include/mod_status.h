/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_status.h - mod_status: more for the status page.
 */
#ifndef PINION_MOD_STATUS_H
#define PINION_MOD_STATUS_H

#define MOD_STATUS_H

#include "ap_config.h"
#include "ap_hooks.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define STATUS_DECLARE(type)        AP_DECLARE(type)
#define STATUS_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define STATUS_DECLARE_DATA         AP_DECLARE_DATA

/* flags: short form for programs, no table, extended status. */
#define AP_STATUS_SHORT    1
#define AP_STATUS_NOTABLE  2
#define AP_STATUS_EXTENDED 4

/* Writes more to the status page. */
APR_DECLARE_EXTERNAL_HOOK(ap, STATUS, int, status_hook,
                (request_rec *r, int flags))

#ifdef __cplusplus
}
#endif

#endif
