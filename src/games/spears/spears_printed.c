/* spears_printed.c: what does not change while one plays: the components of the pack, and numbers of the rules. */
#include "games/spears/spears_text.h"

enum { LANGUAGE_SIZE = 16, NAME_SIZE = 96 };

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

/* {"N":[["h1",cost,power,level,berry,names], …], …}: the nine units of every tribe, by slot; also of one that nobody
 * plays. */
static void write_unit_cards(const struct spears_tables *t, struct json_writer *writer)
{
    json_name(writer, "units");
    json_open(writer, '{');
    for (int tribe = 0; tribe < SPEARS_TRIBES; tribe++) {
        json_name(writer, spears_keys[tribe]);
        json_open(writer, '[');
        for (int slot = 0; slot < SPEARS_UNITS; slot++) {
            const struct spears_unit *unit = &t->unit[tribe][slot];
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
        json_put_string(writer, spears_times[prey->is_night]);
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

static void write_cards(const struct spears_tables *t, struct json_writer *writer)
{
    json_name(writer, "cards");
    json_open(writer, '{');
    write_unit_cards(t, writer);
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

/* Numbers of the rules that a page shows: how much there may be, when one may fight, what each team needs (of every own
 * goal in turn, or of anything), and the roles of the order tokens. */
static void write_limits(const struct spears_tables *t, struct json_writer *writer)
{
    json_name(writer, "limits");
    json_open(writer, '{');
    json_field_int(writer, "berries", SPEARS_BERRIES_MAX);
    json_field_int(writer, "vigor", SPEARS_VIGOR_MAX);
    json_field_int(writer, "fight", SPEARS_FIGHT_VIGOR);
    json_name(writer, "needs");
    json_open(writer, '{');
    for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++) {
        struct spears_needs needs = spears_needs_of_team(t->seats, team);
        if (!t->teams[team])
            continue;
        json_name(writer, spears_team_names[team]);
        json_open(writer, '[');
        json_put_string(writer, needs.is_any ? "any" : "goal");
        for (int i = 0; i < 2 && needs.each[i]; i++)
            json_put_int(writer, needs.each[i]);
        json_close(writer, ']');
    }
    json_close(writer, '}');
    json_field_string(writer, "roles", t->seats == 3 ? "chief shaman -" : "chief shaman seer flutist");
    json_close(writer, '}');
}

void spears_write_printed(const struct ochre_setup *setup, struct json_writer *writer)
{
    const struct spears_tables *t = spears_tables(setup);
    write_limits(t, writer);
    write_cards(t, writer);
}
