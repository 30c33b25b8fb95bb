/* SPDX-License-Identifier: Apache-2.0 */
/* domain.c - comparing host names, for the modules of this folder. */

#include "domain.h"

#include "httpd.h"

int aaa_is_in_domain(const char *host, const char *domain)
{
    size_t host_len = strlen(host);
    size_t domain_len = strlen(domain);

    if (domain_len == 0 || host_len < domain_len ||
        ap_cstr_casecmp(host + host_len - domain_len, domain) != 0) {
        return 0;
    }
    return host_len == domain_len || *domain == '.' ||
           host[host_len - domain_len - 1] == '.';
}
