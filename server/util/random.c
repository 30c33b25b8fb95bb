/* SPDX-License-Identifier: Apache-2.0 */
/*
 * random.c - random numbers for everything but secrets.
 *
 * Straight from the kernel: nothing to seed, nothing that two children share
 * after a fork. A block for each thread makes the system call rare.
 */
#include "httpd.h"

#include <sys/random.h>
#include <unistd.h>

enum { BLOCK_BYTES = 256 };

typedef struct reserve_t {
    unsigned char bytes[BLOCK_BYTES];
    size_t left;
    pid_t owner; /* what a parent drew, its child must not repeat */
} reserve_t;

static void fill(unsigned char *to, size_t size)
{
    while (size > 0) {
        const ssize_t n = getrandom(to, size, 0);

        if (n > 0) {
            to += n;
            size -= (size_t)n;
        }
        else if (errno != EINTR) {
            abort(); /* a kernel without the call: nothing to fall back on */
        }
    }
}

AP_DECLARE(void) ap_random_insecure_bytes(void *buf, apr_size_t size)
{
    static AP_THREAD_LOCAL reserve_t reserve;
    const pid_t self = getpid();

    if (size > BLOCK_BYTES) {
        fill(buf, size);
        return;
    }
    if (reserve.left < size || reserve.owner != self) {
        fill(reserve.bytes, sizeof(reserve.bytes));
        reserve.left = sizeof(reserve.bytes);
        reserve.owner = self;
    }
    reserve.left -= size;
    memcpy(buf, reserve.bytes + reserve.left, size);
}

/* Both ends included. Values that would favour the low numbers are redrawn. */
AP_DECLARE(apr_uint32_t) ap_random_pick(apr_uint32_t min, apr_uint32_t max)
{
    const apr_uint32_t range = max - min + 1; /* 0: all of 32 bits */
    apr_uint32_t number;

    do {
        ap_random_insecure_bytes(&number, sizeof(number));
    } while (range != 0 && number < (0U - range) % range);
    return range == 0 ? number : min + number % range;
}
