/* spears_contest.c: the running contest as JSON, or the last one until somebody acts again: who stands on which side,
 * what each unit adds and why, what has to be beaten, what the cards may do, how it ended. All of it is public (3.1)
 * but the cards of the viewer's own hand. */
#include <assert.h>

#include "games/spears/spears_text.h"

struct writing {
    const struct ochre_setup *setup;
    const struct ochre_view *view;
    const struct spears_tables *t;
    const struct spears_state *s;
    struct json_writer *writer;
    int total; /* of the side that is being written */
};

/* ---- which contest ---- */

int spears_likely_blocker(const struct spears_tables *t, const struct spears_state *s)
{
    if (s->side[1] != OCHRE_NOBODY || s->kind != SPEARS_HUNTING)
        return s->side[1];
    return s->phase == SPEARS_BLOCK_UNITS ? s->actor : spears_strongest_blocker(t, s);
}

/* enum spears_value, or -1: there is none. */
static int contest_of(const struct spears_tables *t, const struct spears_state *s)
{
    if (s->phase == SPEARS_OVER)
        return -1;
    if (s->settled == SPEARS_UNFOUGHT)
        return SPEARS_VALUE_FIGHT;
    if (s->settled != SPEARS_UNSETTLED)
        return s->settled - 1;
    switch (s->kind) {
    case SPEARS_HUNTING: return spears_likely_blocker(t, s) == OCHRE_NOBODY ? SPEARS_VALUE_HUNT : SPEARS_VALUE_BLOCK;
    case SPEARS_FIGHTING: return SPEARS_VALUE_FIGHT;
    case SPEARS_DEFENDING: return SPEARS_VALUE_DEFENCE;
    default: return -1;
    }
}

/* ---- parts ---- */

/* ["N","h1",3,"power"]: whose unit adds how much, and why. */
static void put_part(struct writing *w, int seat, const char *code, int adds, const char *why)
{
    if (!adds)
        return;
    json_open(w->writer, '[');
    json_put_string(w->writer, spears_key(w->setup, w->view, seat));
    json_put_string(w->writer, code);
    json_put_int(w->writer, adds);
    json_put_string(w->writer, why);
    json_close(w->writer, ']');
    w->total += adds;
}

/* The units of a seat, and what those of one type add on top; SPEARS_TYPES: none does. */
static void put_units(struct writing *w, int seat, int type)
{
    static const char *const whys[SPEARS_TYPES] = {[SPEARS_WARRIOR] = "warrior", [SPEARS_AMBUSHER] = "ambusher"};
    uint16_t units = w->s->units[seat];
    uint16_t special = type == SPEARS_TYPES ? 0 : spears_units_of_type(w->t, w->s, seat, type);
    for (int slot = 0; slot < SPEARS_UNITS; slot++) {
        const struct spears_unit *unit = &w->t->unit[w->s->tribe[seat]][slot];
        if (!(units & spears_unit_bit(slot)))
            continue;
        put_part(w, seat, unit->code, unit->power, "power");
        if (special & spears_unit_bit(slot))
            put_part(w, seat, unit->code, 1, whys[type]);
    }
}

static void put_seats(struct writing *w, const int *seats, int count)
{
    json_name(w->writer, "seats");
    json_open(w->writer, '[');
    for (int i = 0; i < count; i++)
        if (seats[i] != OCHRE_NOBODY)
            json_put_string(w->writer, spears_key(w->setup, w->view, seats[i]));
    json_close(w->writer, ']');
}

/* Who leads the side, who supports it, and what both bring. */
static void write_side(struct writing *w, int leader, int supporter, int type, int paid, bool has_cards)
{
    w->total = 0;
    json_open(w->writer, '{');
    put_seats(w, (const int[]){leader, supporter}, 2);
    json_name(w->writer, "parts");
    json_open(w->writer, '[');
    if (leader != OCHRE_NOBODY)
        put_units(w, leader, type);
    if (paid)
        put_part(w, leader, "-", paid, "paid");
    if (supporter != OCHRE_NOBODY)
        put_units(w, supporter, SPEARS_AMBUSHER); /* R24 */
    json_close(w->writer, ']');
    json_field_int(w->writer, "total", w->total);
    json_field_bool(w->writer, "cards", has_cards);
    json_close(w->writer, '}');
}

