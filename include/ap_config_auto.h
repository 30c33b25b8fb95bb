/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_config_auto.h - what the system has, as far as modules ask. Nothing here
 * depends on how the server was configured.
 */
#ifndef PINION_AP_CONFIG_AUTO_H
#define PINION_AP_CONFIG_AUTO_H

#ifndef AP_ENABLE_V4_MAPPED
#define AP_ENABLE_V4_MAPPED 1
#endif
#ifndef AP_NONBLOCK_WHEN_MULTI_LISTEN
#define AP_NONBLOCK_WHEN_MULTI_LISTEN 1
#endif
#ifndef AP_USING_AUTOCONF
#define AP_USING_AUTOCONF 1
#endif
#ifndef HAVE_ARC4RANDOM_BUF
#define HAVE_ARC4RANDOM_BUF 1
#endif
#ifndef HAVE_EPOLL_CREATE
#define HAVE_EPOLL_CREATE 1
#endif
#ifndef HAVE_FOPEN64
#define HAVE_FOPEN64 1
#endif
#ifndef HAVE_GETGRNAM
#define HAVE_GETGRNAM 1
#endif
#ifndef HAVE_GETLOADAVG
#define HAVE_GETLOADAVG 1
#endif
#ifndef HAVE_GETPGID
#define HAVE_GETPGID 1
#endif
#ifndef HAVE_GETPWNAM
#define HAVE_GETPWNAM 1
#endif
#ifndef HAVE_GETTID
#define HAVE_GETTID 1
#endif
#ifndef HAVE_GMTOFF
#define HAVE_GMTOFF 1
#endif
#ifndef HAVE_GRP_H
#define HAVE_GRP_H 1
#endif
#ifndef HAVE_INITGROUPS
#define HAVE_INITGROUPS 1
#endif
#ifndef HAVE_INTTYPES_H
#define HAVE_INTTYPES_H 1
#endif
#ifndef HAVE_KILLPG
#define HAVE_KILLPG 1
#endif
#ifndef HAVE_LIMITS_H
#define HAVE_LIMITS_H 1
#endif
#ifndef HAVE_PCRE2
#define HAVE_PCRE2 1
#endif
#ifndef HAVE_PRCTL
#define HAVE_PRCTL 1
#endif
#ifndef HAVE_PTHREAD_KILL
#define HAVE_PTHREAD_KILL 1
#endif
#ifndef HAVE_PWD_H
#define HAVE_PWD_H 1
#endif
#ifndef HAVE_SETSID
#define HAVE_SETSID 1
#endif
#ifndef HAVE_STDINT_H
#define HAVE_STDINT_H 1
#endif
#ifndef HAVE_STDIO_H
#define HAVE_STDIO_H 1
#endif
#ifndef HAVE_STDLIB_H
#define HAVE_STDLIB_H 1
#endif
#ifndef HAVE_STRINGS_H
#define HAVE_STRINGS_H 1
#endif
#ifndef HAVE_STRING_H
#define HAVE_STRING_H 1
#endif
#ifndef HAVE_SYSLOG
#define HAVE_SYSLOG 1
#endif
#ifndef HAVE_SYS_IPC_H
#define HAVE_SYS_IPC_H 1
#endif
#ifndef HAVE_SYS_PRCTL_H
#define HAVE_SYS_PRCTL_H 1
#endif
#ifndef HAVE_SYS_RESOURCE_H
#define HAVE_SYS_RESOURCE_H 1
#endif
#ifndef HAVE_SYS_SEM_H
#define HAVE_SYS_SEM_H 1
#endif
#ifndef HAVE_SYS_SOCKET_H
#define HAVE_SYS_SOCKET_H 1
#endif
#ifndef HAVE_SYS_STAT_H
#define HAVE_SYS_STAT_H 1
#endif
#ifndef HAVE_SYS_TIMES_H
#define HAVE_SYS_TIMES_H 1
#endif
#ifndef HAVE_SYS_TIME_H
#define HAVE_SYS_TIME_H 1
#endif
#ifndef HAVE_SYS_TYPES_H
#define HAVE_SYS_TYPES_H 1
#endif
#ifndef HAVE_SYS_WAIT_H
#define HAVE_SYS_WAIT_H 1
#endif
#ifndef HAVE_TIMEGM
#define HAVE_TIMEGM 1
#endif
#ifndef HAVE_TIMES
#define HAVE_TIMES 1
#endif
#ifndef HAVE_UNISTD_H
#define HAVE_UNISTD_H 1
#endif
#ifndef HAVE_WCHAR_H
#define HAVE_WCHAR_H 1
#endif
#ifndef SINGLE_LISTEN_UNSERIALIZED_ACCEPT
#define SINGLE_LISTEN_UNSERIALIZED_ACCEPT 1
#endif
#ifndef STDC_HEADERS
#define STDC_HEADERS 1
#endif

#endif
