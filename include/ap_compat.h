/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_AP_COMPAT_H
#define PINION_AP_COMPAT_H

#define AP_COMPAT_H

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ap_send_http_header(r) ((void)(r))
#define MODULE_VAR_EXPORT      AP_MODULE_DECLARE_DATA

#ifdef __cplusplus
}
#endif

#endif
