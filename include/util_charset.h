/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_UTIL_CHARSET_H
#define PINION_UTIL_CHARSET_H

#define APACHE_UTIL_CHARSET_H

#include <apr.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __cplusplus
}
#endif

#endif
