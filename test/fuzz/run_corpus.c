/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run_corpus.c - main() of a fuzz target without a fuzzer.
 *
 * Gives each named file to LLVMFuzzerTestOneInput(); without names, each file
 * of the target's own corpus, so that `make check` runs it as a test.
 */

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    struct stat info;
    uint8_t *data;
    size_t size;

    if (!file || fstat(fileno(file), &info) != 0) {
        perror(path);
        return 1;
    }
    /* A block of just the size, so that a sanitizer sees reads behind it. */
    size = (size_t)info.st_size;
    data = malloc(size ? size : 1);
    if (!data || fread(data, 1, size, file) != size) {
        perror(path);
        return 1;
    }
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 0;
}

static int run_folder(const char *path, int *files_n)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    int failed = 0;

    if (!folder || chdir(path) != 0) {
        perror(path);
        return 1;
    }
    while ((entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] != '.') {
            failed |= run_file(entry->d_name);
            ++*files_n;
        }
    }
    closedir(folder);
    return failed;
}

/* test/fuzz/fuzz_head -> $srcdir/test/fuzz/corpus/head */
static int run_own_corpus(const char *program)
{
    const char *name = strstr(program, "fuzz_");
    const char *source = getenv("srcdir");
    char path[4096];
    int files_n = 0;
    int failed;

    while (name && strstr(name + 1, "fuzz_")) {
        name = strstr(name + 1, "fuzz_");
    }
    if (!name) {
        fprintf(stderr, "%s: not named fuzz_TARGET\n", program);
        return 1;
    }
    snprintf(path, sizeof(path), "%s/test/fuzz/corpus/%s",
             source ? source : ".", name + strlen("fuzz_"));
    failed = run_folder(path, &files_n);
    printf("%s: %d inputs\n", path, files_n);
    return failed || files_n == 0;
}

int main(int argc, char **argv)
{
    int failed = 0;

    if (argc == 1) {
        return run_own_corpus(argv[0]);
    }
    for (int i = 1; i < argc; i++) {
        failed |= run_file(argv[i]);
    }
    return failed;
}
