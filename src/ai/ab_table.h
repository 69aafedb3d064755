/* ab_table.h: positions that alpha-beta has looked at. Knows no game. */
#ifndef OCHRE_AI_AB_TABLE_H
#define OCHRE_AI_AB_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a score says about the true one. */
enum ab_bound { AB_NOTHING, AB_AT_MOST, AB_AT_LEAST, AB_EXACT };

struct ab_entry {
    uint64_t key;
    uint32_t action;
    int16_t score;
    int8_t depth;
    uint8_t about; /* enum ab_bound | age << 2 */
};

struct ab_table {
    struct ab_entry *entries; /* in pairs: the deepest, and the latest */
    size_t mask;              /* of pairs */
    uint64_t thoughts;        /* how many there were: each begins with what is as good as an empty table */
};

/* A table for one more thought, of at most so many bytes; without memory it keeps nothing. */
void ab_table_begin(struct ab_table *table, size_t bytes);
void ab_table_free(struct ab_table *table);
size_t ab_table_bytes(const struct ab_table *table);

/* NULL: not known. */
const struct ab_entry *ab_table_find(const struct ab_table *table, uint64_t key);
void ab_table_keep(struct ab_table *table, uint64_t key, uint32_t action, int score, int depth, enum ab_bound bound);

#endif
