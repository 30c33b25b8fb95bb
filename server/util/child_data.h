/* SPDX-License-Identifier: Apache-2.0 */
/*
 * child_data.h - variables that every child writes.
 *
 * After fork() a page is shared until someone writes to it. These variables
 * are next to each other, so that a child has its own copy of one page instead
 * of one for each file.
 */
#ifndef PINION_SERVER_UTIL_CHILD_DATA_H
#define PINION_SERVER_UTIL_CHILD_DATA_H

#define PN_CHILD_DATA __attribute__((section("pn_child_data")))

#endif
