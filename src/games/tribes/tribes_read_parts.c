/* tribes_read_parts.c: what a position typed in and one that a view has written say alike (7.1.1). */
#include <assert.h>

#include "games/tribes/tribes_reading.h"

/* d4:G2, e4:W, d5:O!1 */
static int read_tile(const struct tribes_reading *r, struct tribes_seat *p, struct json at_seat, const char *word)
{
    const struct reader *form = &r->form;
    const char *at = word;
    int cell;
    int members = 0;
    if (!tribes_read_cell_name(&at, &cell) || *at++ != ':')
        return reader_refuse_member(form, "7.1", at_seat, "land", "'{0}' is not written like d4:G2", word);
    int resource = *at ? tribes_resource_by_letter(*at++) : -1;
    bool is_exhausted = *at == '!';
    at += is_exhausted;
    if (resource < 0 || (*at && !text_read_number(&at, 2, &members)) || *at)
        return reader_refuse_member(form, "7.1", at_seat, "land", "'{0}' is not written like d4:G2 or d5:O!1", word);
    if (cell < 0)
        return reader_refuse_member(form, "1.3", at_seat, "land", "'{0}' is outside the 48 cells", word);
    if (bits_has(p->ground, cell))
        return reader_refuse_member(form, "3", at_seat, "land", "'{0}' is the second tile on its cell", word);
    if (members > p->reserve)
        return reader_refuse_member(form, "1.1", at_seat, "land", "a tribe has at most {0} members",
                                    NUM(r->t->start_members));
    tribes_put_land(r->t, p, resource, cell);
    if (is_exhausted)
        p->exhausted |= BIT(cell);
    for (int i = 0; i < members; i++)
        tribes_put_member(p, cell);
    p->reserve = (uint8_t)(p->reserve - members);
    return 0;
}

int tribes_read_land(const struct tribes_reading *r, struct tribes_seat *p, struct json at_seat, const char *line)
{
    char word[16];
    for (const char *at = line; text_next_word(&at, word, sizeof word);)
        if (read_tile(r, p, at_seat, word) < 0)
            return -1;
    return 0;
}

int tribes_read_levels(const struct tribes_reading *r, struct tribes_seat *p, struct json at_seat)
{
    char line[16] = "0/0/0/0";
    const char *at = line;
    if (reader_text(&r->form, at_seat, "levels", line, sizeof line) < 0)
        return -1;
    for (int track = 0; track < TRIBES_TRACKS; track++) {
        int level;
        if (!text_read_number(&at, 1, &level) || level > r->t->top || *at != (track < 3 ? '/' : '\0'))
            return reader_refuse_member(&r->form, "1.4", at_seat, "levels",
                                        "expected four levels from 0 to {0}, like 0/1/0/2", NUM(r->t->top));
        at += track < 3;
        p->level[track] = (uint8_t)level;
    }
    return 0;
}

/* M+ or E(1) */
static int read_row_tile(const struct tribes_reading *r, char *word)
{
    struct tribes_state *s = r->s;
    int shells = 0;
    char *bracket = word + strcspn(word, "(");
    if (*bracket) {
        const char *at = bracket + 1;
        if (!text_read_number(&at, 2, &shells) || at[0] != ')' || at[1])
            return tribes_refuse(r, "7.1", "row", "shells on a tile are written E(1)");
        *bracket = '\0';
    }
    int tile = tribes_tile_by_id(r->t, word);
    if (tile < 0)
        return tribes_refuse(r, "7.1", "row", "there is no tile '{0}'", word);
    for (int i = 0; i < s->row_count; i++)
        if (s->row[i] == tile)
            return tribes_refuse(r, "3", "row", "{0} stands there twice", word);
    if (shells > TRIBES_SHELLS)
        return tribes_refuse(r, "1.1", "row", "there are only 20 shells");
    assert(s->row_count < TRIBES_TILES);
    s->row[s->row_count] = (uint8_t)tile;
    s->row_shells[s->row_count++] = (uint8_t)shells;
    return 0;
}

int tribes_read_row(const struct tribes_reading *r, const char *line)
{
    char word[40];
    for (const char *at = line; text_next_word(&at, word, sizeof word);)
        if (read_row_tile(r, word) < 0)
            return -1;
    return 0;
}

