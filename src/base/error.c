/* error.c: see error.h. */
#include "base/error.h"

int error_fill(struct ochre_error *error, const char *rule, const char *const said[])
{
    if (!error)
        return -1;
    struct ochre_text text = text_on(error->rule, sizeof error->rule);
    text_add(&text, rule);
    text = text_on(error->words, sizeof error->words);
    text_fill(&text, said[0], said + 1);
    return -1;
}