/* 4.11: the first player with the bonuses, then the others, whose Ambushers count one more. */
static void write_defenders(struct writing *w)
{
    int seats[OCHRE_SEATS_MAX];
    int first = w->s->side[0];
    int count = w->t->seats;
    for (int i = 0; i < count; i++)
        seats[i] = (first + i) % count;
    w->total = 0;
    json_open(w->writer, '{');
    put_seats(w, seats, count);
    json_name(w->writer, "parts");
    json_open(w->writer, '[');
    put_units(w, first, SPEARS_TYPES);
    put_part(w, first, "-", w->s->bonus[0], "paid");
    for (int i = 1; i < count; i++)
        put_units(w, seats[i], SPEARS_AMBUSHER);
    json_close(w->writer, ']');
    json_field_int(w->writer, "total", w->total);
    json_field_bool(w->writer, "cards", false);
    json_close(w->writer, '}');
}

/* What does not move: a prey, or an enemy. */
static void write_wall(struct writing *w, const char *what, const char *code, int power)
{
    json_open(w->writer, '{');
    json_field_string(w->writer, what, code);
    json_field_int(w->writer, "total", power);
    json_field_bool(w->writer, "cards", false);
    json_close(w->writer, '}');
}

static void write_sides(struct writing *w, int which)
{
    const struct spears_state *s = w->s;
    json_name(w->writer, "sides");
    json_open(w->writer, '[');
    if (which == SPEARS_VALUE_DEFENCE) {
        char enemy[] = {'e', (char)('0' + s->met), '\0'};
        write_defenders(w);
        write_wall(w, "enemy", enemy, s->met ? w->t->enemy[s->met - 1].power : 0);
    } else if (which == SPEARS_VALUE_HUNT) {
        int hunter = s->side[s->hunter];
        write_side(w, hunter, s->supporter[s->hunter], SPEARS_TYPES, 0, true);
        write_wall(w, "prey", spears_prey_names[s->prey - 1], w->t->prey[s->prey - 1].power);
    } else {
        bool is_block = which == SPEARS_VALUE_BLOCK; /* 4.6.7: the cards help the blocker; 4.8: the attacker */
        int type = is_block ? SPEARS_WARRIOR : SPEARS_TYPES;
        write_side(w, s->side[0], s->supporter[0], type, s->bonus[0], !is_block);
        write_side(w, spears_likely_blocker(w->t, s), s->supporter[1], type, s->bonus[1], is_block);
    }
    json_close(w->writer, ']');
}

/* ---- cards, units that may be sent, the result ---- */

static void put_pair(struct json_writer *writer, const char *name, int first, int second)
{
    json_name(writer, name);
    json_open(writer, '[');
    json_put_int(writer, first);
    json_put_int(writer, second);
    json_close(writer, ']');
}

/* What the cards may add: the least and the most of the viewer's own, and of all others together; or what they added.
 */
static void write_cards(struct writing *w, int viewer)
{
    const struct spears_tables *t = w->t;
    const struct spears_state *s = w->s;
    int own[2] = {0, 0};
    int others = t->seats;
    if (viewer < t->seats) {
        int rank[2] = {t->values, -1};
        for (int i = 0; i < t->values; i++)
            if (s->placed[viewer] ? s->placed[viewer] == i + 1 : s->hand[viewer][i] > 0) {
                rank[0] = i < rank[0] ? i : rank[0];
                rank[1] = i;
            }
        for (int i = 0; i < 2; i++)
            own[i] = rank[1] < 0 ? 0 : t->value[rank[i]];
        others--;
    }
    json_name(w->writer, "open");
    json_open(w->writer, '{');
    put_pair(w->writer, "own", own[0], own[1]);
    put_pair(w->writer, "others", others * t->value[0], others * t->value[t->values - 1]);
    json_close(w->writer, '}');
}

int spears_unit_adds(const struct spears_tables *t, const struct spears_state *s, int seat, int slot)
{
    bool is_supporting = s->phase == SPEARS_SUPPORT_UNITS || s->phase == SPEARS_OBLIGE_UNIT ||
                         (s->phase == SPEARS_DEFEND_UNITS && s->at > 0);
    int type = s->phase == SPEARS_BLOCK_UNITS ? SPEARS_WARRIOR : is_supporting ? SPEARS_AMBUSHER : SPEARS_TYPES;
    const struct spears_unit *unit = &t->unit[s->tribe[seat]][slot];
    return unit->power + (unit->type == type);
}

