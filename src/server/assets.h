/* assets.h: the page, built into the program (scripts/embed-page from web/dist). */
#ifndef OCHRE_SERVER_ASSETS_H
#define OCHRE_SERVER_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

struct asset {
    const char *path; /* "/index.html"; NULL after the last */
    const char *type;
    const char *etag; /* with its quotes */
    const char *plain;
    size_t plain_size;
    const char *small; /* the same compressed */
    size_t small_size; /* 0: it does not get smaller */
    bool is_lasting;   /* its name changes when it does */
};

extern const struct asset assets[];

/* What is served at this path: a file of the page, or the page itself for its own addresses (paths without a dot).
 * NULL: nothing. */
const struct asset *asset_at(const char *path);

#endif
