/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clock.h - the present second in the forms that responses and logs print.
 */
#ifndef PINION_SERVER_ENGINE_CLOCK_H
#define PINION_SERVER_ENGINE_CLOCK_H

#include <apr_time.h>

enum {
    PN_CLOCK_DATE_LEN = 29,    /* Sun, 06 Nov 1994 08:49:37 GMT */
    PN_CLOCK_LOG_TIME_LEN = 28 /* [06/Nov/1994:08:49:37 +0000] */
};

/*
 * Both return a string of this thread that changes only when the thread asks
 * for another second: copy it to keep it. Formatting is done once a second.
 */

/* For Date and the like: RFC 9110 5.6.7 in GMT. */
const char *pn_clock_date(apr_time_t when);
/* For access logs: local time with its offset from GMT, in brackets. */
const char *pn_clock_log_time(apr_time_t when);

#endif
