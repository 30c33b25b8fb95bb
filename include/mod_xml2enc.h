/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_xml2enc.h - mod_xml2enc: character sets of markup.
 */
#ifndef PINION_MOD_XML2ENC_H
#define PINION_MOD_XML2ENC_H

#define MOD_XML2ENC

#include <apr_optional.h>

#include "ap_hooks.h"
#include "httpd.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

#define XML2ENC_DECLARE(type)        AP_DECLARE(type)
#define XML2ENC_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define XML2ENC_DECLARE_DATA         AP_DECLARE_DATA

#define ENCIO_INPUT        1
#define ENCIO_OUTPUT       2
#define ENCIO_INPUT_CHECKS 4
#define ENCIO              7
#define ENCIO_SKIPTO       16

/* For those who included libxml2's headers before this one. */
#ifdef __XML_CHAR_ENCODING_H__
/* The character set of r's body. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, xml2enc_charset,
                        (request_rec *r, xmlCharEncoding *enc,
                         const char **cntype));
#endif

/* Adds the filter that translates. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, xml2enc_filter,
                        (request_rec *r, const char *enc, unsigned int
                         mode));

/* Changes the beginning of markup before its character set is looked for. */
APR_DECLARE_EXTERNAL_HOOK(xml2enc, XML2ENC, int, preprocess,
                (ap_filter_t *f, char **bufp, apr_size_t *bytesp))

#ifdef __cplusplus
}
#endif

#endif
