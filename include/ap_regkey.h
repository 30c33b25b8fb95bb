/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_regkey.h - the registry of Windows: empty elsewhere, here so that it can
 * be included.
 */
#ifndef PINION_AP_REGKEY_H
#define PINION_AP_REGKEY_H

#define AP_REGKEY_H

#endif
