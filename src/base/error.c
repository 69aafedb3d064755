/* error.c: see error.h. */
#include "base/error.h"

enum { ARGS_MAX = 10 };

/* Arguments are words of the caller's, which will be gone when somebody asks for another language. */
static void keep_args(struct ochre_error *error, const char *const args[])
{
    size_t used = 0;
    error->arg_count = 0;
    for (int i = 0; i < ARGS_MAX && args[i]; i++) {
        struct ochre_text text = text_on(error->args + used, sizeof error->args - used);
        text_add(&text, args[i]);
        used += text.used + 1;
        if (text.cut || used >= sizeof error->args) {
            error->said = NULL;
            return;
        }
        error->arg_count++;
    }
}

int error_fill(struct ochre_error *error, const char *rule, const char *const said[])
{
    if (!error)
        return -1;
    struct ochre_text text = text_on(error->rule, sizeof error->rule);
    text_add(&text, rule);
    error->said = said[0];
    error->before[0] = '\0';
    keep_args(error, said + 1);
    text = text_on(error->words, sizeof error->words);
    text_fill(&text, said[0], said + 1);
    return -1;
}

void error_put_before(struct ochre_error *error, const char *where)
{
    if (!error)
        return;
    struct ochre_error inner = *error;
    struct ochre_text before = text_on(error->before, sizeof error->before);
    text_add(&before, where);
    text_add(&before, ": ");
    text_add(&before, inner.before);
    if (before.cut)
        error->said = NULL;
    struct ochre_text words = text_on(error->words, sizeof error->words);
    text_add(&words, where);
    text_add(&words, ": ");
    text_add(&words, inner.words);
}

int error_pass(struct ochre_error *error, const struct ochre_error *inner, const char *where)
{
    if (error) {
        *error = *inner;
        error_put_before(error, where);
    }
    return -1;
}

void error_say(const struct ochre_error *error, struct ochre_text *text)
{
    const char *args[ARGS_MAX + 1] = {NULL};
    const char *at = error->args;
    if (!error->said) {
        text_add(text, error->words);
        return;
    }
    for (int i = 0; i < error->arg_count; i++) {
        args[i] = text_word(text, at);
        while (*at++)
            continue;
    }
    text_add(text, error->before);
    text_fill(text, text_word(text, error->said), args);
}
