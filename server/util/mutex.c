/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mutex.c - locks between processes: who has which, and by what mechanism.
 *
 * Modules register a type by name before the configuration is read, the Mutex
 * directive sets mechanism and directory by that name, and the lock is made
 * after it has been read. All of it is the configuration pool's.
 */
#include "util_mutex.h"

#include "apr_hash.h"
#include "apr_strings.h"

#include "ap_mpm.h"
#include "http_config.h"
#include "http_log.h"
#include "http_main.h"
#include "unixd.h"

APLOG_USE_MODULE(core);

static const char default_type[] = "default";

/* What is set for a type; for the default as well. */
typedef struct settings_t {
    apr_int32_t options; /* AP_MUTEX_ALLOW_NONE, AP_MUTEX_DEFAULT_NONE */
    int is_set;          /* by a directive */
    int is_none;
    int omits_pid;
    apr_lockmech_e mechanism;
    const char *dir;
} settings_t;

typedef struct mechanism_t {
    const char *name;
    apr_lockmech_e mechanism;
    int needs_file;
} mechanism_t;

/* The names that this platform has; the first of a mechanism is what it is
 * called in dumps. */
static const mechanism_t mechanisms[] = {
    { "default", APR_LOCK_DEFAULT, 0 },      { "yes", APR_LOCK_DEFAULT, 0 },
#if APR_HAS_FLOCK_SERIALIZE
    { "flock", APR_LOCK_FLOCK, 1 },
#endif
#if APR_HAS_FCNTL_SERIALIZE
    { "fcntl", APR_LOCK_FCNTL, 1 },          { "file", APR_LOCK_FCNTL, 1 },
#elif APR_HAS_FLOCK_SERIALIZE
    { "file", APR_LOCK_FLOCK, 1 },
#endif
#if APR_HAS_PROC_PTHREAD_SERIALIZE
    { "pthread", APR_LOCK_PROC_PTHREAD, 0 },
#endif
#if APR_HAS_SYSVSEM_SERIALIZE
    { "sysvsem", APR_LOCK_SYSVSEM, 0 },
#endif
#if APR_HAS_POSIXSEM_SERIALIZE
    { "posixsem", APR_LOCK_POSIXSEM, 0 },    { "sem", APR_LOCK_POSIXSEM, 0 },
#elif APR_HAS_SYSVSEM_SERIALIZE
    { "sem", APR_LOCK_SYSVSEM, 0 },
#endif
};

enum { N_MECHANISMS = sizeof(mechanisms) / sizeof(mechanisms[0]) };

static apr_hash_t *types; /* name -> settings_t, "default" among them */

static apr_status_t forget_types(void *unused)
{
    types = NULL;
    return APR_SUCCESS;
}

static void make_types(apr_pool_t *pool)
{
    settings_t *settings = apr_pcalloc(pool, sizeof(*settings));

    settings->mechanism = APR_LOCK_DEFAULT;
    settings->dir = ap_runtime_dir_relative(pool, "");
    types = apr_hash_make(pool);
    apr_hash_set(types, default_type, APR_HASH_KEY_STRING, settings);
    apr_pool_cleanup_register(pool, NULL, forget_types, apr_pool_cleanup_null);
}

AP_DECLARE(void) ap_mutex_init(apr_pool_t *pool)
{
    if (!types) {
        make_types(pool);
    }
}

static const char *mechanism_name(apr_lockmech_e mechanism)
{
    for (size_t i = 0; i < N_MECHANISMS; i++) {
        if (mechanisms[i].mechanism == mechanism) {
            return mechanisms[i].name;
        }
    }
    return "unknown";
}

/* The settings that count for type. */
static const settings_t *settings_of(const char *type)
{
    const settings_t *settings = apr_hash_get(types, type, APR_HASH_KEY_STRING);

    if (settings && settings->is_set) {
        return settings;
    }
    if (settings && (settings->options & AP_MUTEX_DEFAULT_NONE)) {
        return settings;
    }
    return apr_hash_get(types, default_type, APR_HASH_KEY_STRING);
}

AP_DECLARE(apr_status_t)
ap_mutex_register(apr_pool_t *pconf, const char *type, const char *default_dir,
                  apr_lockmech_e default_mech, apr_int32_t options)
{
    settings_t *settings;

    if (options & ~(AP_MUTEX_ALLOW_NONE | AP_MUTEX_DEFAULT_NONE)) {
        return APR_EINVAL;
    }
    ap_mutex_init(pconf);
    settings = apr_pcalloc(pconf, sizeof(*settings));
    settings->options = options;
    settings->mechanism = default_mech;
    settings->dir = default_dir;
    if (options & AP_MUTEX_DEFAULT_NONE) {
        settings->is_none = 1;
        settings->options |= AP_MUTEX_ALLOW_NONE;
    }
    /* A module's own default outweighs the server's, not the directive. */
    else if (default_dir || default_mech != APR_LOCK_DEFAULT) {
        const settings_t *def = apr_hash_get(types, default_type,
                                             APR_HASH_KEY_STRING);

        if (!def->is_set) {
            settings->is_set = 1;
            settings->dir = default_dir ? default_dir : def->dir;
        }
    }
    apr_hash_set(types, apr_pstrdup(pconf, type), APR_HASH_KEY_STRING,
                 settings);
    return APR_SUCCESS;
}

