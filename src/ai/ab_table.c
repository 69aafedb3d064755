/* ab_table.c: see ab_table.h. */
#include "ai/ab_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { AGES = 64 };

static size_t pairs_for(size_t bytes)
{
    size_t pairs = 1;
    while (pairs * 4 * sizeof(struct ab_entry) <= bytes)
        pairs *= 2;
    return pairs;
}

void ab_table_free(struct ab_table *table)
{
    free(table->entries);
    *table = (struct ab_table){0};
}

size_t ab_table_bytes(const struct ab_table *table)
{
    return table->entries ? (table->mask + 1) * 2 * sizeof *table->entries : 0;
}

void ab_table_begin(struct ab_table *table, size_t bytes)
{
    size_t pairs = pairs_for(bytes);
    if (!table->entries || table->mask + 1 != pairs) {
        ab_table_free(table);
        table->entries = calloc(pairs * 2, sizeof *table->entries);
        table->mask = pairs - 1;
    }
    table->thoughts++;
    if (table->entries && table->thoughts % AGES == 0) /* ages come again: what is left of the last round must go */
        memset(table->entries, 0, ab_table_bytes(table));
}

/* Keys of different thoughts do not meet. */
static uint64_t own_key(const struct ab_table *table, uint64_t key)
{
    return hash_mix(key + table->thoughts * 0x9E3779B97F4A7C15u);
}

static struct ab_entry *pair_of(const struct ab_table *table, uint64_t own)
{
    return &table->entries[2 * ((own >> 20) & table->mask)];
}

const struct ab_entry *ab_table_find(const struct ab_table *table, uint64_t key)
{
    if (!table->entries)
        return NULL;
    uint64_t own = own_key(table, key);
    const struct ab_entry *pair = pair_of(table, own);
    return pair[0].key == own ? &pair[0] : pair[1].key == own ? &pair[1] : NULL;
}

void ab_table_keep(struct ab_table *table, uint64_t key, uint32_t action, int score, int depth, enum ab_bound bound)
{
    if (!table->entries)
        return;
    uint64_t own = own_key(table, key);
    uint8_t age = (uint8_t)(table->thoughts % AGES);
    struct ab_entry *pair = pair_of(table, own);
    bool is_free = pair[0].about >> 2 != age || (pair[0].about & 3) == AB_NOTHING;
    struct ab_entry *at = is_free || pair[0].key == own || depth >= pair[0].depth ? &pair[0] : &pair[1];
    *at = (struct ab_entry){.key = own,
                            .action = action,
                            .score = (int16_t)score,
                            .depth = (int8_t)depth,
                            .about = (uint8_t)((unsigned)bound | (unsigned)age << 2)};
}
