/* place.c: see place.h. */
#include "cli/place.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/store.h"

enum { PLACES_MAX = 4 };

static char *taken[PLACES_MAX];
static int taken_count;

const char *place_taken(const char *argument)
{
    if (!argument)
        return NULL;
    assert(taken_count < PLACES_MAX);
    char **place = &taken[taken_count++];
    *place = strdup(argument);
    if (!*place)
        abort();
    store_hide_password((char *)argument); /* arguments belong to the program, and may be written to */
    return *place;
}
