/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vectors - the arrays of module configurations, one slot a module, that hang
 * on servers, directories, connections and requests; and their merging.
 *
 * Everything is plain void * indexed by module_index: modules index vectors
 * themselves, through macros.
 */
#include "httpd.h"

#include "http_config.h"

#include <apr_strings.h>

#include "config/modlist.h"
#include "config/vectors.h"
#include "http_core.h"
#include "http_log.h"

static void **slots_of(ap_conf_vector_t *vector)
{
    return (void **)vector;
}

static ap_conf_vector_t *make_empty(apr_pool_t *pool)
{
    return apr_pcalloc(pool,
                       sizeof(void *) * (apr_size_t)pn_modlist_vector_len());
}

/* The functions behind the macros of the same names. */
#undef ap_get_module_config
#undef ap_set_module_config

AP_DECLARE(void *) ap_get_module_config(const ap_conf_vector_t *cv,
                                        const module *m)
{
    return ((void *const *)cv)[m->module_index];
}

AP_DECLARE(void) ap_set_module_config(ap_conf_vector_t *cv, const module *m,
                                      void *val)
{
    slots_of(cv)[m->module_index] = val;
}

#undef ap_get_core_module_config
#undef ap_set_core_module_config

AP_DECLARE(void *) ap_get_core_module_config(const ap_conf_vector_t *cv)
{
    return ((void *const *)cv)[AP_CORE_MODULE_INDEX];
}

AP_DECLARE(void) ap_set_core_module_config(ap_conf_vector_t *cv, void *val)
{
    slots_of(cv)[AP_CORE_MODULE_INDEX] = val;
}

AP_CORE_DECLARE(ap_conf_vector_t *) ap_create_per_dir_config(apr_pool_t *p)
{
    return make_empty(p);
}

AP_CORE_DECLARE(ap_conf_vector_t *) ap_create_request_config(apr_pool_t *p)
{
    return make_empty(p);
}

AP_CORE_DECLARE(ap_conf_vector_t *) ap_create_conn_config(apr_pool_t *p)
{
    return make_empty(p);
}

ap_conf_vector_t *pn_vectors_create_server(apr_pool_t *pool, server_rec *s)
{
    ap_conf_vector_t *vector = make_empty(pool);

    /* Some modules look at their slot in s while they make it. */
    s->module_config = vector;
    for (module *mod = ap_top_module; mod; mod = mod->next) {
        if (mod->create_server_config) {
            slots_of(vector)[mod->module_index] = mod->create_server_config(
                pool, s);
        }
    }
    return vector;
}

ap_conf_vector_t *pn_vectors_create_default_dir(apr_pool_t *pool)
{
    ap_conf_vector_t *vector = make_empty(pool);

    for (module *mod = ap_top_module; mod; mod = mod->next) {
        if (mod->create_dir_config) {
            slots_of(vector)[mod->module_index] = mod->create_dir_config(
                pool, NULL);
        }
    }
    return vector;
}

/*
 * A slot that only one side has is taken over as it is; one that both have
 * goes to the module, or, when it cannot merge, to over.
 */
AP_CORE_DECLARE(ap_conf_vector_t *)
ap_merge_per_dir_configs(apr_pool_t *p, ap_conf_vector_t *base,
                         ap_conf_vector_t *new_conf)
{
    void **merged = slots_of(make_empty(p));
    void **outer = slots_of(base);
    void **inner = slots_of(new_conf);

    for (module *mod = ap_top_module; mod; mod = mod->next) {
        int i = mod->module_index;

        if (!inner[i]) {
            merged[i] = outer[i];
        } else if (mod->merge_dir_config && outer[i]) {
            merged[i] = mod->merge_dir_config(p, outer[i], inner[i]);
        } else {
            merged[i] = inner[i];
        }
    }
    return (ap_conf_vector_t *)merged;
}

void pn_vectors_merge_server(apr_pool_t *pool, server_rec *virt,
                             ap_conf_vector_t *base)
{
    void **outer = slots_of(base);
    void **inner = slots_of(virt->module_config);

    for (module *mod = ap_top_module; mod; mod = mod->next) {
        int i = mod->module_index;

        if (!inner[i] && mod->create_server_config && mod->merge_server_config
            && (ap_get_module_flags(mod) & AP_MODULE_FLAG_ALWAYS_MERGE)) {
            inner[i] = mod->create_server_config(pool, virt);
        }
        if (!inner[i]) {
            inner[i] = outer[i];
        } else if (mod->merge_server_config && outer[i]) {
            inner[i] = mod->merge_server_config(pool, outer[i], inner[i]);
        }
    }
}

/*
 * The configuration that a directive of mod writes to: made when the first
 * directive of that module comes, so that sections without one stay cheap.
 */
AP_CORE_DECLARE(void *)
ap_set_config_vectors(server_rec *server, ap_conf_vector_t *section_vector,
                      const char *section, module *mod, apr_pool_t *pconf)
{
    void **dir = slots_of(section_vector);
    void **srv = slots_of(server->module_config);
    int i = mod->module_index;

    if (!dir[i] && mod->create_dir_config) {
        /* The API says char *; modules do not write to it. */
        dir[i] = mod->create_dir_config(pconf, apr_pstrdup(pconf, section));
    }
    if (!srv[i] && mod->create_server_config) {
        srv[i] = mod->create_server_config(pconf, server);
    }
    return dir[i];
}

AP_DECLARE(void) ap_single_module_configure(apr_pool_t *p, server_rec *s,
                                            module *m)
{
    int i = m->module_index;

    if (m->create_server_config) {
        slots_of(s->module_config)[i] = m->create_server_config(p, s);
    }
    if (m->create_dir_config) {
        slots_of(s->lookup_defaults)[i] = m->create_dir_config(p, NULL);
    }
}
