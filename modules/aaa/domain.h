/* SPDX-License-Identifier: Apache-2.0 */
/* domain.h - comparing host names, for the modules of this folder. */
#ifndef PINION_MODULES_AAA_DOMAIN_H
#define PINION_MODULES_AAA_DOMAIN_H

/* Whether host is domain or ends in it, whole labels only and whatever the
 * case: "a.org" is true for "a.org" and "x.a.org", ".a.org" for the second
 * only. An empty domain holds nothing. */
int aaa_is_in_domain(const char *host, const char *domain);

#endif
