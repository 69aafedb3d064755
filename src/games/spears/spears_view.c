/* spears_view.c: the parts of the JSON view that a page draws from: the components of the pack, the running action with
 * its sums, and the running sacrifice. All of it is public (rule 3.1). */
#include "games/spears/spears.h"

enum { LINE_SIZE = 160, LANGUAGE_SIZE = 16, NAME_SIZE = 96 };

/* ---- components ---- */

/* The names of a card in the languages of the pack; left out when it has none. */
static void put_names(struct json_writer *writer, struct json names)
{
    char language[LANGUAGE_SIZE];
    char name[NAME_SIZE];
    if (!json_there(names))
        return;
    json_open(writer, '{');
    for (struct json member = json_first(names); json_there(member); member = json_next(member))
        if (json_key(member, language, sizeof language) && json_string(member, name, sizeof name))
            json_field_string(writer, language, name);
    json_close(writer, '}');
}

/* {"N":[["h1",cost,power,level,berry], …], …}: the nine units of each tribe, by slot. */
static void write_unit_cards(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    json_name(writer, "units");
    json_open(writer, '{');
    for (int seat = 0; seat < t->seats; seat++) {
        if (s->tribe[seat] >= SPEARS_TRIBES)
            continue;
        json_name(writer, spears_key(setup, view, seat));
        json_open(writer, '[');
        for (int slot = 0; slot < SPEARS_UNITS; slot++) {
            const struct spears_unit *unit = &t->unit[s->tribe[seat]][slot];
            json_open(writer, '[');
            json_put_string(writer, unit->code);
            json_put_int(writer, unit->cost);
            json_put_int(writer, unit->power);
            json_put_int(writer, unit->level);
            json_put_int(writer, unit->berry);
            put_names(writer, unit->name);
            json_close(writer, ']');
        }
        json_close(writer, ']');
    }
    json_close(writer, '}');
}

/* [["day",power,level,meat,bone,trophy,berry,vigor,names], …]: p01 first. */
static void write_prey_cards(const struct spears_tables *t, struct json_writer *writer)
{
    json_name(writer, "prey");
    json_open(writer, '[');
    for (int i = 0; i < SPEARS_PREY; i++) {
        const struct spears_prey *prey = &t->prey[i];
        json_open(writer, '[');
        json_put_string(writer, prey->is_night ? "night" : "day");
        json_put_int(writer, prey->power);
        json_put_int(writer, prey->level);
        for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
            json_put_int(writer, prey->resource[resource]);
        json_put_int(writer, prey->berry);
        json_put_int(writer, prey->has_vigor);
        put_names(writer, prey->name);
        json_close(writer, ']');
    }
    json_close(writer, ']');
}

/* [[power,level,names], …]: e1 first. */
static void write_enemy_cards(const struct spears_tables *t, struct json_writer *writer)
{
    json_name(writer, "enemies");
    json_open(writer, '[');
    for (int i = 0; i < SPEARS_ENEMIES; i++) {
        json_open(writer, '[');
        json_put_int(writer, t->enemy[i].power);
        json_put_int(writer, t->enemy[i].level);
        put_names(writer, t->enemy[i].name);
        json_close(writer, ']');
    }
    json_close(writer, ']');
}

void spears_write_cards(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    const struct spears_tables *t = spears_tables(setup);
    json_name(writer, "cards");
    json_open(writer, '{');
    write_unit_cards(setup, view, writer);
    write_prey_cards(t, writer);
    write_enemy_cards(t, writer);
    json_name(writer, "values"); /* of the action cards of one player */
    json_open(writer, '[');
    for (int rank = 0; rank < t->values; rank++)
        for (int copy = 0; copy < t->full[rank]; copy++)
            json_put_int(writer, t->value[rank]);
    json_close(writer, ']');
    json_close(writer, '}');
}

/* ---- the running action ---- */

static void put_pair(struct json_writer *writer, const char *name, int first, int second)
{
    json_name(writer, name);
    json_open(writer, '[');
    json_put_int(writer, first);
    json_put_int(writer, second);
    json_close(writer, ']');
}

