/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_AP_REGKEY_H
#define PINION_AP_REGKEY_H

#define AP_REGKEY_H

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __cplusplus
}
#endif

#endif
