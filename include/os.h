/* SPDX-License-Identifier: Apache-2.0 */
/*
 * os.h - the platform.
 */
#ifndef PINION_OS_H
#define PINION_OS_H

#define APACHE_OS_H

#include <apr.h>

#include "ap_config.h"

#ifndef PLATFORM
#define PLATFORM "Unix"
#endif
/* Nothing of the platform changes the command line. */
#define AP_PLATFORM_REWRITE_ARGS_HOOK NULL

#define AP_NEED_SET_MUTEX_PERMS 1

#endif
