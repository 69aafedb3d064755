/* spears_json.c: the view as JSON: the table and what each seat has, then what a page draws from: the running action
 * and contest, and the running sacrifice (all public, rule 3.1). What does not change is in spears_printed.c. */
#include <assert.h>

#include "games/spears/spears_reading.h"

enum { LINE_SIZE = 160 };

/* ---- the table and the seats ---- */

/* What is written of each seat. */
enum seat_field { UNITS, OWN, TOTAL, HAND, TEAM, GOAL, PLACED, SENT, BERRIES };
static const char *const seat_fields[] = {"units", "own", "total", "hand", "team", "goal", "placed", "sent", "berries"};

static const char *team_word(const struct spears_state *s, int seat)
{
    return s->team[seat] == OCHRE_UNKNOWN ? "?" : spears_team_names[s->team[seat]];
}

static void say_field(const struct spears_tables *t, const struct spears_state *s, int seat, enum seat_field field,
                      struct ochre_text *text)
{
    switch (field) {
    case UNITS: spears_say_units(t, s, seat, text); break;
    case OWN: spears_say_pile(s->pile[seat], text); break;
    case TOTAL: spears_say_total(t, s, seat, text); break;
    case HAND: spears_say_hand(t, s, seat, text); break;
    case TEAM: text_add(text, team_word(s, seat)); break;
    case GOAL: spears_say_goals(s, seat, text); break;
    case PLACED: spears_say_placed(t, s, seat, text); break;
    case SENT: spears_say_set(t, s, seat, s->kind == SPEARS_IDLE ? 0u : s->units[seat], text); break;
    default: break;
    }
}

static void write_seats(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    const struct spears_state *s = spears_seen(view);
    for (enum seat_field field = UNITS; field <= BERRIES; field++) {
        json_name(writer, seat_fields[field]);
        json_open(writer, '{');
        for (int seat = 0; seat < setup->seats; seat++) {
            char line[LINE_SIZE];
            struct ochre_text text = text_on(line, sizeof line);
            if (field == BERRIES) {
                json_field_int(writer, spears_key(setup, view, seat), s->berries[seat]);
                continue;
            }
            say_field(spears_tables(setup), s, seat, field, &text);
            json_field_string(writer, spears_key(setup, view, seat), line);
        }
        json_close(writer, '}');
    }
}

static void write_values(const struct spears_state *s, struct json_writer *writer)
{
    static const char *const names[SPEARS_VALUES] = {"hunt", "block", "fight", "def"};
    json_name(writer, "value");
    json_open(writer, '{');
    for (int which = 0; which < SPEARS_VALUES; which++) {
        json_name(writer, names[which]);
        if (!s->has_value[which]) {
            json_put_null(writer);
            continue;
        }
        json_open(writer, '[');
        json_put_int(writer, s->value[which][0]);
        json_put_int(writer, s->value[which][1]);
        json_close(writer, ']');
    }
    json_close(writer, '}');
}

