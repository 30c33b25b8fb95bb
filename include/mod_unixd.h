/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_UNIXD_H
#define PINION_MOD_UNIXD_H

#define MOD_UNIXD_H

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

AP_DECLARE(int) ap_unixd_setup_child(void);

#ifdef __cplusplus
}
#endif

#endif
