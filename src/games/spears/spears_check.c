/* spears_check.c: what a sane state is (3.4). */
#include "games/spears/spears_play.h"

/* Each prey is in at most one place; in a whole game in exactly one (typed-in positions may leave cards out). */
static const char *check_prey(const struct spears_tables *t, const struct spears_state *s)
{
    uint32_t seen = s->unseen;
    bool is_twice = s->unseen >> SPEARS_PREY;
    for (int seat = 0; seat < t->seats; seat++) {
        is_twice |= (seen & s->pile[seat]) != 0 || s->pile[seat] >> SPEARS_PREY;
        seen |= s->pile[seat];
    }
    for (int i = 0; i < SPEARS_SPOTS + s->queue_count; i++) {
        int prey = i < SPEARS_SPOTS ? s->row[i] : s->queue[i - SPEARS_SPOTS];
        if (prey > SPEARS_PREY)
            return "3.4: unknown prey";
        if (prey && (seen >> (prey - 1) & 1))
            is_twice = true;
        if (prey)
            seen |= 1u << (prey - 1);
    }
    return is_twice ? "3.4: a prey is in two places" : NULL;
}

static const char *check_table(const struct spears_tables *t, const struct spears_state *s)
{
    if (s->phase >= SPEARS_PHASES)
        return "unknown phase";
    if (s->vigor > SPEARS_VIGOR_MAX || (s->vigor == 0 && s->phase != SPEARS_OVER))
        return "3.4: vigor is 1 to 12 while the game runs";
    if (s->turn == 0)
        return "3.1: turns are counted from 1";
    ochre_seats placed = 0;
    for (int k = 0; k < t->seats; k++)
        if (s->token[k] < t->seats)
            placed |= SEAT_BIT(s->token[k]);
    if (s->phase >= SPEARS_DRAW_TEAM && placed != SEAT_BIT(t->seats) - 1)
        return "3.1: every seat holds one order token";
    for (int seat = 0; seat < t->seats; seat++) {
        if (s->berries[seat] > SPEARS_BERRIES_MAX)
            return "K6: more than 15 berries";
        if ((s->active[seat] & s->turned[seat]) || (spears_units_played(s, seat) >> SPEARS_UNITS))
            return "3.4: a unit is in two states";
    }
    if (!t->keeps_memory && s->banned != OCHRE_NOBODY && s->banned == s->banned_before)
        return "R13: banned twice in a row";
    if (!t->keeps_memory && s->obliged != OCHRE_NOBODY && s->obliged == s->obliged_before)
        return "R13: obliged twice in a row";
    return NULL;
}

static const char *check_cards(const struct spears_tables *t, const struct spears_state *s)
{
    if (s->rounds > SPEARS_ROUNDS_MAX)
        return "R42: too many card rounds";
    if (!spears_has_cards(s))
        return NULL;
    for (int seat = 0; seat < t->seats; seat++) {
        uint8_t count[SPEARS_VALUES_MAX];
        memcpy(count, s->hand[seat], sizeof count);
        for (int round = 0; round < s->rounds; round++) {
            if (s->round[round][seat] == 0 || s->round[round][seat] > t->values)
                return "4.9: a finished round lacks a card";
            count[s->round[round][seat] - 1]++;
        }
        if (memcmp(count, t->full, sizeof count) != 0)
            return "3.4: a hand and the cards used are not the full set";
        if (s->placed[seat] && (s->phase != SPEARS_CARDS || !s->hand[seat][s->placed[seat] - 1]))
            return "4.9: a placed card is not in the hand";
    }
    for (int round = 0; round < s->rounds; round++)
        for (int rank = 1; rank <= t->values; rank++) {
            int balance = 0;
            for (int seat = 0; seat < t->seats; seat++)
                balance += (s->reveal[round][seat] == rank) - (s->round[round][seat] == rank);
            if (balance)
                return "4.9: a reveal does not show the cards placed";
        }
    return NULL;
}

static const char *check_secrets(const struct spears_tables *t, const struct spears_state *s)
{
    int teams[SPEARS_TEAMS] = {0};
    int goals[SPEARS_RESOURCES] = {0};
    for (int seat = 0; seat < t->seats; seat++) {
        if (s->team[seat] >= SPEARS_TEAMS)
            return "2.2: unknown team";
        teams[s->team[seat]]++;
        for (int card = 0; card < 2; card++) {
            if (s->goal[seat][card] > SPEARS_RESOURCES)
                return "2.2: unknown goal";
            if (s->goal[seat][card])
                goals[s->goal[seat][card] - 1]++;
        }
    }
    for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++)
        if (teams[team] > t->teams[team])
            return "2.2: more team cards than there are";
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
        if (goals[resource] > t->goals[resource])
            return "2.2: more goal cards than there are";
    if (spears_has_cards(s) && (teams[SPEARS_NO_TEAM] || goals[0] + goals[1] + goals[2] != t->seats * t->goals_each))
        return "2.2: a team or goal card is missing";
    return NULL;
}

static const char *check_question(const struct spears_tables *t, const struct spears_state *s)
{
    bool is_asked = s->phase >= SPEARS_TIME && s->phase != SPEARS_CARDS && s->phase != SPEARS_OVER;
    if (!is_asked)
        return s->moves.low || s->moves.high ? "4.1: moves without a question" : NULL;
    if (s->actor >= t->seats)
        return "K1: nobody owns the decision";
    struct spears_moves moves = spears_ask(t, s);
    if (moves.low != s->moves.low || moves.high != s->moves.high)
        return "4.1: the remembered moves are not the legal ones";
    if (bits_count(moves.low) + bits_count(moves.high) < 2)
        return "K2: a forced move is pending";
    return NULL;
}

const char *spears_check_but_moves(const struct spears_tables *t, const struct spears_state *s)
{
    const char *wrong = check_table(t, s);
    if (!wrong)
        wrong = check_prey(t, s);
    if (!wrong)
        wrong = check_secrets(t, s);
    if (!wrong)
        wrong = check_cards(t, s);
    return wrong ? wrong : spears_check_course(t, s);
}

const char *spears_check(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_of(state);
    const char *wrong = spears_check_but_moves(t, s);
    return wrong ? wrong : check_question(t, s);
}
