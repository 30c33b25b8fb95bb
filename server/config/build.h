/* SPDX-License-Identifier: Apache-2.0 */
/* build.h - limits of the directive tree. */
#ifndef PINION_SERVER_CONFIG_BUILD_H
#define PINION_SERVER_CONFIG_BUILD_H

/* Sections within sections, conditional ones included. */
enum { PN_CONFIG_NESTING_MAX = 128 };

#endif