/* --- the directive ------------------------------------------------------- */

/*
 * Reads "mechanism" or "mechanism:directory". APR_ENOLOCK: none, that is no
 * lock at all; APR_ENOTIMPL: no such mechanism; APR_BADARG: no such directory.
 */
AP_DECLARE(apr_status_t)
ap_parse_mutex(const char *arg, apr_pool_t *pool, apr_lockmech_e *mutexmech,
               const char **mutexfile)
{
    const char *colon = strchr(arg, ':');
    const char *name = colon ? apr_pstrmemdup(pool, arg,
                                              (apr_size_t)(colon - arg))
                             : arg;
    const char *file = colon && colon[1] != '\0' ? colon + 1 : NULL;

    if (ap_cstr_casecmp(name, "none") == 0
        || ap_cstr_casecmp(name, "no") == 0) {
        return APR_ENOLOCK;
    }
    for (size_t i = 0; i < N_MECHANISMS; i++) {
        if (ap_cstr_casecmp(name, mechanisms[i].name) == 0) {
            *mutexmech = mechanisms[i].mechanism;
            if (file && !mechanisms[i].needs_file) {
                return APR_BADARG;
            }
            if (file) {
                *mutexfile = ap_server_root_relative(pool, file);
                return *mutexfile ? APR_SUCCESS : APR_BADARG;
            }
            return APR_SUCCESS;
        }
    }
    return APR_ENOTIMPL;
}

static const char *list_mechanisms(apr_pool_t *pool)
{
    const char *list = "'none'";

    for (size_t i = 0; i < N_MECHANISMS; i++) {
        list = apr_pstrcat(pool, list, ", '", mechanisms[i].name,
                           mechanisms[i].needs_file ? ":/path/to/file'" : "'",
                           NULL);
    }
    return list;
}

/* Applies to one type, the default too. */
static const char *apply(apr_pool_t *pool, const char *type,
                         const settings_t *wanted)
{
    settings_t *settings = apr_hash_get(types, type, APR_HASH_KEY_STRING);

    if (!settings) {
        return apr_pstrcat(pool, "no module has a mutex called ", type, NULL);
    }
    if (wanted->is_none && !(settings->options & AP_MUTEX_ALLOW_NONE)) {
        return apr_pstrcat(pool, "mutex ", type, " cannot be switched off",
                           NULL);
    }
    settings->is_set = 1;
    settings->is_none = wanted->is_none;
    settings->mechanism = wanted->mechanism;
    settings->omits_pid = wanted->omits_pid;
    if (wanted->dir || strcmp(type, default_type) != 0) {
        settings->dir = wanted->dir;
    }
    return NULL;
}

/* Applies to all the types that args names: the default when it names none. */
static const char *apply_to_list(apr_pool_t *pool, const char *args,
                                 const settings_t *wanted)
{
    const char *error = NULL;
    int n_types = 0;

    while (*args != '\0' && !error) {
        const char *type = ap_getword_conf(pool, &args);

        if (ap_cstr_casecmp(type, "OmitPID") != 0) {
            n_types++;
            error = apply(pool, type, wanted);
        }
    }
    return n_types > 0 ? error : apply(pool, default_type, wanted);
}

static int has_word(apr_pool_t *pool, const char *args, const char *wanted)
{
    while (*args != '\0') {
        if (ap_cstr_casecmp(ap_getword_conf(pool, &args), wanted) == 0) {
            return 1;
        }
    }
    return 0;
}

AP_DECLARE(const char *)
ap_set_mutex(cmd_parms *cmd, void *dummy, const char *arg)
{
    apr_pool_t *pool = cmd->pool;
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    settings_t wanted = { .mechanism = APR_LOCK_DEFAULT };
    const char *mechanism;

    if (error) {
        return error;
    }
    ap_mutex_init(pool);
    mechanism = ap_getword_conf(pool, &arg);
    if (*mechanism == '\0') {
        return apr_pstrcat(pool, "Mutex needs a mechanism: one of ",
                           list_mechanisms(pool), NULL);
    }
    switch (ap_parse_mutex(mechanism, pool, &wanted.mechanism, &wanted.dir)) {
    case APR_SUCCESS:
        break;
    case APR_ENOLOCK:
        wanted.is_none = 1;
        break;
    case APR_BADARG:
        return apr_pstrcat(pool, "Mutex: '", mechanism,
                           "' names no directory that can be used", NULL);
    default:
        return apr_pstrcat(pool, "Mutex: '", mechanism, "' is none of ",
                           list_mechanisms(pool), NULL);
    }
    if (wanted.dir && !ap_is_directory(pool, wanted.dir)) {
        return apr_pstrcat(pool, "Mutex: there is no directory ", wanted.dir,
                           NULL);
    }
    wanted.omits_pid = has_word(pool, arg, "OmitPID");
    return apply_to_list(pool, arg, &wanted);
}

