/* spears_read_cards.c: what a typed-in position says of cards: hands, finished rounds, teams and goals (9.1). */
#include <assert.h>

#include "games/spears/spears_reading.h"

/* ---- action cards ---- */

/* A hand typed in; left out it is the full set. */
static int read_hand(struct spears_reading *r, int seat)
{
    struct spears_state *s = r->s;
    memcpy(s->hand[seat], r->t->full, sizeof r->t->full);
    if (spears_begin_of(r, "hand", seat) < 0)
        return -1;
    if (!json_there(r->text))
        return 0;
    memset(s->hand[seat], 0, sizeof s->hand[seat]);
    while (spears_next_thing(r)) {
        int rank = spears_read_card(r->t, r->word);
        if (rank < 0 || ++s->hand[seat][rank] > r->t->full[rank])
            return spears_refuse_text(r, "3.4", "there is no such card left: '{0}'", r->word);
    }
    return 0;
}

/* Sorts a round's cards into what is shown. */
void spears_show_round(const struct spears_tables *t, struct spears_state *s, int round)
{
    int count = 0;
    for (int rank = 1; rank <= t->values; rank++)
        for (int seat = 0; seat < t->seats; seat++)
            if (s->round[round][seat] == rank)
                s->reveal[round][count++] = (uint8_t)rank;
    assert(count == t->seats);
}

/* "N -1 W 0 S 0 E +1" */
static int read_round(struct spears_reading *r, struct json value, int round)
{
    struct spears_state *s = r->s;
    int cards = 0;
    r->text = value;
    r->rest = r->line;
    if (reader_text_at(&r->reader, value, r->line, sizeof r->line) < 0)
        return -1;
    for (; spears_next_word(r); cards++) {
        int seat = spears_seat_of_letter(r, r->word);
        int rank = seat >= 0 && spears_next_word(r) ? spears_read_card(r->t, r->word) : -1;
        if (rank < 0 || s->round[round][seat])
            return spears_refuse_text(r, "4.9", "expected every tribe once with its card, like N -1 W 0");
        s->round[round][seat] = (uint8_t)(rank + 1);
    }
    return cards == r->t->seats
               ? 0
               : spears_refuse_text(r, "4.9", "expected every tribe once with its card, like N -1 W 0");
}

/* The hand that is left when a tribe has placed its cards of the rounds. */
static int read_left(struct spears_reading *r, int seat)
{
    struct spears_state *s = r->s;
    uint8_t left[SPEARS_VALUES_MAX];
    memcpy(left, r->t->full, sizeof left);
    for (int round = 0; round < s->rounds; round++)
        if (left[s->round[round][seat] - 1]-- == 0)
            return reader_refuse_member(&r->reader, "3.4", r->given, "rounds",
                                        "a tribe uses a card more often than its set holds it");
    bool is_given = json_there(json_get(json_get(r->given, "hand"), spears_keys[s->tribe[seat]]));
    if (is_given && memcmp(left, s->hand[seat], sizeof left) != 0)
        return reader_refuse_member(&r->reader, "3.4", r->given, "hand", "hand and rounds do not make the full set");
    memcpy(s->hand[seat], left, sizeof left);
    return 0;
}

static int read_rounds(struct spears_reading *r)
{
    const struct reader cards = {r->reader.error, "4.9"};
    struct json rounds;
    int most = r->t->full_size < SPEARS_ROUNDS_MAX ? r->t->full_size : SPEARS_ROUNDS_MAX;
    if (reader_list(&cards, r->given, "rounds", 0, most, &rounds) < 0)
        return -1;
    for (struct json value = json_first(rounds); json_there(value); value = json_next(value)) {
        if (read_round(r, value, r->s->rounds) < 0)
            return -1;
        spears_show_round(r->t, r->s, r->s->rounds++);
    }
    for (int seat = 0; seat < r->t->seats; seat++)
        if (read_left(r, seat) < 0)
            return -1;
    return 0;
}