/* "BC", by who placed them first. */
static int read_stones_on(const struct tribes_reading *r, struct json member, int slot)
{
    struct tribes_state *s = r->s;
    char line[8];
    if (!json_string(member, line, sizeof line))
        return reader_refuse(&r->form, "7.1", member, "the stones of a board are seat letters, like \"BC\"");
    for (const char *at = line; *at; at++) {
        int seat = *at - 'A';
        if (seat < 0 || seat >= r->setup->seats)
            return reader_refuse(&r->form, "7.1", member, "'{0}' is not a list of seats in play", line);
        struct tribes_seat *p = &s->seat[seat];
        if (bits_has(p->stones, slot))
            return reader_refuse(&r->form, "4.6", member, "a seat has at most one stone on a board");
        p->stones = (uint16_t)(p->stones | 1u << slot);
        s->stone[slot][s->stone_count[slot]++] = (uint8_t)seat;
    }
    return 0;
}

int tribes_read_stones(const struct tribes_reading *r)
{
    const struct tribes_state *s = r->s;
    struct json stones = json_get(r->position, "stones");
    if (json_there(stones) && json_kind(stones) != JSON_OBJECT)
        return tribes_refuse(r, "7.1.1", "stones", "expected an object like {0}", "{\"1.2\": \"BC\"}");
    for (struct json member = json_first(stones); json_there(member); member = json_next(member)) {
        int slot;
        if (!tribes_read_slot_key(member, &slot))
            return reader_refuse(&r->form, "7.1", member, "boards are named 1.1 to 3.4");
        if (read_stones_on(r, member, slot) < 0)
            return -1;
    }
    for (int slot = TRIBES_COLUMNS; slot < TRIBES_SLOTS; slot++)
        if (s->stone_count[slot] && !s->stone_count[slot - TRIBES_COLUMNS])
            return tribes_refuse(r, "3", "stones", "board {0}.{1} is face down, for there is no stone below",
                                 NUM(slot / TRIBES_COLUMNS + 1), NUM(slot % TRIBES_COLUMNS + 1));
    return 0;
}

/* "1.4>2.3" */
int tribes_read_links(const struct tribes_reading *r)
{
    struct json links = json_get(r->position, "links");
    if (json_there(links) && json_kind(links) != JSON_ARRAY)
        return tribes_refuse(r, "7.1.1", "links", "expected a list like [\"1.4>2.3\"]");
    for (struct json link = json_first(links); json_there(link); link = json_next(link)) {
        char line[12] = "";
        const char *at = line;
        int from;
        int to;
        json_string(link, line, sizeof line);
        if (!tribes_read_slot(&at, &from) || *at++ != '>' || !tribes_read_slot(&at, &to) || *at)
            return reader_refuse(&r->form, "7.1.1", link, "a link is written 1.4>2.3");
        int aside = to % TRIBES_COLUMNS - from % TRIBES_COLUMNS;
        if (to / TRIBES_COLUMNS != from / TRIBES_COLUMNS + 1 || (aside != 1 && aside != -1))
            return reader_refuse(&r->form, "A29", link, "{0} does not go up one epoch and one column aside", line);
        uint16_t *side = aside == 1 ? &r->s->links_left : &r->s->links_right;
        *side = (uint16_t)(*side | 1u << to);
    }
    return 0;
}

/* G8 H7 W6 O7 I8, all five */
int tribes_read_counts(const struct tribes_reading *r, const char *key, int counts[TRIBES_RESOURCES])
{
    char line[64] = "";
    char word[8];
    uint32_t seen = 0;
    if (!json_there(json_get(r->position, key)))
        return 0;
    if (reader_text(&r->form, r->position, key, line, sizeof line) < 0)
        return -1;
    for (const char *at = line; text_next_word(&at, word, sizeof word);) {
        const char *digits = word + 1;
        int resource = tribes_resource_by_letter(word[0]);
        int number;
        if (resource < 0 || bits_has(seen, resource) || !text_read_number(&digits, 2, &number) || *digits ||
            number > 15)
            return tribes_refuse(r, "7.1.1", key, "expected all five counts up to 15, like \"G8 H7 W6 O7 I8\"");
        counts[resource] = number;
        seen |= 1u << resource;
    }
    return seen == 31 ? 0 : tribes_refuse(r, "7.1.1", key, "expected all five letters, like \"G0 H0 W0 O0 I1\"");
}
