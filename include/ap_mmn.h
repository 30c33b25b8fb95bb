/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_mmn.h - the version of the module API. A module is loaded if its major
 * number is the server's and its minor number is not above it.
 */
#ifndef PINION_AP_MMN_H
#define PINION_AP_MMN_H

#define APACHE_AP_MMN_H

#define MODULE_MAGIC_COOKIE 0x41503234UL /* "AP24" */

#define MODULE_MAGIC_NUMBER_MINOR 142
#define MODULE_MAGIC_NUMBER_MAJOR 20120211
#define MODULE_MAGIC_NUMBER MODULE_MAGIC_NUMBER_MAJOR

/* Whether the API is at least of this version. */
#define AP_MODULE_MAGIC_AT_LEAST(major, minor) \
    ((major) < MODULE_MAGIC_NUMBER_MAJOR \
     || ((major) == MODULE_MAGIC_NUMBER_MAJOR \
         && (minor) <= MODULE_MAGIC_NUMBER_MINOR))
#define MODULE_MAGIC_AT_LEAST old_form_use_AP_MODULE_MAGIC_AT_LEAST

#endif
