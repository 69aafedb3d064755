/* catalogue_page.c: the catalogue of a page (cli/catalogue.h), which scripts/catalogue-page makes: without the English,
 * so that every word is fetched once. How many there are, and the number of each one's English, in 32 bits; how long
 * its French is, in 16, lowest byte first; the French, every form ended by NUL. Words of one part stand together, which
 * makes them small on their way; where each is found is worked out at the first question. */
#include <assert.h>
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

enum { WORDS_MAX = 4096, SLOTS = 2 * WORDS_MAX };
static struct {
    const unsigned char *data; /* that it is about */
    uint16_t slot[SLOTS];      /* 1 + an entry, at the number of its English or behind it; 0: none */
    uint32_t begin[WORDS_MAX + 1];
} place;

static uint32_t slot_of(uint32_t number)
{
    return (number ^ number >> 16) % SLOTS;
}

static void find_places(const unsigned char *data)
{
    uint32_t count = word_at(data, 0);
    assert(count <= WORDS_MAX);
    const unsigned char *lengths = data + 4 * (1 + (size_t)count);
    place.data = data;
    place.begin[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = slot_of(word_at(data, 1 + i));
        while (place.slot[at])
            at = (at + 1) % SLOTS;
        place.slot[at] = (uint16_t)(i + 1);
        place.begin[i + 1] = place.begin[i] + lengths[2 * i] + 256U * lengths[2 * i + 1];
    }
}

const char *catalogue_find(const unsigned char *data, size_t size, const char *english, int form)
{
    (void)size;
    if (place.data != data)
        find_places(data);
    const char *words = (const char *)data + 4 + 6 * (size_t)word_at(data, 0);
    uint32_t wanted = number_of(english);
    for (uint32_t at = slot_of(wanted); place.slot[at]; at = (at + 1) % SLOTS) {
        uint32_t entry = place.slot[at] - 1U;
        if (word_at(data, 1 + entry) == wanted)
            return pick_form(words + place.begin[entry], words + place.begin[entry + 1], form);
    }
    return NULL;
}
