/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_UTIL_XML_H
#define PINION_UTIL_XML_H

#define UTIL_XML_H

#include <apr_xml.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

AP_DECLARE(int) ap_xml_parse_input(request_rec *r, apr_xml_doc **);

#ifdef __cplusplus
}
#endif

#endif