/* Finished card rounds: what was shown, and of the owners what this view knows. */
static void write_rounds(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    char line[LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    spears_say_reveal(t, s, s->rounds - 1, &text);
    json_field_string(writer, "reveal", line);
    json_name(writer, "rounds");
    json_open(writer, '[');
    for (int round = 0; round < s->rounds; round++) {
        json_open(writer, '{');
        text = text_on(line, sizeof line);
        spears_say_reveal(t, s, round, &text);
        json_field_string(writer, "reveal", line);
        for (int seat = 0; seat < setup->seats; seat++) {
            if (s->round[round][seat] == OCHRE_UNKNOWN)
                continue;
            text = text_on(line, sizeof line);
            spears_say_value(t->value[s->round[round][seat] - 1], &text);
            json_field_string(writer, spears_key(setup, view, seat), line);
        }
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_table(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    char line[LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    for (int seat = 0; seat < t->seats; seat++)
        spears_add_word(&text, 0, spears_key(setup, view, seat));
    json_field_string(writer, "seats", line);
    text = text_on(line, sizeof line);
    for (int k = 0; k < t->seats; k++)
        spears_add_word(&text, 0, spears_key(setup, view, s->token[k]));
    json_field_string(writer, "order", line);
    text = text_on(line, sizeof line);
    spears_say_row(s, &text);
    json_field_string(writer, "row", line);
    text = text_on(line, sizeof line);
    spears_say_pile(s->unseen, &text);
    json_field_string(writer, "unseen", line);
    text = text_on(line, sizeof line);
    spears_say_queue(s, &text);
    json_field_string(writer, "queue", text.used ? line : "-");
    json_field_string(writer, "banned", spears_key(setup, view, s->banned));
    json_field_string(writer, "banned_last_turn", spears_key(setup, view, s->banned_before));
    json_field_string(writer, "obliged", spears_key(setup, view, s->obliged));
    json_field_string(writer, "obliged_last_turn", spears_key(setup, view, s->obliged_before));
    text = text_on(line, sizeof line);
    for (int k = 0; k < t->seats; k++)
        if (s->token[k] < t->seats && seats_has(s->blocked, s->token[k]))
            spears_add_word(&text, 0, spears_key(setup, view, s->token[k]));
    json_field_string(writer, "blocked", text.used ? line : "-");
    json_field_int(writer, "chased", s->chased_spot);
    char enemy[] = {'e', (char)('0' + s->enemy), '\0'};
    json_field_string(writer, "enemy", s->enemy ? enemy : "-");
}

/* ---- the running action ---- */

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
        assert(s->reaction[seat] <= SPEARS_OFFERS);
        text_add(&text, words[s->reaction[seat]]);
        if (s->reaction[seat] == SPEARS_OFFERS)
            text_add(&text, spears_key(setup, view, s->offered_to[seat]));
        json_field_string(writer, spears_key(setup, view, seat), line);
    }
    json_close(writer, '}');
}

static void write_action(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    static const char *const kinds[] = {"none", "hunt", "fight", "defence"};
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    json_name(writer, "action");
    json_open(writer, '{');
    assert(s->kind <= SPEARS_DEFENDING && s->hunter <= 1);
    json_field_string(writer, "kind", kinds[s->kind]);
    if (s->kind != SPEARS_IDLE) {
        char line[LINE_SIZE];
        struct ochre_text text = text_on(line, sizeof line);
        if (s->prey)
            json_field_string(writer, "prey", spears_prey_names[s->prey - 1]);
        json_field_string(writer, "active", spears_key(setup, view, s->side[0]));
        json_field_string(writer, "against", spears_key(setup, view, s->side[1]));
        json_field_string(writer, "supporter", spears_key(setup, view, s->supporter[0]));
        json_field_string(writer, "supporter_against", spears_key(setup, view, s->supporter[1]));
        json_field_string(writer, "hunter", spears_key(setup, view, s->side[s->hunter]));
        json_field_bool(writer, "taken", s->has_prey);
        spears_say_set(t, s, s->side[1] < setup->seats ? s->side[1] : 0, s->picked, &text);
        json_field_string(writer, "picked", line);
        write_reactions(setup, view, writer);
    }
    json_close(writer, '}');
}

/* Who gives up units, how much level, which ones could go and are chosen, and what Healers have added. */
static void write_sacrifice(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
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

/* ---- the whole ---- */

/* When all is over: for every team who was in it, what it needed of which resource ("any": of all together), what it
 * had, and whether it won. */
static void write_teams(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    unsigned winners = spears_winners(t, s);
    json_name(writer, "teams");
    json_open(writer, '[');
    for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++) {
        struct spears_count count = spears_count_team(t, s, team);
        char line[LINE_SIZE];
        struct ochre_text text = text_on(line, sizeof line);
        if (!count.seats)
            continue;
        for (int seat = 0; seat < t->seats; seat++)
            if (seats_has(count.seats, seat))
                spears_add_word(&text, 0, spears_key(setup, view, seat));
        json_open(writer, '{');
        json_field_string(writer, "team", spears_team_names[team]);
        json_field_string(writer, "seats", line);
        json_field_bool(writer, "won", (winners & 1u << team) != 0);
        json_name(writer, "counts");
        json_open(writer, '[');
        for (int what = 0; what <= SPEARS_RESOURCES; what++) {
            if (!count.need[what])
                continue;
            json_open(writer, '[');
            json_put_string(writer, what < SPEARS_RESOURCES ? spears_resource_names[what] : "any");
            json_put_int(writer, count.had[what]);
            json_put_int(writer, count.need[what]);
            json_close(writer, ']');
        }
        json_close(writer, ']');
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_end(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    char line[LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    json_field_bool(writer, "over", s->phase == SPEARS_OVER);
    if (s->phase != SPEARS_OVER) {
        json_field_null(writer, "winners");
        return;
    }
    unsigned teams = spears_winners(t, s);
    for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++)
        if (teams & 1u << team)
            spears_add_word(&text, 0, spears_team_names[team]);
    json_field_string(writer, "winners", teams ? line : "none");
    write_teams(setup, view, writer);
    if (t->shows_unused) {
        text = text_on(line, sizeof line);
        spears_say_unused(t, s, &text);
        json_field_string(writer, "unused_goals", line);
    }
}

void spears_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer)
{
    const struct spears_state *s = spears_seen(view);
    assert(s->phase < SPEARS_PHASES);
    json_field_string(writer, "phase", spears_phase_names[s->phase]);
    json_field_int(writer, "turn_number", s->turn);
    json_field_int(writer, "vigor", s->vigor);
    json_field_string(writer, "time", spears_times[s->is_night]);
    json_field_int(writer, "step", s->at + 1); /* place in the order of whose step it is */
    json_field_bool(writer, "second", s->phase >= SPEARS_ACTION && s->is_second);
    write_table(setup, view, writer);
    write_seats(setup, view, writer);
    write_rounds(setup, view, writer);
    write_values(s, writer);
    write_action(setup, view, writer);
    spears_write_contest(setup, view, viewer, writer);
    write_sacrifice(setup, view, writer);
    write_end(setup, view, writer);
    if (viewer == OCHRE_EVERYBODY) { /* nothing to look at, but a position needs it */
        json_name(writer, "under_way");
        fields_write(spears_under_way, setup->seats, s, writer);
    }
}
