/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_unixd.h - mod_unixd: the step from root to the server's user.
 */
#ifndef PINION_MOD_UNIXD_H
#define PINION_MOD_UNIXD_H

#define MOD_UNIXD_H

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes this process run as the server's user and group. 0, or -1, logged. */
AP_DECLARE(int) ap_unixd_setup_child(void);

#ifdef __cplusplus
}
#endif

#endif
