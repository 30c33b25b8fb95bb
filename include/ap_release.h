/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_release.h - the version that this API is compatible with: what modules
 * test, and build their own names from. The running server introduces itself
 * as Pinion; its own version is in pinion.h.
 */
#ifndef PINION_AP_RELEASE_H
#define PINION_AP_RELEASE_H

#define AP_RELEASE_H

#define AP_SERVER_COPYRIGHT   "Copyright the Pinion authors"
#define AP_SERVER_BASEVENDOR  "Apache Software Foundation"
#define AP_SERVER_BASEPROJECT "Apache HTTP Server"
#define AP_SERVER_BASEPRODUCT "Apache"

#define AP_SERVER_MAJORVERSION_NUMBER 2
#define AP_SERVER_MINORVERSION_NUMBER 4
#define AP_SERVER_PATCHLEVEL_NUMBER   71
#define AP_SERVER_DEVBUILD_BOOLEAN    0
#define AP_SERVER_MAJORVERSION        "2"
#define AP_SERVER_MINORVERSION        "4"
#define AP_SERVER_PATCHLEVEL          "71"
#define AP_SERVER_MINORREVISION       "2.4"
#define AP_SERVER_ADD_STRING          ""
#define AP_SERVER_BASEREVISION "2.4.71"
#define AP_SERVER_BASEVERSION  AP_SERVER_BASEPRODUCT "/" AP_SERVER_BASEREVISION
#define AP_SERVER_VERSION      AP_SERVER_BASEVERSION

/* As numbers with commas between, for resource files. */
#define AP_SERVER_PATCHLEVEL_CSV \
    AP_SERVER_MAJORVERSION_NUMBER, AP_SERVER_MINORVERSION_NUMBER, \
        AP_SERVER_PATCHLEVEL_NUMBER

#endif
