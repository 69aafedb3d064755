/* valley_cases.c: what only this game can say in acceptance cases: the tiles to come, by name. */
#include "games/valley/valley.h"

/* The list that answers the draws, and where in it the first draw after the position stands. */
static struct json script_of(const struct ochre_setup *setup, struct json given, uint32_t *at)
{
    const struct valley_tables *t = valley_tables(setup);
    struct json record = json_get(given, "record");
    *at = 0;
    if (!json_there(record))
        return json_get(given, "stack");
    *at = (uint32_t)(t->removed + t->common + VALLEY_POOL * setup->seats);
    return json_get(record, "tiles");
}

static ochre_action foretell(const struct ochre_setup *setup, struct json given, const struct ochre_state *state,
                             const ochre_action *drawn, int drawn_count)
{
    (void)drawn;
    uint32_t at;
    struct json script = script_of(setup, given, &at);
    char id[8];
    const char *text = id;
    if (valley_of(state)->phase != PHASE_REVEAL || json_kind(script) != JSON_ARRAY ||
        !json_string(json_at(script, at + (uint32_t)drawn_count), id, sizeof id))
        return OCHRE_NO_ACTION;
    int tile = valley_read_tile(valley_tables(setup), &text);
    return tile < 0 ? OCHRE_NO_ACTION : (ochre_action)(DRAW_TILE + tile);
}

static bool fact(const struct ochre_setup *setup, const struct ochre_state *state, struct json given,
                 const ochre_action *drawn, int drawn_count, const char *path, struct ochre_text *json)
{
    (void)drawn;
    struct json_writer writer = json_write_to(json);
    const char *tile_text;
    if (text_starts(path, "fight_on.", &tile_text)) {
        int tile = valley_read_tile(valley_tables(setup), &tile_text);
        if (tile < 0 || *tile_text)
            return false;
        valley_write_owners(setup, valley_of(state), tile, &writer);
        return true;
    }
    uint32_t at;
    struct json script = script_of(setup, given, &at);
    if (!text_same(path, "stack") || json_kind(script) != JSON_ARRAY)
        return false;
    json_open(&writer, '[');
    for (uint32_t i = at + (uint32_t)drawn_count; i < json_count(script); i++) {
        char id[8];
        if (json_string(json_at(script, i), id, sizeof id))
            json_put_string(&writer, id);
    }
    json_close(&writer, ']');
    return true;
}

const struct ochre_case_words valley_cases = {.foretell = foretell, .fact = fact};
