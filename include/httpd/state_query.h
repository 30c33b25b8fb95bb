/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state_query.h - what the server is doing.
 */
#ifndef PINION_HTTPD_STATE_QUERY_H
#define PINION_HTTPD_STATE_QUERY_H

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Questions of ap_state_query(). */
#define AP_SQ_MAIN_STATE 0
#define AP_SQ_RUN_MODE   1
#define AP_SQ_CONFIG_GEN 2

/*
 * Its answers: what main is doing, why the server was started; the
 * configuration's generation counts from 0.
 */
#define AP_SQ_NOT_SUPPORTED        (-1)
#define AP_SQ_MS_INITIAL_STARTUP   1
#define AP_SQ_RM_UNKNOWN           1
#define AP_SQ_MS_CREATE_PRE_CONFIG 2
#define AP_SQ_RM_NORMAL            2
#define AP_SQ_MS_DESTROY_CONFIG    3
#define AP_SQ_RM_CONFIG_TEST       3
#define AP_SQ_MS_CREATE_CONFIG     4
#define AP_SQ_RM_CONFIG_DUMP       4
#define AP_SQ_MS_RUN_MPM           5
#define AP_SQ_MS_EXITING           6

/* The answer to AP_SQ_*, or AP_SQ_NOT_SUPPORTED. */
AP_DECLARE(int) ap_state_query(int query_code);

#ifdef __cplusplus
}
#endif

#endif