/* --- making them --------------------------------------------------------- */

/* The file of a lock, for mechanisms that need one (others ignore it). */
static const char *lock_file(apr_pool_t *pool, const settings_t *settings,
                             const char *type, const char *instance_id)
{
    const char *name;

    if (!settings->dir) {
        return NULL;
    }
    name = instance_id ? apr_pstrcat(pool, type, "-", instance_id, NULL) : type;
    if (!settings->omits_pid) {
        name = apr_psprintf(pool, "%s.%" APR_PID_T_FMT, name, getpid());
    }
    return ap_server_root_relative(
        pool, ap_make_full_path(pool, settings->dir, name));
}

static void log_failure(apr_status_t rv, server_rec *s, const char *what,
                        const char *type, const char *file,
                        const settings_t *settings)
{
    ap_log_error(APLOG_MARK, APLOG_EMERG, rv, s,
                 "mutex %s (mechanism %s%s%s): cannot %s", type,
                 mechanism_name(settings->mechanism), file ? ", file " : "",
                 file ? file : "", what);
}

/* The settings of a type that somebody registered, NULL and logged if nobody
 * did or if options, which have no meaning yet, are given. */
static const settings_t *check_request(const char *type, server_rec *s,
                                       apr_int32_t options)
{
    if (options != 0 || !types
        || !apr_hash_get(types, type, APR_HASH_KEY_STRING)) {
        ap_log_error(APLOG_MARK, APLOG_EMERG, APR_EINVAL, s,
                     "mutex %s was not registered", type);
        return NULL;
    }
    return settings_of(type);
}

AP_DECLARE(apr_status_t)
ap_global_mutex_create(apr_global_mutex_t **mutex, const char **name,
                       const char *type, const char *instance_id, server_rec *s,
                       apr_pool_t *pool, apr_int32_t options)
{
    const settings_t *settings = check_request(type, s, options);
    const char *file;
    apr_status_t rv;

    *mutex = NULL;
    if (!settings || settings->is_none) {
        return settings ? APR_SUCCESS : APR_EINVAL;
    }
    file = lock_file(pool, settings, type, instance_id);
    if (name) {
        *name = file;
    }
    rv = apr_global_mutex_create(mutex, file, settings->mechanism, pool);
    if (rv != APR_SUCCESS) {
        log_failure(rv, s, "create it", type, file, settings);
        return rv;
    }
    rv = ap_unixd_set_global_mutex_perms(*mutex);
    if (rv != APR_SUCCESS) {
        log_failure(rv, s, "give it to User and Group", type, file, settings);
    }
    return rv;
}

AP_DECLARE(apr_status_t)
ap_proc_mutex_create(apr_proc_mutex_t **mutex, const char **name,
                     const char *type, const char *instance_id, server_rec *s,
                     apr_pool_t *pool, apr_int32_t options)
{
    const settings_t *settings = check_request(type, s, options);
    const char *file;
    apr_status_t rv;

    *mutex = NULL;
    if (!settings || settings->is_none) {
        return settings ? APR_SUCCESS : APR_EINVAL;
    }
    file = lock_file(pool, settings, type, instance_id);
    if (name) {
        *name = file;
    }
    rv = apr_proc_mutex_create(mutex, file, settings->mechanism, pool);
    if (rv != APR_SUCCESS) {
        log_failure(rv, s, "create it", type, file, settings);
        return rv;
    }
    rv = ap_unixd_set_proc_mutex_perms(*mutex);
    if (rv != APR_SUCCESS) {
        log_failure(rv, s, "give it to User and Group", type, file, settings);
    }
    return rv;
}

AP_DECLARE(void)
ap_dump_mutexes(apr_pool_t *pool, server_rec *s, apr_file_t *out)
{
    ap_mutex_init(pool);
    for (apr_hash_index_t *i = apr_hash_first(pool, types); i;
         i = apr_hash_next(i)) {
        const char *type = apr_hash_this_key(i);
        const settings_t *settings = apr_hash_this_val(i);

        if (settings->is_none) {
            apr_file_printf(out, "Mutex %s: none\n", type);
        }
        else if (settings->is_set || strcmp(type, default_type) == 0) {
            apr_file_printf(out, "Mutex %s: dir=\"%s\" mechanism=%s %s\n", type,
                            settings->dir ? settings->dir : "",
                            mechanism_name(settings->mechanism),
                            settings->omits_pid ? "[OmitPid]" : "");
        }
        else {
            apr_file_printf(out, "Mutex %s: using_defaults\n", type);
        }
    }
}
