/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual hosts: Host fields, addresses, names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <apr_strings.h>

#include "config/vhost.h"
#include "config_text.h"
#include "http_vhost.h"

static void takes_a_host_field_apart(void **state)
{
    static const struct {
        const char *field;
        const char *host; /* NULL: refused */
        apr_port_t port;
    } cases[] = {
        { "a.example", "a.example", 0 },
        { "A.Example:8080", "a.example", 8080 },
        { "a.example.", "a.example", 0 },
        { "a.example.:80", "a.example", 80 },
        { "under_score", "under_score", 0 },
        { "127.0.0.1", "127.0.0.1", 0 },
        { "[::1]", "[::1]", 0 },
        { "[2001:DB8::1]:443", "[2001:db8::1]", 443 },
        { "a/b", NULL, 0 },
        { "u@a", NULL, 0 },
        { "a b", NULL, 0 },
        { ":abc", NULL, 0 },
        { "a:abc", NULL, 0 },
        { "a:0", NULL, 0 },
        { ":0", NULL, 0 },
        { "a:99999999", NULL, 0 },
        { "a:65536", NULL, 0 },
        { "a:", NULL, 0 },
        { "a, b", NULL, 0 },
        { "\xc3\xa9.example", NULL, 0 },
        { "a%2eb", NULL, 0 },
        { "a..b", NULL, 0 },
        { "..", NULL, 0 },
        { ".", NULL, 0 },
        { ".a", NULL, 0 },
        { "[::1", NULL, 0 },
        { "[::1]x", NULL, 0 },
        { "[::1]:", NULL, 0 },
        { "[::1%eth0]", NULL, 0 },
        { "[1.2.3.4]", NULL, 0 },
        { "[]", NULL, 0 },
        { "a:80:80", NULL, 0 },
        { "a\\b", NULL, 0 },
    };
    apr_pool_t *pool = config_text_begin();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *host;
        apr_port_t port;
        const char *error = pn_vhost_parse_host(pool, cases[i].field, 1, &host,
                                                &port);

        if (!error != (cases[i].host != NULL)) {
            fail_msg("'%s': %s", cases[i].field, error ? error : "accepted");
        }
        if (!error) {
            assert_string_equal(host, cases[i].host);
            assert_int_equal(port, cases[i].port);
        }
    }
    config_text_end(pool);
}

static void refuses_a_host_of_any_length(void **state)
{
    apr_pool_t *pool = config_text_begin();
    char *field = apr_pcalloc(pool, 2001);
    char *host;
    apr_port_t port;

    memset(field, 'a', 2000);
    assert_non_null(pn_vhost_parse_host(pool, field, 1, &host, &port));
    config_text_end(pool);
}

/* A virtual host with names "server alias *.wild". */
static server_rec *add_host(apr_pool_t *pool, server_rec *main_s,
                            const char *addresses, const char *names)
{
    server_rec *s;

    assert_null(ap_init_virtual_host(pool, addresses, main_s, &s));
    s->defn_name = "test.conf";
    s->server_hostname = ap_getword_conf(pool, &names);
    while (*names) {
        const char *name = ap_getword_conf(pool, &names);

        APR_ARRAY_PUSH(ap_is_matchexp(name) ? s->wild_names : s->names,
                       const char *) = name;
    }
    s->next = main_s->next; /* as the section does: the last one first */
    main_s->next = s;
    return s;
}

static const char *found_by(apr_pool_t *pool, const char *ip, apr_port_t port,
                            const char *host)
{
    apr_sockaddr_t *local;
    pn_vhost_addr_t *addr;
    server_rec *s;

    assert_int_equal(apr_sockaddr_info_get(&local, ip, APR_UNSPEC, port, 0,
                                           pool),
                     APR_SUCCESS);
    addr = pn_vhost_index_find(local);
    if (!addr) {
        return "main";
    }
    s = host ? pn_vhost_index_match(addr, host) : NULL;
    if (!s) {
        s = APR_ARRAY_IDX(addr->members, 0, pn_vhost_member_t).server;
    }
    return s->server_hostname;
}

