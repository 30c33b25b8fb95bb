/* SPDX-License-Identifier: Apache-2.0 */
/* reader.h - limits and diagnosis of configuration text. */
#ifndef PINION_SERVER_CONFIG_READER_H
#define PINION_SERVER_CONFIG_READER_H

/* A line longer than this, continuations joined, is refused. */
#define PN_CONFIG_LINE_MAX (1024 * 1024)

/*
 * What is wrong with the very beginning of a file, as a sentence, or NULL.
 * line is its first line.
 */
const char *pn_reader_odd_start(const char *line);

#endif
