/* catalogue_page.c: the catalogue of a page (cli/catalogue.h), which scripts/catalogue-page makes: without the English,
 * so that every word is fetched once. How many there are; the numbers of their English, ascending; where the French of
 * each begins, and where the last one ends; the French, every form ended by NUL. All numbers have 32 bits, lowest byte
 * first. */
#include <stdint.h>
#include <string.h>

#include "cli/catalogue.h"

static uint32_t word_at(const unsigned char *data, uint32_t index)
{
    const unsigned char *at = data + 4 * (size_t)index;
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* FNV-1a, as the script counts. */
static uint32_t number_of(const char *english)
{
    uint32_t number = 0x811C9DC5;
    for (const unsigned char *at = (const unsigned char *)english; *at; at++)
        number = (number ^ *at) * 0x01000193;
    return number;
}

/* The form with this number, or the last there is. */
static const char *pick_form(const char *forms, const char *end, int form)
{
    while (form-- > 0) {
        const char *next = forms + strlen(forms) + 1;
        if (next >= end)
            break;
        forms = next;
    }
    return forms;
}

const char *catalogue_find(const unsigned char *data, size_t size, const char *english, int form)
{
    uint32_t count = word_at(data, 0);
    const char *words = (const char *)data + 4 * (2 * (size_t)count + 2);
    uint32_t wanted = number_of(english);
    uint32_t low = 0;
    uint32_t high = count;
    (void)size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint32_t number = word_at(data, 1 + middle);
        if (number == wanted)
            return pick_form(words + word_at(data, 1 + count + middle), words + word_at(data, 2 + count + middle),
                             form);
        if (wanted < number)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
