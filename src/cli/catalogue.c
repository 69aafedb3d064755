/* catalogue.c: see catalogue.h. The format: magic, revision, count, and the offsets of two tables of (length, offset),
 * one of the originals in ascending order, one of their translations. A message with plurals is filed under its
 * singular: "one\0many" gives "un\0plusieurs". */
#include "cli/catalogue.h"

#include <stdint.h>
#include <string.h>

enum { MAGIC = (int)0x950412de, HEADER_SIZE = 28, ENTRY_SIZE = 8 };

static uint32_t word_at(const unsigned char *mo, size_t offset)
{
    const unsigned char *at = mo + offset;
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The string of entry `index` in the table at `table`, or NULL when the catalogue is damaged there. */
static const char *string_at(const unsigned char *mo, size_t size, uint32_t table, uint32_t index, uint32_t *length)
{
    size_t entry = (size_t)table + (size_t)index * ENTRY_SIZE;
    if (entry + ENTRY_SIZE > size)
        return NULL;
    *length = word_at(mo, entry);
    size_t start = word_at(mo, entry + 4);
    if (start >= size || *length >= size - start || mo[start + *length] != '\0')
        return NULL;
    return (const char *)mo + start;
}

/* The plural form with this number, or the last there is. */
static const char *pick_form(const char *forms, uint32_t length, int form)
{
    const char *end = forms + length;
    while (form-- > 0) {
        const char *next = forms + strlen(forms) + 1;
        if (next > end)
            break;
        forms = next;
    }
    return forms;
}

const char *catalogue_find(const unsigned char *mo, size_t size, const char *english, int form)
{
    if (size < HEADER_SIZE || word_at(mo, 0) != (uint32_t)MAGIC)
        return NULL;
    uint32_t originals = word_at(mo, 12);
    uint32_t translations = word_at(mo, 16);
    uint32_t low = 0;
    uint32_t high = word_at(mo, 8);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint32_t length;
        const char *original = string_at(mo, size, originals, middle, &length);
        if (!original)
            return NULL;
        int order = strcmp(english, original);
        if (order == 0) {
            const char *translation = string_at(mo, size, translations, middle, &length);
            return translation && length ? pick_form(translation, length, form) : NULL;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