/* The side that a chain of units goes to. */
static int chain_side(const struct spears_state *s)
{
    if (s->phase == SPEARS_SUPPORT_UNITS)
        return s->offered_to[s->actor] != s->side[0];
    return s->phase == SPEARS_BLOCK_UNITS || s->phase == SPEARS_DEFENDER_UNITS;
}

/* Units are being chosen: by whom, for which side, how many more may go, and what each adds, without and with the
 * bonus that can be bought. */
static void write_chain(struct writing *w)
{
    const struct spears_state *s = w->s;
    bool is_chain = s->phase == SPEARS_HUNT_UNITS || s->phase == SPEARS_BLOCK_UNITS ||
                    s->phase == SPEARS_SUPPORT_UNITS || s->phase == SPEARS_FIGHT_UNITS ||
                    s->phase == SPEARS_DEFENDER_UNITS || s->phase == SPEARS_DEFEND_UNITS;
    if (!is_chain) {
        json_field_null(w->writer, "chain");
        return;
    }
    int seat = s->actor;
    int most = s->phase == SPEARS_SUPPORT_UNITS ? SPEARS_SUPPORT_UNITS_MAX - bits_count(s->units[seat]) : SPEARS_UNITS;
    json_name(w->writer, "chain");
    json_open(w->writer, '{');
    json_field_string(w->writer, "seat", spears_key(w->setup, w->view, seat));
    json_field_int(w->writer, "side", chain_side(s));
    json_field_int(w->writer, "most", most);
    json_name(w->writer, "adds");
    json_open(w->writer, '{');
    for (int slot = 0; slot < SPEARS_UNITS; slot++) {
        int adds = spears_unit_adds(w->t, s, seat, slot);
        bool is_paid = spears_moves_has(s->moves, (ochre_action)(SPEARS_PAID + slot));
        if (is_paid || spears_moves_has(s->moves, (ochre_action)(SPEARS_UNIT + slot)))
            put_pair(w->writer, w->t->unit[s->tribe[seat]][slot].code, adds, adds + is_paid);
    }
    json_close(w->writer, '}');
    json_close(w->writer, '}');
}

/* null, or both numbers and what they mean for the first side; nobody to fight is no comparison. */
static void write_result(struct writing *w, int which)
{
    const struct spears_state *s = w->s;
    if (s->settled == SPEARS_UNSETTLED) {
        json_field_null(w->writer, "result");
        return;
    }
    json_name(w->writer, "result");
    json_open(w->writer, '{');
    if (s->settled == SPEARS_UNFOUGHT) {
        json_field_string(w->writer, "outcome", "unfought");
    } else {
        int first = s->value[which][0];
        int second = s->value[which][1];
        bool is_tied = first == second && which != SPEARS_VALUE_DEFENCE; /* 4.11: the valley wins ties */
        json_field_string(w->writer, "outcome", first > second ? "won" : is_tied ? "tied" : "lost");
        json_field_int(w->writer, "first", first);
        json_field_int(w->writer, "second", second);
        if (which != SPEARS_VALUE_DEFENCE)
            json_field_int(w->writer, "cards", s->cards);
    }
    json_close(w->writer, '}');
}

void spears_write_contest(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                          struct json_writer *writer)
{
    static const char *const kinds[SPEARS_VALUES] = {"hunt", "block", "fight", "defence"};
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    struct writing w = {setup, view, t, s, writer, 0};
    int which = contest_of(t, s);
    if (which < 0) {
        json_field_null(writer, "contest");
        return;
    }
    json_name(writer, "contest");
    json_open(writer, '{');
    json_field_string(writer, "kind", kinds[which]);
    if (s->prey && which != SPEARS_VALUE_DEFENCE)
        json_field_string(writer, "prey", spears_prey_names[s->prey - 1]);
    write_sides(&w, which);
    write_chain(&w);
    if (which == SPEARS_VALUE_DEFENCE || s->settled != SPEARS_UNSETTLED)
        json_field_null(writer, "open");
    else
        write_cards(&w, viewer);
    write_result(&w, which);
    json_close(writer, '}');
}
