/* spears_read_whole.c: a position that the view of everything has written (9.1.1): every phase, in the middle of an
 * action too. All that makes up the state must be there; what is only derived from it is read over. */
#include "games/spears/spears_reading.h"

enum { SETS = (1 << SPEARS_UNITS) - 1, VALUE_MAX = 999 };

const struct field spears_under_way[] = {
    FIELD_ASKED("actor", struct spears_state, actor),
    FIELD_NUMBER("second", struct spears_state, is_second, 0, 1),
    FIELD_NUMBER("flipped", struct spears_state, has_flipped, 0, 1),
    FIELD_NUMBER("then", struct spears_state, then, 0, SPEARS_THEN_NEXT_DEFENDER),
    FIELD_NUMBER("spot", struct spears_state, spot, 0, SPEARS_SPOTS - 1),
    FIELD_NUMBERS("compared", struct spears_state, has_value, SPEARS_VALUES, 0, 1),
    FIELD_NUMBERS("values", struct spears_state, value[0], 2 * SPEARS_VALUES, -VALUE_MAX, VALUE_MAX),
    FIELD_NUMBER("kind", struct spears_state, kind, 0, SPEARS_DEFENDING),
    FIELD_SEATS("sides", struct spears_state, side, 2, OCHRE_NOBODY),
    FIELD_SEATS("supporters", struct spears_state, supporter, 2, OCHRE_NOBODY),
    FIELD_NUMBER("prey", struct spears_state, prey, 0, SPEARS_PREY),
    FIELD_NUMBERS("reactions", struct spears_state, reaction, FIELD_EACH, 0, SPEARS_OFFERS),
    FIELD_NUMBERS("offered_to", struct spears_state, offered_to, FIELD_EACH, 0, OCHRE_SEATS_MAX - 1),
    FIELD_NUMBERS("units", struct spears_state, units, FIELD_EACH, 0, SETS),
    FIELD_NUMBER("picked", struct spears_state, picked, 0, SETS),
    FIELD_NUMBERS("bonus", struct spears_state, bonus, 2, 0, SPEARS_UNITS),
    FIELD_NUMBER("hunter", struct spears_state, hunter, 0, 1),
    FIELD_NUMBER("has_prey", struct spears_state, has_prey, 0, 1),
    FIELD_NUMBER("react_at", struct spears_state, react_at, 0, OCHRE_SEATS_MAX),
    FIELD_NUMBER("cards", struct spears_state, cards, -VALUE_MAX, VALUE_MAX),
    FIELD_NUMBER("settled", struct spears_state, settled, 0, SPEARS_UNFOUGHT),
    FIELD_NUMBER("met", struct spears_state, met, 0, SPEARS_ENEMIES),
    FIELD_NUMBER("payer", struct spears_state, payer, 0, OCHRE_SEATS_MAX - 1),
    FIELD_NUMBER("due", struct spears_state, due, 0, 20),
    FIELD_NUMBER("healer_at", struct spears_state, healer_at, 0, OCHRE_SEATS_MAX),
    FIELD_NUMBER("healer", struct spears_state, healer, 0, SPEARS_UNITS - 1),
    FIELD_NUMBER("from", struct spears_state, from, 0, SETS),
    FIELD_NUMBER("chosen", struct spears_state, chosen, 0, SETS),
    FIELD_NUMBERS("healed", struct spears_state, healed, FIELD_EACH, 0, SETS),
    FIELD_NUMBERS("lift", struct spears_state, lift, SPEARS_UNITS, 0, OCHRE_SEATS_MAX *SPEARS_UNITS),
    {0},
};

/* Everything of a view: what must be there, then what may be left out because it follows from the rest. */
static int check_members(const struct spears_reading *r)
{
    static const char *const known[] = {"phase",
                                        "turn_number",
                                        "vigor",
                                        "time",
                                        "step",
                                        "seats",
                                        "order",
                                        "row",
                                        "unseen",
                                        "queue",
                                        "banned",
                                        "obliged",
                                        "blocked",
                                        "chased",
                                        "enemy",
                                        "units",
                                        "own",
                                        "hand",
                                        "team",
                                        "goal",
                                        "placed",
                                        "berries",
                                        "rounds",
                                        "banned_last_turn",
                                        "obliged_last_turn",
                                        "?",
                                        "under_way",
                                        "second",
                                        "total",
                                        "sent",
                                        "reveal",
                                        "value",
                                        "action",
                                        "contest",
                                        "sacrifice",
                                        "limits",
                                        "cards",
                                        "over",
                                        "winners",
                                        "teams",
                                        "unused_goals",
                                        NULL};
    return reader_members(&r->reader, r->given, known);
}

