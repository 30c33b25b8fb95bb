/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_dav.h - webDAV (RFC 4918): what mod_dav offers to providers of
 * repositories, locks, properties and versions.
 */
#ifndef PINION_MOD_DAV_H
#define PINION_MOD_DAV_H

#define _MOD_DAV_H_

#include <limits.h>
#include <time.h>

#include <apr_dbm.h>
#include <apr_hash.h>
#include <apr_tables.h>

#include "ap_hooks.h"
#include "httpd.h"
#include "httpd/dav_functions.h"
#include "httpd/dav_providers.h"
#include "httpd/dav_records.h"
#include "httpd/dav_request.h"
#include "httpd/dav_state.h"
#include "httpd/dav_values.h"
#include "util_filter.h"
#include "util_xml.h"

#endif