/* What both sides bring so far, without the action cards; a side that nobody takes yet counts nothing. */
static void write_sums(const struct spears_tables *t, const struct spears_state *s, struct json_writer *writer)
{
    json_name(writer, "sums");
    json_open(writer, '{');
    int sides[2] = {0};
    for (int side = 0; side < 2 && s->kind != SPEARS_DEFENDING; side++)
        if (s->side[side] != OCHRE_NOBODY)
            sides[side] = units_power(t, s, s->side[side], s->units[s->side[side]]) + spears_support(t, s, side);
    if (s->kind == SPEARS_HUNTING) {
        put_pair(writer, "hunt", sides[s->hunter], s->prey ? t->prey[s->prey - 1].power : 0);
        if (s->side[1] != OCHRE_NOBODY)
            put_pair(writer, "block", spears_block_value(t, s, s->side[0]) + spears_support(t, s, 0),
                     spears_block_value(t, s, s->side[1]) + spears_support(t, s, 1));
    } else if (s->kind == SPEARS_FIGHTING) {
        put_pair(writer, "fight", sides[0] + s->bonus[0], sides[1] + s->bonus[1]);
    } else if (s->kind == SPEARS_DEFENDING && s->enemy) {
        put_pair(writer, "def", spears_defence_value(t, s), t->enemy[s->enemy - 1].power);
    }
    json_close(writer, '}');
}

/* What each seat answered: "pass", "block", "support N", or "-". */
static void write_reactions(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    const struct spears_state *s = spears_seen(view);
    static const char *const words[] = {"-", "pass", "block", "support "};
    json_name(writer, "reaction");
    json_open(writer, '{');
    for (int seat = 0; seat < setup->seats; seat++) {
        char line[LINE_SIZE];
        struct ochre_text text = text_on(line, sizeof line);
        text_add(&text, words[s->reaction[seat]]);
        if (s->reaction[seat] == SPEARS_OFFERS)
            text_add(&text, spears_key(setup, view, s->offered_to[seat]));
        json_field_string(writer, spears_key(setup, view, seat), line);
    }
    json_close(writer, '}');
}

void spears_write_action(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    static const char *const kinds[] = {"none", "hunt", "fight", "defence"};
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    json_name(writer, "action");
    json_open(writer, '{');
    json_field_string(writer, "kind", kinds[s->kind]);
    if (s->kind != SPEARS_IDLE) {
        char line[LINE_SIZE];
        struct ochre_text text = text_on(line, sizeof line);
        if (s->prey) {
            spears_say_prey(NULL, s->prey - 1, &text);
            json_field_string(writer, "prey", line);
        }
        json_field_string(writer, "active", spears_key(setup, view, s->side[0]));
        json_field_string(writer, "against", spears_key(setup, view, s->side[1]));
        json_field_string(writer, "supporter", spears_key(setup, view, s->supporter[0]));
        json_field_string(writer, "supporter_against", spears_key(setup, view, s->supporter[1]));
        json_field_string(writer, "hunter", spears_key(setup, view, s->side[s->hunter]));
        json_field_bool(writer, "taken", s->has_prey);
        text = text_on(line, sizeof line);
        spears_say_set(t, s, s->side[1] < setup->seats ? s->side[1] : 0, s->picked, &text);
        json_field_string(writer, "picked", line);
        put_pair(writer, "bonus", s->bonus[0], s->bonus[1]);
        json_field_int(writer, "cards", s->cards);
        write_sums(t, s, writer);
        write_reactions(setup, view, writer);
    }
    json_close(writer, '}');
}

/* Who gives up units, how much level, which ones could go and are chosen, and what Healers have added. */
void spears_write_sacrifice(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    if (s->phase != SPEARS_HEAL && s->phase != SPEARS_SACRIFICE) {
        json_field_null(writer, "sacrifice");
        return;
    }
    char line[LINE_SIZE];
    json_name(writer, "sacrifice");
    json_open(writer, '{');
    json_field_string(writer, "payer", spears_key(setup, view, s->payer));
    json_field_int(writer, "level", s->due);
    struct ochre_text text = text_on(line, sizeof line);
    spears_say_set(t, s, s->payer, s->from, &text);
    json_field_string(writer, "from", line);
    text = text_on(line, sizeof line);
    spears_say_set(t, s, s->payer, s->chosen, &text);
    json_field_string(writer, "chosen", line);
    json_field_string(writer, "healer", s->phase == SPEARS_HEAL ? t->unit[s->tribe[s->actor]][s->healer].code : "-");
    json_name(writer, "healed");
    json_open(writer, '{');
    for (int slot = 0; slot < SPEARS_UNITS; slot++)
        if (s->lift[slot])
            json_field_int(writer, t->unit[s->tribe[s->payer]][slot].code, s->lift[slot]);
    json_close(writer, '}');
    json_close(writer, '}');
}