/* ---- places, while they are being drawn too ---- */

/* Tribes by seat: a letter, or the seat's own code where none is drawn. */
static int read_tribes(struct spears_reading *r)
{
    int seat = 0;
    unsigned seen = 0;
    if (spears_begin_text(r, r->given, "seats") < 0)
        return -1;
    for (; spears_next_word(r); seat++) {
        const char *letter = r->word[0] && !r->word[1] ? strchr(spears_letters, r->word[0]) : NULL;
        int tribe = letter ? (int)(letter - spears_letters) : OCHRE_UNKNOWN;
        if (seat >= r->t->seats || (letter ? bits_has(seen, tribe) : !text_same(r->word, seat_code(seat))))
            return spears_refuse_text(r, "9.1", "expected {0} different tribes, or p1, p2 … where none is drawn",
                                      NUM(r->t->seats));
        seen |= letter ? 1u << tribe : 0;
        r->s->tribe[seat] = (uint8_t)tribe;
    }
    return seat == r->t->seats ? 0 : spears_refuse_text(r, "9.1", "expected {0} seats", NUM(r->t->seats));
}

/* The seats by order token; "-" where none is drawn. */
static int read_order(struct spears_reading *r)
{
    int count = 0;
    if (spears_begin_text(r, r->given, "order") < 0)
        return -1;
    for (; spears_next_word(r) && count < r->t->seats; count++) {
        int seat = text_same(r->word, "-") ? OCHRE_NOBODY : spears_seat_of_letter(r, r->word);
        for (int k = 0; k < count; k++)
            seat = seat != OCHRE_NOBODY && r->s->token[k] == seat ? -1 : seat;
        if (seat < 0)
            break;
        r->s->token[count] = (uint8_t)seat;
    }
    return count == r->t->seats && !*r->rest
               ? 0
               : spears_refuse_text(r, "9.1", "expected every tribe at the table once, '-' where none is drawn");
}

static int read_places(struct spears_reading *r)
{
    uint8_t step = 1;
    if (read_tribes(r) < 0 || read_order(r) < 0 || reader_byte(&r->reader, r->given, "step", 1, r->t->seats, &step) < 0)
        return -1;
    r->s->at = (uint8_t)(step - 1);
    return 0;
}

static int read_enemy(struct spears_reading *r)
{
    if (spears_begin_text(r, r->given, "enemy") < 0)
        return -1;
    if (!spears_next_thing(r))
        return 0;
    if (r->word[0] != 'e' || r->word[1] < '1' || r->word[1] > '0' + SPEARS_ENEMIES || r->word[2])
        return spears_refuse_text(r, "9.1", "'{0}' is no enemy (expected e1 to e4)", r->word);
    r->s->enemy = (uint8_t)(r->word[1] - '0');
    return 0;
}

/* ---- cards ---- */

static int read_card(struct spears_reading *r, const char *map, int seat, uint8_t *rank)
{
    *rank = 0;
    if (spears_begin_of(r, map, seat) < 0)
        return -1;
    if (!spears_next_word(r) || text_same(r->word, "-"))
        return 0;
    int found = spears_read_card(r->t, r->word);
    if (found < 0 || spears_next_word(r))
        return spears_refuse_text(r, "4.9", "expected the value of one card, or '-'");
    *rank = (uint8_t)(found + 1);
    return 0;
}

static int read_hand(struct spears_reading *r, int seat)
{
    memset(r->s->hand[seat], 0, sizeof r->s->hand[seat]);
    if (spears_begin_of(r, "hand", seat) < 0)
        return -1;
    while (spears_next_thing(r)) {
        int rank = spears_read_card(r->t, r->word);
        if (rank < 0 || ++r->s->hand[seat][rank] > r->t->full[rank])
            return spears_refuse_text(r, "3.4", "there is no such card left: '{0}'", r->word);
    }
    return 0;
}

/* {"reveal":"-1 0 0 +1","N":"-1", …}: what was shown follows from who placed what. */
static int read_round(struct spears_reading *r, struct json value, int round)
{
    for (int seat = 0; seat < r->t->seats; seat++) {
        const char *key = spears_key_of(r, seat);
        char word[SPEARS_WORD_SIZE] = "";
        if (reader_need(&r->reader, value, key) < 0 || reader_text(&r->reader, value, key, word, sizeof word) < 0)
            return -1;
        int rank = spears_read_card(r->t, word);
        if (rank < 0)
            return reader_refuse_member(&r->reader, "4.9", value, key, "'{0}' is no card", word);
        r->s->round[round][seat] = (uint8_t)(rank + 1);
    }
    spears_show_round(r->t, r->s, round);
    return 0;
}

