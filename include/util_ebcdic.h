/* SPDX-License-Identifier: Apache-2.0 */
/*
 * util_ebcdic.h - translation from and to ASCII: none.
 */
#ifndef PINION_UTIL_EBCDIC_H
#define PINION_UTIL_EBCDIC_H

#define APACHE_UTIL_EBCDIC_H

#include <apr_xlate.h>

#include "httpd.h"
#include "util_charset.h"

#define ap_xlate_proto_to_ascii(x, y)   /* ASCII already */
#define ap_xlate_proto_from_ascii(x, y) /* ASCII already */
#define ap_rvputs_proto_in_ascii        ap_rvputs

#endif
