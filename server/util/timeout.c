/* SPDX-License-Identifier: Apache-2.0 */
/*
 * timeout.c - times in directives: a number and a unit, "90", "5s", "100ms".
 */
#include "httpd.h"

#include "apr_strings.h"

/* 0: no such unit. Only its first letters are looked at, so "sec" is a unit. */
static apr_interval_time_t unit_us(const char *unit)
{
    switch (*unit) {
    case 's':
        return APR_USEC_PER_SEC;
    case 'h':
        return apr_time_from_sec(3600);
    case 'm':
        if (unit[1] == 's') {
            return 1000;
        }
        return unit[1] == 'i' ? apr_time_from_sec(60) : 0;
    default:
        return 0;
    }
}

AP_DECLARE(apr_status_t)
ap_timeout_parameter_parse(const char *timeout_param,
                           apr_interval_time_t *timeout,
                           const char *default_time_unit)
{
    char *end;
    apr_int64_t value;
    apr_interval_time_t unit;

    errno = 0;
    value = apr_strtoi64(timeout_param, &end, 10);
    if (errno != 0) {
        return APR_FROM_OS_ERROR(errno);
    }
    unit = unit_us(*end == '\0' ? default_time_unit : end);
    if (unit == 0 || value < 0 || value > APR_INT64_MAX / unit) {
        return APR_EGENERAL;
    }
    *timeout = value * unit;
    return APR_SUCCESS;
}
