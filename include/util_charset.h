/* SPDX-License-Identifier: Apache-2.0 */
/*
 * util_charset.h - character sets: ASCII everywhere.
 */
#ifndef PINION_UTIL_CHARSET_H
#define PINION_UTIL_CHARSET_H

#define APACHE_UTIL_CHARSET_H

#include <apr.h>

#endif
