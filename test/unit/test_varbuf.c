/* SPDX-License-Identifier: Apache-2.0 */
/* test_varbuf.c - growing strings, random numbers, threads, providers,
 * checksums. */

#include "util_test.h"

#include <sys/wait.h>
#include <unistd.h>

#include "apr_thread_proc.h"

#include "ap_provider.h"
#include "util_md5.h"
#include "util_varbuf.h"

static void a_string_grows_from_nothing_to_megabytes(void **s)
{
    enum { N_ROUNDS = 200000 };
    struct ap_varbuf vb;
    apr_size_t len;
    char *copy;

    ap_varbuf_init(pool, &vb, 0);
    assert_string_equal(vb.buf, "");
    for (int i = 0; i < N_ROUNDS; i++) {
        ap_varbuf_strmemcat(&vb, "0123456789", 10);
    }
    assert_int_equal(vb.strlen, 10 * N_ROUNDS);
    assert_int_equal(strlen(vb.buf), vb.strlen);
    assert_true(vb.avail >= vb.strlen);
    copy = ap_varbuf_pdup(pool, &vb, "<", 1, ">", 1, &len);
    assert_int_equal(len, 10 * N_ROUNDS + 2);
    assert_int_equal(copy[0], '<');
    assert_int_equal(copy[len - 1], '>');
    ap_varbuf_free(&vb);
    assert_null(vb.buf);
}

static void an_unknown_length_is_counted(void **s)
{
    struct ap_varbuf vb;

    ap_varbuf_init(pool, &vb, 3);
    memcpy(vb.buf, "abc", 4);
    ap_varbuf_grow(&vb, 1000);
    assert_string_equal(vb.buf, "abc");
    ap_varbuf_strcat(&vb, "def");
    assert_string_equal(vb.buf, "abcdef");
    ap_varbuf_strmemcat(&vb, "xyz", 0);
    ap_varbuf_strmemcat(&vb, "xyz", -1);
    assert_string_equal(vb.buf, "abcdef");
    assert_text(0, ap_varbuf_pdup(pool, &vb, NULL, 9, NULL, 9, NULL), "abcdef");
}

static void random_numbers_stay_in_their_range(void **s)
{
    int seen[3] = { 0 };

    for (int i = 0; i < 1000; i++) {
        const apr_uint32_t n = ap_random_pick(5, 7);

        assert_in_range(n, 5, 7);
        seen[n - 5]++;
    }
    for (size_t i = 0; i < N(seen); i++) {
        assert_true(seen[i] > 200);
    }
    assert_int_equal(ap_random_pick(9, 9), 9);
    (void)ap_random_pick(0, APR_UINT32_MAX);
}

static void a_child_does_not_repeat_its_parents_numbers(void **s)
{
    unsigned char before[16];
    unsigned char parent[16];
    unsigned char child[16];
    int fds[2];
    pid_t pid;

    ap_random_insecure_bytes(before, sizeof(before));
    assert_int_equal(pipe(fds), 0);
    pid = fork();
    if (pid == 0) {
        ap_random_insecure_bytes(child, sizeof(child));
        _exit(write(fds[1], child, sizeof(child)) != sizeof(child));
    }
    assert_int_equal(read(fds[0], child, sizeof(child)), sizeof(child));
    ap_random_insecure_bytes(parent, sizeof(parent));
    assert_memory_not_equal(parent, child, sizeof(child));
    waitpid(pid, NULL, 0);
    close(fds[0]);
    close(fds[1]);
}

static void *APR_THREAD_FUNC who_am_i(apr_thread_t *thread, void *data)
{
    *(int *)data = ap_thread_current() == thread;
    apr_thread_exit(thread, APR_SUCCESS);
    return NULL;
}

static void threads_know_themselves(void **s)
{
    apr_thread_t *thread;
    apr_status_t rv;
    int is_right = 0;

    assert_null(ap_thread_current());
    assert_int_equal(ap_thread_create(&thread, NULL, who_am_i, &is_right, pool),
                     APR_SUCCESS);
    apr_thread_join(&rv, thread);
    assert_true(is_right);
    assert_int_equal(ap_thread_main_create(&thread, pool), APR_SUCCESS);
    assert_ptr_equal(ap_thread_current(), thread);
    assert_int_equal(ap_thread_current_create(&thread, NULL, pool), APR_EEXIST);
    ap_thread_current_after_fork();
    assert_ptr_equal(ap_thread_current(), thread);
    apr_pool_clear(pool);
    assert_null(ap_thread_current());
}

static void providers_are_found_by_group_name_and_version(void **s)
{
    apr_array_header_t *list;

    assert_null(ap_lookup_provider("g", "n", "0"));
    assert_int_equal(ap_list_provider_names(pool, "g", "0")->nelts, 0);
    ap_register_provider(pool, "g", "n", "0", "first");
    ap_register_provider(pool, "g", "m", "0", "other");
    ap_register_provider(pool, "g", "n", "1", "newer");
    ap_register_provider(pool, "g", "n", "0", "second");
    assert_text(0, ap_lookup_provider("g", "n", "0"), "second");
    assert_text(1, ap_lookup_provider("g", "n", "1"), "newer");
    assert_null(ap_lookup_provider("g", "x", "0"));
    assert_null(ap_lookup_provider("x", "n", "0"));
    list = ap_list_provider_names(pool, "g", "0");
    assert_int_equal(list->nelts, 2);
    assert_text(
        2, APR_ARRAY_IDX(list, 0, ap_list_provider_names_t).provider_name, "n");
    assert_int_equal(ap_list_provider_groups(pool)->nelts, 2);
    apr_pool_clear(pool);
    assert_null(ap_lookup_provider("g", "n", "0"));
}

static void checksums(void **s)
{
    apr_md5_ctx_t context;

    assert_text(0, ap_md5(pool, (const unsigned char *)"abc"),
                "900150983cd24fb0d6963f7d28e17f72");
    assert_text(1, ap_md5_binary(pool, (const unsigned char *)"abcd", 3),
                "900150983cd24fb0d6963f7d28e17f72");
    apr_md5_init(&context);
    apr_md5_update(&context, "abc", 3);
    assert_text(2, ap_md5contextTo64(pool, &context),
                "kAFQmDzST7DWlj99KOF/cg==");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_string_grows_from_nothing_to_megabytes),
        test(an_unknown_length_is_counted),
        test(random_numbers_stay_in_their_range),
        test(a_child_does_not_repeat_its_parents_numbers),
        test(threads_know_themselves),
        test(providers_are_found_by_group_name_and_version),
        test(checksums),
    };

    return run_all(tests);
}
