/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_compat.h - names of Apache 1.3 that some modules still use.
 */
#ifndef PINION_AP_COMPAT_H
#define PINION_AP_COMPAT_H

#define AP_COMPAT_H

#include "ap_config.h"

/* The head is written when the body passes: nothing to do any more. */
#define ap_send_http_header(r) ((void)(r))
#define MODULE_VAR_EXPORT      AP_MODULE_DECLARE_DATA

#endif
