/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_order.c - the lists of sections that requests are walked through, and
 * their order.
 *
 * <Directory> sections apply from the shortest path to the longest, those
 * with regular expressions after all others; equals keep the order of the
 * configuration. All other kinds apply in the order of the configuration.
 */

#include "core.h"

#include "apr_strings.h"

static void push(apr_array_header_t *list, void *vector)
{
    APR_ARRAY_PUSH(list, void *) = vector;
}

AP_DECLARE(void) ap_add_per_dir_conf(server_rec *s, void *vector)
{
    core_server_config *conf = ap_get_core_module_config(s->module_config);

    push(conf->sec_dir, vector);
}

AP_DECLARE(void) ap_add_per_url_conf(server_rec *s, void *vector)
{
    core_server_config *conf = ap_get_core_module_config(s->module_config);

    push(conf->sec_url, vector);
}

AP_DECLARE(void)
ap_add_file_conf(apr_pool_t *pool, core_dir_config *conf, void *vector)
{
    if (!conf->sec_file) {
        conf->sec_file = apr_array_make(pool, 2, sizeof(ap_conf_vector_t *));
    }
    push(conf->sec_file, vector);
}

/* An <Else> needs something to be the alternative of. */
AP_DECLARE(const char *)
ap_add_if_conf(apr_pool_t *pool, core_dir_config *conf, void *vector)
{
    const core_dir_config *added = ap_get_core_module_config(
        (ap_conf_vector_t *)vector);
    const core_dir_config *last = NULL;

    if (!conf->sec_if) {
        conf->sec_if = apr_array_make(pool, 2, sizeof(ap_conf_vector_t *));
    }
    if (conf->sec_if->nelts > 0) {
        last = ap_get_core_module_config(APR_ARRAY_IDX(
            conf->sec_if, conf->sec_if->nelts - 1, ap_conf_vector_t *));
    }
    if ((added->condition_ifelse & AP_CONDITION_ELSE)
        && (!last || last->condition_ifelse == AP_CONDITION_ELSE)) {
        return added->condition_ifelse == AP_CONDITION_ELSE
                   ? "<Else> must follow an <If> or <ElseIf> section"
                   : "<ElseIf> must follow an <If> or <ElseIf> section";
    }
    push(conf->sec_if, vector);
    return NULL;
}

/* --- the order of <Directory> sections ------------------------------------ */

typedef struct entry_t {
    ap_conf_vector_t *vector;
    unsigned int rank; /* depth of the path; regular expressions come last */
    int place;         /* in the configuration */
} entry_t;

static unsigned int rank_of(apr_pool_t *pool, ap_conf_vector_t *vector)
{
    const core_dir_config *conf = ap_get_core_module_config(vector);

    if (conf->r) {
        return ~0U;
    }
    if (!conf->d || !ap_os_is_path_absolute(pool, conf->d)) {
        return 0;
    }
    return (unsigned)ap_count_dirs(conf->d);
}

static int compare(const void *left, const void *right)
{
    const entry_t *a = left;
    const entry_t *b = right;

    if (a->rank != b->rank) {
        return a->rank < b->rank ? -1 : 1;
    }
    return a->place - b->place;
}

AP_DECLARE(void) ap_core_reorder_directories(apr_pool_t *pool, server_rec *s)
{
    core_server_config *conf = ap_get_core_module_config(s->module_config);
    apr_array_header_t *list = conf->sec_dir;
    apr_pool_t *scratch;
    entry_t *entries;
    int i;

    if (list->nelts < 2) {
        return;
    }
    apr_pool_create(&scratch, pool);
    entries = apr_palloc(scratch, sizeof(*entries) * (apr_size_t)list->nelts);
    for (i = 0; i < list->nelts; i++) {
        entries[i].vector = APR_ARRAY_IDX(list, i, ap_conf_vector_t *);
        entries[i].rank = rank_of(pool, entries[i].vector);
        entries[i].place = i;
    }
    qsort(entries, (size_t)list->nelts, sizeof(*entries), compare);
    for (i = 0; i < list->nelts; i++) {
        APR_ARRAY_IDX(list, i, ap_conf_vector_t *) = entries[i].vector;
    }
    apr_pool_destroy(scratch);
}
