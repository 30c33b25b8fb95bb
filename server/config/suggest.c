/* SPDX-License-Identifier: Apache-2.0 */
/*
 * suggest - helps with a directive that nobody knows: names the module that
 * would, or the name that was probably meant.
 */
#include "config/suggest.h"

#include <apr_lib.h>
#include <apr_strings.h>

#include "httpd.h"

#include "config/commands.h"

enum {
    NAME_MAX_LEN = 64,  /* of names that are compared */
    SHOWN_MAX_LEN = 80, /* of what is repeated in a message */
    DISTANCE_MAX = 2    /* slips of the finger */
};

const char *pn_suggest_printable(apr_pool_t *pool, const char *name)
{
    char shown[SHOWN_MAX_LEN * 4 + 1];
    char *to = shown;
    int n = 0;

    for (; name[n] && n < SHOWN_MAX_LEN; n++) {
        if (apr_isprint(name[n])) {
            *to++ = name[n];
        } else {
            to += apr_snprintf(to, 5, "\\x%02x", (unsigned char)name[n]);
        }
    }
    *to = '\0';
    return apr_pstrcat(pool, shown, name[n] ? "..." : "", NULL);
}

static int smallest(int a, int b, int c)
{
    int least = a < b ? a : b;

    return c < least ? c : least;
}

static int is_swap(const char *a, const char *b, int i, int j)
{
    return i > 1 && j > 1 && apr_tolower(a[i - 1]) == apr_tolower(b[j - 2])
           && apr_tolower(a[i - 2]) == apr_tolower(b[j - 1]);
}

/*
 * Letters to add, drop, change or swap to make b of a, whatever their case.
 * Both are at most NAME_MAX_LEN long.
 */
static int distance(const char *a, const char *b)
{
    int rows[3][NAME_MAX_LEN + 1];
    int a_len = (int)strlen(a);
    int b_len = (int)strlen(b);

    for (int j = 0; j <= b_len; j++) {
        rows[0][j] = j;
    }
    for (int i = 1; i <= a_len; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3];
        const int *above2 = rows[(i + 1) % 3];

        row[0] = i;
        for (int j = 1; j <= b_len; j++) {
            int differs = apr_tolower(a[i - 1]) != apr_tolower(b[j - 1]);

            row[j] = smallest(above[j] + 1, row[j - 1] + 1,
                              above[j - 1] + differs);
            if (is_swap(a, b, i, j) && above2[j - 2] + 1 < row[j]) {
                row[j] = above2[j - 2] + 1;
            }
        }
    }
    return rows[a_len % 3][b_len];
}

/* The search for the nearest name. */
typedef struct nearest_t {
    const char *wanted;
    char found[NAME_MAX_LEN + 1];
    int distance;
} nearest_t;

static int look_at(void *ctx, const char *name)
{
    nearest_t *nearest = ctx;
    size_t len = strlen(name);
    size_t wanted_len = strlen(nearest->wanted);
    int d;

    if (len > NAME_MAX_LEN || len > wanted_len + DISTANCE_MAX
        || wanted_len > len + DISTANCE_MAX) {
        return 1;
    }
    d = distance(nearest->wanted, name);
    if (d < nearest->distance) {
        nearest->distance = d;
        apr_cpystrn(nearest->found, name, sizeof(nearest->found));
    }
    return 1;
}

/* Takes the next of the names separated by blanks; 0 at the end. */
static int next_name(const char **list, char *name)
{
    size_t len = strcspn(*list, " ");

    if (len == 0 || len > NAME_MAX_LEN) {
        return 0;
    }
    memcpy(name, *list, len);
    name[len] = '\0';
    *list += len + strspn(*list + len, " ");
    return 1;
}

/* Who has the directive called name, active or not; NULL: nobody known. */
static const pn_directive_owner_t *owner_of(const char *name)
{
    char candidate[NAME_MAX_LEN + 1];

    for (const pn_directive_owner_t *owner = pn_directive_owners;
         owner->symbol; owner++) {
        const char *list = owner->directives;

        while (next_name(&list, candidate)) {
            if (ap_cstr_casecmp(candidate, name) == 0) {
                return owner;
            }
        }
    }
    return NULL;
}

static const char *name_owner(apr_pool_t *pool, const char *name,
                              const pn_directive_owner_t *owner)
{
    if (owner->package) {
        return apr_psprintf(pool,
                            ". %s%s is part of %s, which is not loaded: it is "
                            "in the package %s",
                            name, *name == '<' ? ">" : "", owner->symbol,
                            owner->package);
    }
    return apr_psprintf(pool,
                        ". %s%s is part of %s, which is not loaded: add a "
                        "LoadModule line for it",
                        name, *name == '<' ? ">" : "", owner->symbol);
}

const char *pn_suggest_for(apr_pool_t *pool, const char *name)
{
    const pn_directive_owner_t *owner;
    nearest_t nearest = { .wanted = name, .distance = DISTANCE_MAX + 1 };
    char candidate[NAME_MAX_LEN + 1];

    if (strlen(name) > NAME_MAX_LEN) {
        return "";
    }
    if (strncmp(name, "\xef\xbb\xbf", 3) == 0) {
        return ". It begins with a byte order mark (EF BB BF): save the file "
               "without one";
    }
    owner = owner_of(name);
    if (owner) {
        return name_owner(pool, name, owner);
    }
    pn_commands_each(look_at, &nearest);
    for (owner = pn_directive_owners; owner->symbol; owner++) {
        const char *list = owner->directives;

        while (next_name(&list, candidate)) {
            look_at(&nearest, candidate);
        }
    }
    /* Two slips in a name of four letters make any other name of it. */
    if (nearest.distance > DISTANCE_MAX
        || nearest.distance * 3 > (int)strlen(name)) {
        return "";
    }
    owner = pn_commands_find(nearest.found) ? NULL : owner_of(nearest.found);
    return apr_psprintf(pool, ". Did you mean '%s'%s%s?", nearest.found,
                        owner ? ", of " : "", owner ? owner->symbol : "");
}
