/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory.c - allocation outside of pools, and the end when there is none.
 *
 * A server that goes on after a failed allocation loses track of what it
 * promised to whom; a child that ends is one line in the log and a new child.
 */
#include "httpd.h"

#include <unistd.h>

AP_DECLARE(void) ap_abort_on_oom(void)
{
    static const char text[] = "out of memory: this process ends\n";
    /* No formatting, no log: both allocate. */
    const ssize_t ignored = write(STDERR_FILENO, text, sizeof(text) - 1);

    (void)ignored;
    abort();
}

AP_DECLARE(void *) ap_malloc(size_t size)
{
    void *block = malloc(size);

    if (!block && size > 0) {
        ap_abort_on_oom();
    }
    return block;
}

AP_DECLARE(void *) ap_calloc(size_t nelem, size_t size)
{
    void *block = calloc(nelem, size);

    if (!block && nelem > 0 && size > 0) {
        ap_abort_on_oom();
    }
    return block;
}

AP_DECLARE(void *) ap_realloc(void *ptr, size_t size)
{
    void *block = realloc(ptr, size);

    if (!block && size > 0) {
        ap_abort_on_oom();
    }
    return block;
}
