/* SPDX-License-Identifier: Apache-2.0 */
/*
 * status_line.c - status codes, their reason phrases (IANA registry) and
 * their places in tables of RESPONSE_CODES entries.
 */
#include "http_protocol.h"

#include <apr_strings.h>

static const char *const informational[] = {
    "100 Continue",
    "101 Switching Protocols",
    "102 Processing",
    "103 Early Hints",
};

static const char *const successful[] = {
    [0] = "200 OK",
    [1] = "201 Created",
    [2] = "202 Accepted",
    [3] = "203 Non-Authoritative Information",
    [4] = "204 No Content",
    [5] = "205 Reset Content",
    [6] = "206 Partial Content",
    [7] = "207 Multi-Status",
    [8] = "208 Already Reported",
    [26] = "226 IM Used",
};

static const char *const redirection[] = {
    [0] = "300 Multiple Choices",
    [1] = "301 Moved Permanently",
    [2] = "302 Found",
    [3] = "303 See Other",
    [4] = "304 Not Modified",
    [5] = "305 Use Proxy",
    [7] = "307 Temporary Redirect",
    [8] = "308 Permanent Redirect",
};

static const char *const client_error[] = {
    [0] = "400 Bad Request",
    [1] = "401 Unauthorized",
    [2] = "402 Payment Required",
    [3] = "403 Forbidden",
    [4] = "404 Not Found",
    [5] = "405 Method Not Allowed",
    [6] = "406 Not Acceptable",
    [7] = "407 Proxy Authentication Required",
    [8] = "408 Request Timeout",
    [9] = "409 Conflict",
    [10] = "410 Gone",
    [11] = "411 Length Required",
    [12] = "412 Precondition Failed",
    [13] = "413 Request Entity Too Large",
    [14] = "414 Request-URI Too Long",
    [15] = "415 Unsupported Media Type",
    [16] = "416 Requested Range Not Satisfiable",
    [17] = "417 Expectation Failed",
    [18] = "418 I'm A Teapot",
    [21] = "421 Misdirected Request",
    [22] = "422 Unprocessable Entity",
    [23] = "423 Locked",
    [24] = "424 Failed Dependency",
    [25] = "425 Too Early",
    [26] = "426 Upgrade Required",
    [28] = "428 Precondition Required",
    [29] = "429 Too Many Requests",
    [31] = "431 Request Header Fields Too Large",
    [51] = "451 Unavailable For Legal Reasons",
};

static const char *const server_error[] = {
    [0] = "500 Internal Server Error",
    [1] = "501 Not Implemented",
    [2] = "502 Bad Gateway",
    [3] = "503 Service Unavailable",
    [4] = "504 Gateway Timeout",
    [5] = "505 HTTP Version Not Supported",
    [6] = "506 Variant Also Negotiates",
    [7] = "507 Insufficient Storage",
    [8] = "508 Loop Detected",
    [10] = "510 Not Extended",
    [11] = "511 Network Authentication Required",
};

#define N_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* Each class follows the one before in the numbering of responses. */
enum {
    AT_1XX = 0,
    AT_2XX = AT_1XX + N_OF(informational),
    AT_3XX = AT_2XX + N_OF(successful),
    AT_4XX = AT_3XX + N_OF(redirection),
    AT_5XX = AT_4XX + N_OF(client_error),
    AT_END = AT_5XX + N_OF(server_error)
};

_Static_assert(AT_END == RESPONSE_CODES,
               "modules size their tables by RESPONSE_CODES");

static const struct {
    const char *const *lines;
    int n;
    int at;
} classes[] = {
    { NULL, 0, 0 },
    { informational, N_OF(informational), AT_1XX },
    { successful, N_OF(successful), AT_2XX },
    { redirection, N_OF(redirection), AT_3XX },
    { client_error, N_OF(client_error), AT_4XX },
    { server_error, N_OF(server_error), AT_5XX },
};

/* The registered line of status, or NULL. */
static const char *line_of(int status)
{
    int class = status / 100;

    if (class < 1 || class >= N_OF(classes)
        || status % 100 >= classes[class].n) {
        return NULL;
    }
    return classes[class].lines[status % 100];
}

AP_DECLARE(int) ap_index_of_response(int status)
{
    if (!line_of(status)) {
        return AT_5XX; /* what is unknown is treated as a 500 */
    }
    return classes[status / 100].at + status % 100;
}

AP_DECLARE(const char *) ap_get_status_line(int status)
{
    const char *line = line_of(status);

    return line ? line : server_error[0];
}

AP_DECLARE(const char *) ap_get_status_line_ex(apr_pool_t *pool, int status)
{
    const char *line = line_of(status);

    if (line) {
        return line;
    }
    if (status >= 100 && status <= 999) {
        return apr_psprintf(pool, "%d Status %d", status, status);
    }
    return server_error[0];
}
