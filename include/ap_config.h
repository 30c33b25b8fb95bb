/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_config.h - how functions and data are declared. The server is built with
 * hidden visibility; what is declared here is what modules may use.
 */
#ifndef PINION_AP_CONFIG_H
#define PINION_AP_CONFIG_H

#define AP_CONFIG_H

#include "ap_config_auto.h"
#include "ap_config_layout.h"

#define AP_VISIBLE __attribute__((visibility("default")))

/* A function or variable of the server that modules may use. */
#define AP_DECLARE(type)        AP_VISIBLE type
#define AP_DECLARE_NONSTD(type) AP_VISIBLE type
#define AP_DECLARE_DATA         AP_VISIBLE

/* The same for what a module offers to others. */
#define AP_MODULE_DECLARE(type)        AP_VISIBLE type
#define AP_MODULE_DECLARE_NONSTD(type) AP_VISIBLE type
#define AP_MODULE_DECLARE_DATA         AP_VISIBLE

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
#define AP_HAVE_C99
#define AP_HAVE_DESIGNATED_INITIALIZER
#endif

/* For compilers: the result matters; a NULL ends the arguments; sizes. */
#define AP_FN_ATTR_WARN_UNUSED_RESULT __attribute__((warn_unused_result))
#define AP_FN_ATTR_SENTINEL           __attribute__((sentinel))
#define AP_FN_ATTR_ALLOC_SIZE(x)      __attribute__((alloc_size(x)))
#define AP_FN_ATTR_ALLOC_SIZE2(x, y)  __attribute__((alloc_size(x, y)))

/* Log programs are restarted when they end. */
#define AP_HAVE_RELIABLE_PIPED_LOGS 1

#include "ap_hooks.h"
#include "os.h"

#endif
