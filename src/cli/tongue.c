/* tongue.c: see tongue.h. */
#include "cli/tongue.h"

#include <stdlib.h>
#include <string.h>

#include "cli/catalogue.h"

/* The compiled catalogue, embedded by the build. */
extern const char catalogue_fr[];
extern const unsigned long catalogue_fr_size;

static const char *say_en(const char *english)
{
    return english;
}

static const char *say_count_en(const char *one, const char *many, unsigned long count)
{
    return count == 1 ? one : many;
}

static const char *find_fr(const char *english, int form)
{
    return *english ? catalogue_find((const unsigned char *)catalogue_fr, catalogue_fr_size, english, form) : NULL;
}

static const char *say_fr(const char *english)
{
    const char *french = find_fr(english, 0);
    return french ? french : english;
}

/* In French, nothing and one take the singular. */
static const char *say_count_fr(const char *one, const char *many, unsigned long count)
{
    const char *french = find_fr(one, count > 1);
    return french ? french : say_count_en(one, many, count);
}

static const struct ochre_tongue tongues[] = {{say_en, say_count_en}, {say_fr, say_count_fr}};
const char *const tongue_codes[] = {"en", "fr", NULL};

static const struct ochre_tongue *used = &tongues[0];

const struct ochre_tongue *tongue_for(const char *code)
{
    size_t length = strcspn(code, "_.@:");
    for (int i = 0; tongue_codes[i]; i++)
        if (strlen(tongue_codes[i]) == length && strncmp(tongue_codes[i], code, length) == 0)
            return &tongues[i];
    return NULL;
}

/* The first known language of a list such as LANGUAGE holds: "fr_CH:en". */
static const struct ochre_tongue *first_known(const char *list)
{
    for (const char *at = list; *at;) {
        const struct ochre_tongue *tongue = tongue_for(at);
        if (tongue)
            return tongue;
        at += strcspn(at, ":");
        at += *at == ':';
    }
    return NULL;
}

const struct ochre_tongue *tongue_of_environment(void)
{
    /* As gettext does: the first of the three locale variables that is set counts; LANGUAGE goes before it unless the
     * locale is the plain C one. */
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *locale = "";
    for (size_t i = 0; i < sizeof names / sizeof *names && !*locale; i++) {
        const char *value = getenv(names[i]);
        locale = value ? value : "";
    }
    if (strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
        return &tongues[0];
    const char *wishes = getenv("LANGUAGE");
    const struct ochre_tongue *tongue = wishes && *locale ? first_known(wishes) : NULL;
    if (!tongue)
        tongue = tongue_for(locale);
    return tongue ? tongue : &tongues[0];
}

void tongue_use(const struct ochre_tongue *tongue)
{
    used = tongue;
}

const struct ochre_tongue *tongue_used(void)
{
    return used;
}

const char *tongue_code(void)
{
    return tongue_codes[used - tongues];
}
