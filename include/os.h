/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_OS_H
#define PINION_OS_H

#define APACHE_OS_H

#include <apr.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef PLATFORM
#define PLATFORM "Unix"
#endif
#define AP_PLATFORM_REWRITE_ARGS_HOOK NULL

#define AP_NEED_SET_MUTEX_PERMS 1

#ifdef __cplusplus
}
#endif

#endif
