/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vhost_host - the Host field taken apart.
 *
 * Strict, since names end up in redirects, logs and file names; what two
 * servers could read differently is refused (RFC 9110 7.2, RFC 3986 3.2.2).
 */
#include "config/vhost.h"

#include <apr_lib.h>
#include <apr_network_io.h>
#include <apr_strings.h>

enum { HOST_MAX_LEN = 1024 }; /* a DNS name has 253 */

static const char *parse_port(const char *digits, apr_port_t *port)
{
    unsigned number = 0;
    const char *at = digits;

    for (; apr_isdigit(*at); at++) {
        number = number * 10 + (unsigned)(*at - '0');
        if (number > 65535) {
            return "the port is above 65535";
        }
    }
    if (at == digits || *at != '\0') {
        return "the port is no number";
    }
    if (number == 0) {
        return "the port is 0";
    }
    *port = (apr_port_t)number;
    return NULL;
}

/* "[::1]" and perhaps ":80". */
static const char *parse_v6(apr_pool_t *pool, char *name, apr_port_t *port)
{
    char *end = strchr(name, ']');
    apr_sockaddr_t *addr;

    if (!end) {
        return "the ']' of an IPv6 address is missing";
    }
    if (end[1] == ':') {
        const char *error = parse_port(end + 2, port);

        if (error) {
            return error;
        }
    } else if (end[1] != '\0') {
        return "text follows an IPv6 address";
    }
    *end = '\0';
    if (strspn(name + 1, "0123456789abcdef:.") != strlen(name + 1)
        || apr_sockaddr_info_get(&addr, name + 1, APR_INET6, 0, 0, pool)
               != APR_SUCCESS) {
        return "an IPv6 address is malformed";
    }
    end[0] = ']';
    end[1] = '\0';
    return NULL;
}

static int is_name_char(char c, int is_strict)
{
    if (apr_isalnum(c) || c == '-' || c == '_' || c == '.') {
        return 1;
    }
    return !is_strict && (unsigned char)c > ' ' && c != '/' && c != '\\'
           && c != 0x7f;
}

static const char *check_name(const char *name, int is_strict)
{
    if (*name == '\0' || *name == '.') {
        return "a part of the host name is empty";
    }
    for (const char *at = name; *at; at++) {
        if (!is_name_char(*at, is_strict)) {
            return "the host name has a forbidden character";
        }
        if (at[0] == '.' && at[1] == '.') {
            return "a part of the host name is empty";
        }
    }
    return NULL;
}

const char *pn_vhost_parse_host(apr_pool_t *pool, const char *field,
                                int is_strict, char **host, apr_port_t *port)
{
    apr_size_t len = strlen(field);
    const char *error;
    char *colon;
    char *name;

    *port = 0;
    if (len > HOST_MAX_LEN) {
        return "the host name is too long";
    }
    name = apr_pstrmemdup(pool, field, len);
    ap_str_tolower(name);
    *host = name;
    if (*name == '[') {
        return parse_v6(pool, name, port);
    }
    colon = strrchr(name, ':');
    if (colon) {
        error = parse_port(colon + 1, port);
        if (error) {
            return error;
        }
        *colon = '\0';
        len = (apr_size_t)(colon - name);
    }
    error = check_name(name, is_strict);
    if (!error && name[len - 1] == '.') {
        name[len - 1] = '\0'; /* the root of the DNS: the same name */
    }
    return error;
}
