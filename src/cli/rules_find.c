/* rules_find.c: see rules_find.h. */
#include "cli/rules_find.h"

#include "base/text.h"

/* Made by the build from docs/rules; name NULL after the last. */
struct rules_document {
    const char *name; /* "dice" or "dice.fr" */
    const char *text;
};
extern const struct rules_document rules_documents[];

static const char *find(const char *name)
{
    for (int i = 0; rules_documents[i].name; i++)
        if (text_same(rules_documents[i].name, name))
            return rules_documents[i].text;
    return NULL;
}

const char *rules_find(const char *game, const char *code)
{
    char name[64];
    struct ochre_text text = text_on(name, sizeof name);
    text_add(&text, game);
    text_char(&text, '.');
    text_add(&text, code);
    const char *document = find(name);
    return document ? document : find(game);
}