static void finds_the_server_for_an_address_and_a_name(void **state)
{
    static const struct {
        const char *ip;
        apr_port_t port;
        const char *host, *server;
    } cases[] = {
        { "127.0.0.1", 80, NULL, "first" },
        { "127.0.0.1", 80, "unknown", "first" },
        { "127.0.0.1", 80, "second", "second" },
        { "127.0.0.1", 80, "alias2", "second" },
        { "127.0.0.1", 80, "x.wild", "second" },
        { "127.0.0.1", 80, "a.b.wild", "second" },
        /* third says it by name, but second's pattern comes before */
        { "127.0.0.1", 80, "exact.wild", "second" },
        { "127.0.0.1", 80, "third", "third" },
        { "127.0.0.1", 81, "second", "main" },
        { "127.0.0.2", 80, NULL, "by-address" },
        { "127.0.0.2", 80, "second", "by-address" },
        { "127.0.0.3", 80, NULL, "any-port" },
        { "127.0.0.3", 9999, NULL, "any-port" },
        { "127.0.0.3", 8443, NULL, "one-port" },
        { "::1", 80, NULL, "six" },
        { "::1", 81, NULL, "main" },
        { "::2", 80, NULL, "first" },
        { "::ffff:127.0.0.2", 80, NULL, "by-address" },
    };
    apr_pool_t *pool = config_text_begin();
    server_rec *s = config_text_server(pool);

    s->server_hostname = apr_pstrdup(pool, "main");
    add_host(pool, s, "*:80", "first");
    add_host(pool, s, "*:80", "second alias2 *.wild");
    add_host(pool, s, "_default_:80", "third exact.wild Third2");
    add_host(pool, s, "127.0.0.2:80", "by-address");
    add_host(pool, s, "127.0.0.3:*", "any-port");
    add_host(pool, s, "127.0.0.3:8443", "one-port");
    add_host(pool, s, "[::1]:80 127.0.0.4:80", "six");
    ap_fini_vhost_config(pool, s);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *server = found_by(pool, cases[i].ip, cases[i].port,
                                      cases[i].host);

        assert_string_equal(server, cases[i].server);
    }
    config_text_end(pool);
}

static void finds_one_name_among_thousands(void **state)
{
    apr_pool_t *pool = config_text_begin();
    server_rec *s = config_text_server(pool);
    server_rec **link = &s->next;

    s->server_hostname = apr_pstrdup(pool, "main");
    for (int i = 0; i < 5000; i++) {
        ap_init_virtual_host(pool, "*:80", s, link);
        (*link)->server_hostname = apr_psprintf(pool, "Host%d.example", i);
        link = &(*link)->next;
    }
    ap_fini_vhost_config(pool, s);
    assert_string_equal(found_by(pool, "127.0.0.1", 80, "host4999.example"),
                        "Host4999.example");
    assert_string_equal(found_by(pool, "127.0.0.1", 80, "host0.example"),
                        "Host0.example");
    config_text_end(pool);
}

static void parses_addresses_of_sections(void **state)
{
    static const struct {
        const char *text;
        int n;            /* addresses; -1: refused */
        apr_port_t port;  /* of the first */
    } cases[] = {
        { "*", 1, 0 },
        { "*:80", 1, 80 },
        { "*:*", 1, 0 },
        { "_default_", 1, 0 },
        { "_Default_:443", 1, 443 },
        { "127.0.0.1", 1, 0 },
        { "127.0.0.1:80 127.0.0.2:81", 2, 80 },
        { "[::1]:80", 1, 80 },
        { "[::1]", 1, 0 },
        { "no.such.host.invalid:80", 0, 0 }, /* logged, ignored */
        { "127.0.0.1:80000", -1, 0 },
        { "127.0.0.1:x", -1, 0 },
        { "", 0, 0 },
        { "8080", -1, 0 },
    };
    apr_pool_t *pool = config_text_begin();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        server_rec s = { .port = 0 };
        const char *error = ap_parse_vhost_addrs(pool, cases[i].text, &s);
        int n = 0;

        for (server_addr_rec *sar = s.addrs; sar; sar = sar->next) {
            n++;
        }
        if ((error ? -1 : n) != cases[i].n) {
            fail_msg("'%s': %d %s", cases[i].text, n, error ? error : "");
        }
        if (n > 0) {
            assert_int_equal(s.addrs->host_port, cases[i].port);
        }
    }
    config_text_end(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_a_host_field_apart),
        cmocka_unit_test(refuses_a_host_of_any_length),
        cmocka_unit_test(finds_the_server_for_an_address_and_a_name),
        cmocka_unit_test(finds_one_name_among_thousands),
        cmocka_unit_test(parses_addresses_of_sections),
    };

    config_text_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
