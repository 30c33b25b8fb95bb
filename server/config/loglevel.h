/* SPDX-License-Identifier: Apache-2.0 */
/* loglevel.h - what an ap_logconf holds where nothing was said. */
#ifndef PINION_SERVER_CONFIG_LOGLEVEL_H
#define PINION_SERVER_CONFIG_LOGLEVEL_H

/* Inherit from outside. (APLOG_NO_MODULE, -1, in module_levels means: as the
 * level of this very configuration says.) */
enum { PN_LOG_UNSET = -2 };

#endif
