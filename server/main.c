/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - arguments, start, restart, stop. */

int main(void)
{
    return 1;
}
