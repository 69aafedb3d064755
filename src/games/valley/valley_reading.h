/* valley_reading.h: what the readers of positions share. Only valley_read.c and valley_read_seat.c include it. */
#ifndef OCHRE_GAMES_VALLEY_READING_H
#define OCHRE_GAMES_VALLEY_READING_H

#include "games/valley/valley.h"
#include "rules/reader.h"

/* A reading under way. */
struct valley_reading {
    struct reader door;
    const struct ochre_setup *setup;
    const struct valley_tables *t;
    struct valley_state *s;
    uint64_t named; /* tiles met so far */
};

/* A list of tiles that are nowhere else. */
int valley_read_tiles(struct valley_reading *r, struct json object, const char *key, int most, uint8_t *tiles,
                      uint8_t *count);
/* A scene whose Mountain token the seat still lacks. */
int valley_read_token(struct valley_reading *r, struct valley_seat *v, struct json value, int *scene);
/* "L3B+R4A"; left out, the first board there is. */
int valley_read_board(struct valley_reading *r, struct valley_seat *v, struct json given, struct json at_fault);
/* Everything that a position says of one seat. */
int valley_read_seat(struct valley_reading *r, struct json position, int seat);

#endif