/* Without rounds the missing cards count as placed in ascending order, one per round. */
static int fill_rounds(struct spears_reading *r)
{
    struct spears_state *s = r->s;
    for (int seat = 0; seat < r->t->seats; seat++) {
        int round = 0;
        for (int rank = 0; rank < r->t->values; rank++)
            for (int copy = s->hand[seat][rank]; copy < r->t->full[rank] && round < SPEARS_ROUNDS_MAX; copy++)
                s->round[round++][seat] = (uint8_t)(rank + 1);
        if (seat > 0 && round != s->rounds)
            return reader_refuse_member(&r->reader, "3.4", r->given, "hand", "the hands must be of equal size");
        s->rounds = (uint8_t)round;
    }
    for (int round = 0; round < s->rounds; round++)
        spears_show_round(r->t, s, round);
    return 0;
}

int spears_read_cards(struct spears_reading *r)
{
    for (int seat = 0; seat < r->t->seats; seat++)
        if (read_hand(r, seat) < 0)
            return -1;
    return json_there(json_get(r->given, "rounds")) ? read_rounds(r) : fill_rounds(r);
}

/* ---- teams and goals ---- */

static int read_team(struct spears_reading *r, int seat, uint8_t left[SPEARS_TEAMS])
{
    if (spears_begin_of(r, "team", seat) < 0)
        return -1;
    if (!spears_next_word(r))
        return 0;
    for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++)
        if (text_same(r->word, spears_team_names[team]) && left[team]) {
            left[team]--;
            r->s->team[seat] = (uint8_t)team;
            return spears_next_word(r) ? spears_refuse_text(r, "2.2", "expected one word") : 0;
        }
    return spears_refuse_text(r, "2.2", "there is no card '{0}' left (Survivor, Amasser, Dominator)", r->word);
}

static int read_goals(struct spears_reading *r, int seat, uint8_t left[SPEARS_RESOURCES])
{
    int card = 0;
    if (spears_begin_of(r, "goal", seat) < 0)
        return -1;
    while (spears_next_word(r)) {
        int resource = 0;
        while (resource < SPEARS_RESOURCES && !text_same(r->word, spears_resource_names[resource]))
            resource++;
        if (resource == SPEARS_RESOURCES || card == r->t->goals_each || left[resource] == 0)
            return spears_refuse_text(r, "2.2", "there is no card '{0}' left for this tribe", r->word);
        left[resource]--;
        r->s->goal[seat][card++] = (uint8_t)(resource + 1);
    }
    if (card != 0 && card != r->t->goals_each)
        return spears_refuse_text(r, "2.2", "each tribe has {0} goal cards", NUM(r->t->goals_each));
    return 0;
}

/* What is not given is dealt in seat order from what is left. */
int spears_read_secrets(struct spears_reading *r)
{
    struct spears_state *s = r->s;
    uint8_t teams[SPEARS_TEAMS];
    uint8_t goals[SPEARS_RESOURCES];
    memcpy(teams, r->t->teams, sizeof teams);
    memcpy(goals, r->t->goals, sizeof goals);
    for (int seat = 0; seat < r->t->seats; seat++)
        if (read_team(r, seat, teams) < 0 || read_goals(r, seat, goals) < 0)
            return -1;
    for (int seat = 0; seat < r->t->seats; seat++) {
        int team = SPEARS_SURVIVOR;
        while (s->team[seat] == SPEARS_NO_TEAM && !teams[team])
            team++;
        if (s->team[seat] == SPEARS_NO_TEAM) {
            assert(team < SPEARS_TEAMS); /* there are as many cards as seats */
            s->team[seat] = (uint8_t)team;
            teams[team]--;
        }
        for (int card = 0; card < r->t->goals_each; card++) {
            int resource = 0;
            while (!s->goal[seat][card] && !goals[resource])
                resource++;
            if (!s->goal[seat][card]) {
                assert(resource < SPEARS_RESOURCES);
                s->goal[seat][card] = (uint8_t)(resource + 1);
                goals[resource]--;
            }
        }
    }
    return 0;
}
