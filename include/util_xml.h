/* SPDX-License-Identifier: Apache-2.0 */
/*
 * util_xml.h - XML bodies.
 */
#ifndef PINION_UTIL_XML_H
#define PINION_UTIL_XML_H

#define UTIL_XML_H

#include <apr_xml.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Parses the body of r. *pdoc is NULL if there is none. OK, HTTP_BAD_REQUEST,
 * or HTTP_REQUEST_ENTITY_TOO_LARGE above LimitXMLRequestBody.
 */
AP_DECLARE(int) ap_xml_parse_input(request_rec *r, apr_xml_doc **pdoc);

#ifdef __cplusplus
}
#endif

#endif
