/* tribes_names.c: what things are called in notation, in the pack and by people: tiles, resources, boards, phases,
 * seats. */
#include <assert.h>

#include "games/tribes/tribes.h"

const char tribes_letters[TRIBES_RESOURCES + 1] = "GHWOI";

const char *const tribes_phases[TRIBES_DECISIONS] = {"SETUP", "DRAW",  "REVEAL", "ARRANGE", "FOUND", "TAKE",
                                                     "MODE",  "BIRTH", "LIFT",   "DROP",    "LAY",   "RENEW",
                                                     "STEP",  "WILD",  "LOSE",   "WITHER",  "PICK",  "OVER"};

static const char *const action_ids[TRIBES_ACTION_TILES] = {"P", "E", "M", "P+", "E+", "M+"};

const char *const tribes_track_ids[TRIBES_TRACKS + 1] = {"procreation", "exploration", "movement", "strength", NULL};
const char *const tribes_deed_ids[] = {"procreate", "explore", "move", NULL};

const char *tribes_tile_id(const struct tribes_tables *t, int tile)
{
    assert(tile >= 0 && tile < TRIBES_TILES);
    return tribes_is_event(tile) ? t->event[tile - TRIBES_ACTION_TILES].id : action_ids[tile];
}

/* Without tables only action tiles are known. */
int tribes_tile_by_id(const struct tribes_tables *t, const char *id)
{
    for (int tile = 0; tile < TRIBES_ACTION_TILES; tile++)
        if (text_same(action_ids[tile], id))
            return tile;
    for (int event = 0; t && event < TRIBES_EVENTS; event++)
        if (text_same(t->event[event].id, id))
            return TRIBES_ACTION_TILES + event;
    return -1;
}

int tribes_resource_by_letter(char letter)
{
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
        if (tribes_letters[resource] == letter)
            return resource;
    return -1;
}

/* A text of the pack in the reader's language, or in English. The catalogue says which language it speaks. */
const char *tribes_said(const struct tribes_tables *t, struct tribes_text words, const struct ochre_tongue *tongue)
{
    struct ochre_text probe = {.tongue = tongue};
    bool is_french = text_same(text_word(&probe, N_("en (code of this language)")), "fr");
    assert(words.in[TRIBES_ENGLISH]); /* what a pack names at all it names in English */
    int place = is_french ? words.in[TRIBES_FRENCH] : 0;
    return t->heap + (place ? place : words.in[TRIBES_ENGLISH]);
}

const char *tribes_resource_name(const struct tribes_tables *t, int resource, const struct ochre_text *text)
{
    assert(resource >= 0 && resource < TRIBES_RESOURCES);
    return tribes_said(t, t->resource[resource].name, text ? text->tongue : NULL);
}

const char *tribes_board_name(const struct tribes_tables *t, int board, const struct ochre_text *text)
{
    assert(board >= 0 && board < TRIBES_BOARDS);
    return tribes_said(t, t->board[board].name, text ? text->tongue : NULL);
}

const char *tribes_tile_name(const struct tribes_tables *t, int tile, const struct ochre_text *text)
{
    static const char *const actions[TRIBES_ACTION_TILES] = {
        N_("Procreate"),           N_("Explore"),          N_("Move"), N_("Procreate with a hand"),
        N_("Explore with a hand"), N_("Move with a hand"),
    };
    assert(tile >= 0 && tile < TRIBES_TILES);
    if (!tribes_is_event(tile))
        return text_word(text, actions[tile]);
    return tribes_said(t, t->event[tile - TRIBES_ACTION_TILES].name, text->tongue);
}

const char *tribes_seat_letter(int seat)
{
    static const char *const letters[OCHRE_SEATS_MAX] = {"A", "B", "C", "D"};
    assert(seat >= 0 && seat < OCHRE_SEATS_MAX);
    return letters[seat];
}

void tribes_say_slot(int slot, struct ochre_text *text)
{
    text_int(text, slot / TRIBES_COLUMNS + 1);
    text_char(text, '.');
    text_int(text, slot % TRIBES_COLUMNS + 1);
}
