/* spears_read_parts.c: what a position typed in and one that a view has written say alike (9.1). */
#include "games/spears/spears_reading.h"

/* A seat by its letter, or nobody ("-" or left out). */
static int read_somebody(struct spears_reading *r, const char *key, uint8_t *out)
{
    *out = OCHRE_NOBODY;
    if (spears_begin_text(r, r->given, key) < 0)
        return -1;
    if (!spears_next_word(r) || text_same(r->word, "-"))
        return 0;
    int seat = spears_seat_of_letter(r, r->word);
    if (seat < 0 || spears_next_word(r))
        return spears_refuse_text(r, "9.1", "expected the letter of one tribe at the table");
    *out = (uint8_t)seat;
    return 0;
}

/* Who was chosen in this turn and in the one before: never the same tribe (R13). */
static int read_memory(struct spears_reading *r, const char *key, const char *key_before, uint8_t *now, uint8_t *before)
{
    if (read_somebody(r, key, now) < 0 || read_somebody(r, key_before, before) < 0)
        return -1;
    if (*now != OCHRE_NOBODY && *now == *before)
        return spears_refuse_text(r, "R13", "the same tribe as {0}", key);
    return 0;
}

int spears_read_memories(struct spears_reading *r)
{
    struct spears_state *s = r->s;
    if (read_memory(r, "banned", "banned_last_turn", &s->banned, &s->banned_before) < 0 ||
        read_memory(r, "obliged", "obliged_last_turn", &s->obliged, &s->obliged_before) < 0 ||
        spears_begin_text(r, r->given, "blocked") < 0)
        return -1;
    while (spears_next_thing(r)) {
        int seat = spears_seat_of_letter(r, r->word);
        if (seat < 0)
            return spears_refuse_text(r, "9.1", "expected letters of tribes at the table");
        s->blocked |= SEAT_BIT(seat);
    }
    return 0;
}

/* Takes the prey that the word names, if it is in no other place; -1 and the error otherwise. */
static int take_prey(struct spears_reading *r)
{
    int prey = spears_read_prey(r->word);
    if (prey < 0)
        return spears_refuse_text(r, "9.1", "'{0}' is no prey (expected p01 to p24)", r->word);
    if (bits_has(r->seen, prey))
        return spears_refuse_text(r, "3.4", "{0} is in two places", r->word);
    r->seen |= 1u << prey;
    return prey;
}

int spears_read_row(struct spears_reading *r)
{
    struct spears_state *s = r->s;
    int spot = 0;
    if (spears_begin_text(r, r->given, "row") < 0)
        return -1;
    for (; spears_next_word(r); spot++) {
        if (spot == SPEARS_SPOTS)
            return spears_refuse_text(r, "9.1", "has more than 5 spots");
        if (text_same(r->word, "-"))
            continue;
        int prey = take_prey(r);
        if (prey < 0)
            return -1;
        s->row[spot] = (uint8_t)(prey + 1);
    }
    if (spot != 0 && spot != SPEARS_SPOTS)
        return spears_refuse_text(r, "9.1", "expected 5 spots, '-' for an empty one");
    if (reader_byte(&r->reader, r->given, "chased", 0, SPEARS_SPOTS, &s->chased_spot) < 0)
        return -1;
    if (s->chased_spot && s->row[s->chased_spot - 1])
        return reader_refuse_member(&r->reader, "4.4", r->given, "chased", "spot {0} is not empty",
                                    NUM(s->chased_spot));
    return 0;
}

/* Prey not yet seen, then behind a bar that which was chased; a queue begins behind it. */
int spears_read_deck(struct spears_reading *r, const char *key, bool is_queue)
{
    struct spears_state *s = r->s;
    if (spears_begin_text(r, r->given, key) < 0)
        return -1;
    while (spears_next_thing(r)) {
        if (text_same(r->word, "|") && !is_queue) {
            is_queue = true;
            continue;
        }
        int prey = take_prey(r);
        if (prey < 0)
            return -1;
        if (is_queue)
            s->queue[s->queue_count++] = (uint8_t)(prey + 1); /* each prey once, so they fit */
        else
            s->unseen |= 1u << prey;
    }
    return 0;
}

static int read_units(struct spears_reading *r, int seat)
{
    struct spears_state *s = r->s;
    if (spears_begin_of(r, "units", seat) < 0)
        return -1;
    while (spears_next_thing(r)) {
        char *code = r->word;
        size_t length = strlen(code);
        bool is_turned = length > 2 && code[0] == '(' && code[length - 1] == ')';
        if (is_turned) {
            code[length - 1] = '\0';
            code++;
        }
        int slot = s->tribe[seat] < SPEARS_TRIBES ? spears_slot_of_code(r->t, s->tribe[seat], code) : -1;
        if (slot < 0 && !text_same(code, "-"))
            return spears_refuse_text(r, "9.1", "'{0}' is no unit", code);
        if (slot < 0)
            continue;
        if (spears_units_played(s, seat) & spears_unit_bit(slot))
            return spears_refuse_text(r, "3.4", "{0} stands there twice", code);
        if (is_turned)
            s->turned[seat] |= spears_unit_bit(slot);
        else
            s->active[seat] |= spears_unit_bit(slot);
    }
    return 0;
}

static int read_pile(struct spears_reading *r, int seat)
{
    if (spears_begin_of(r, "own", seat) < 0)
        return -1;
    while (spears_next_thing(r)) {
        int prey = take_prey(r);
        if (prey < 0)
            return -1;
        r->s->pile[seat] |= 1u << prey;
    }
    return 0;
}

int spears_read_things(struct spears_reading *r, int seat)
{
    const struct reader cap = {r->reader.error, "K6"};
    struct json berries = json_get(r->given, "berries");
    if (reader_byte(&cap, berries, spears_key_of(r, seat), 0, SPEARS_BERRIES_MAX, &r->s->berries[seat]) < 0)
        return -1;
    return read_units(r, seat) < 0 ? -1 : read_pile(r, seat);
}