static int read_rounds(struct spears_reading *r)
{
    struct json rounds;
    if (reader_list(&r->reader, r->given, "rounds", 0, SPEARS_ROUNDS_MAX, &rounds) < 0)
        return -1;
    for (struct json value = json_first(rounds); json_there(value); value = json_next(value))
        if (read_round(r, value, r->s->rounds++) < 0)
            return -1;
    return 0;
}

static int read_team(struct spears_reading *r, int seat)
{
    if (spears_begin_of(r, "team", seat) < 0)
        return -1;
    spears_next_word(r);
    for (int team = SPEARS_NO_TEAM; team < SPEARS_TEAMS; team++)
        if (text_same(r->word, spears_team_names[team])) {
            r->s->team[seat] = (uint8_t)team;
            return spears_next_word(r) ? spears_refuse_text(r, "2.2", "expected one word") : 0;
        }
    return spears_refuse_text(r, "2.2", "'{0}' is no team (Survivor, Amasser, Dominator, '-')", r->word);
}

static int read_goals(struct spears_reading *r, int seat)
{
    int card = 0;
    if (spears_begin_of(r, "goal", seat) < 0)
        return -1;
    while (spears_next_thing(r)) {
        int resource = 0;
        while (resource < SPEARS_RESOURCES && !text_same(r->word, spears_resource_names[resource]))
            resource++;
        if (resource == SPEARS_RESOURCES || card == r->t->goals_each)
            return spears_refuse_text(r, "2.2", "expected at most {0} of meat, bone, trophy", NUM(r->t->goals_each));
        r->s->goal[seat][card++] = (uint8_t)(resource + 1);
    }
    return 0;
}

/* The maps by tribe have an entry for each seat. */
static int check_maps(const struct spears_reading *r)
{
    static const char *const maps[] = {"berries", "units", "own", "hand", "team", "goal", "placed", NULL};
    const char *keys[OCHRE_SEATS_MAX + 1] = {NULL};
    for (int seat = 0; seat < r->t->seats; seat++)
        keys[seat] = spears_key_of(r, seat);
    for (int i = 0; maps[i]; i++)
        if (reader_members(&r->reader, json_get(r->given, maps[i]), keys) < 0)
            return -1;
    return 0;
}

static int read_seats(struct spears_reading *r)
{
    if (check_maps(r) < 0)
        return -1;
    for (int seat = 0; seat < r->t->seats; seat++)
        if (spears_read_things(r, seat) < 0 || read_hand(r, seat) < 0 || read_team(r, seat) < 0 ||
            read_goals(r, seat) < 0 || read_card(r, "placed", seat, &r->s->placed[seat]) < 0)
            return -1;
    return 0;
}

/* ---- the whole ---- */

static int read_phase(struct spears_reading *r)
{
    const char *phases[SPEARS_PHASES + 1] = {NULL};
    int phase = 0;
    for (int i = 0; i < SPEARS_PHASES; i++)
        phases[i] = spears_phase_names[i];
    if (reader_word(&r->reader, r->given, "phase", phases, &phase) < 0)
        return -1;
    r->s->phase = (uint8_t)phase;
    return 0;
}

int spears_read_whole(struct spears_reading *r)
{
    struct spears_state *s = r->s;
    if (check_members(r) < 0 || read_phase(r) < 0 || read_places(r) < 0 || spears_read_memories(r) < 0 ||
        read_enemy(r) < 0 || spears_read_row(r) < 0 || spears_read_deck(r, "unseen", false) < 0 ||
        spears_read_deck(r, "queue", true) < 0 || read_seats(r) < 0 || read_rounds(r) < 0 ||
        fields_read(&r->reader, spears_under_way, r->t->seats, json_get(r->given, "under_way"), s) < 0)
        return -1;
    const char *wrong = spears_check_but_moves(r->t, s);
    if (wrong)
        return reader_refuse(&r->reader, "3.4", r->given, "the position cannot be: {0}", wrong);
    if (s->phase >= SPEARS_TIME && s->phase != SPEARS_CARDS && s->phase != SPEARS_OVER)
        s->moves = spears_ask(r->t, s);
    return 0;
}
