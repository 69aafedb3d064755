/* spears_turn.c: set-up draws, Gathering, Play Cards, the Action step and the end of a turn (2.2, 4.2 … 4.5, 4.12). */
#include <assert.h>

#include "games/spears/spears_play.h"

/* The starting position but for what is drawn (2.3). */
void spears_clear(struct spears_state *s)
{
    memset(s->tribe, OCHRE_UNKNOWN, sizeof s->tribe);
    memset(s->token, OCHRE_NOBODY, sizeof s->token);
    s->unseen = (1u << SPEARS_PREY) - 1;
    s->turn = 1;
    s->vigor = SPEARS_VIGOR_MAX;
    s->banned = s->banned_before = s->obliged = s->obliged_before = OCHRE_NOBODY;
    s->side[0] = s->side[1] = s->supporter[0] = s->supporter[1] = OCHRE_NOBODY;
}

void spears_fill_hands(const struct spears_tables *t, struct spears_state *s)
{
    for (int seat = 0; seat < t->seats; seat++)
        memcpy(s->hand[seat], t->full, sizeof t->full);
    s->rounds = 0;
    memset(s->reveal, 0, sizeof s->reveal);
    memset(s->round, 0, sizeof s->round);
}

/* ---- set-up (2.2, 6.4) ---- */

static void draw_next(struct spears_state *s, int phase)
{
    s->phase = (uint8_t)phase;
    s->actor = OCHRE_CHANCE;
}

/* What options fix is not drawn; the rest is drawn in the sequence of rule 6.4. */
void spears_next_deal(const struct spears_tables *t, struct spears_state *s)
{
    for (int seat = 0; seat < t->seats; seat++) {
        if (s->tribe[seat] != OCHRE_UNKNOWN)
            continue;
        if (t->tribes[seat] < 0) {
            draw_next(s, SPEARS_DRAW_TRIBE);
            return;
        }
        s->tribe[seat] = (uint8_t)t->tribes[seat];
    }
    for (int k = 0; k < t->seats; k++) {
        if (s->token[k] != OCHRE_NOBODY)
            continue;
        if (t->are_tokens_drawn || (t->is_first_drawn && k == 0)) {
            draw_next(s, t->are_tokens_drawn ? SPEARS_DRAW_TOKEN : SPEARS_DRAW_FIRST);
            return;
        }
        s->token[k] = (uint8_t)(t->tokens[k] >= 0 ? t->tokens[k] : (s->token[0] + k) % t->seats);
    }
    for (int seat = 0; seat < t->seats; seat++)
        if (s->team[seat] == SPEARS_NO_TEAM) {
            draw_next(s, SPEARS_DRAW_TEAM);
            return;
        }
    for (int seat = 0; seat < t->seats; seat++)
        if (!s->goal[seat][t->goals_each - 1]) {
            draw_next(s, SPEARS_DRAW_GOAL);
            return;
        }
    s->then = SPEARS_THEN_TIME;
    if (!spears_refill(s, 0, SPEARS_SPOTS - 1, NULL))
        spears_go_on(t, s, NULL);
}

/* Only the seat sees its card. */
static void tell_secret(struct ochre_journal *journal, int kind, int seat, int card)
{
    struct ochre_event *event = journal_tell(journal, kind, seat, card);
    if (event) {
        event->open = 1;
        event->seen_by = SEAT_BIT(seat);
    }
}

int spears_next_dealt(const struct spears_tables *t, const struct spears_state *s, bool is_team)
{
    int seat = 0;
    while (seat < t->seats - 1 && (is_team ? s->team[seat] != SPEARS_NO_TEAM : s->goal[seat][t->goals_each - 1] != 0))
        seat++;
    return seat;
}

static void deal_team(const struct spears_tables *t, struct spears_state *s, int team, struct ochre_journal *journal)
{
    int seat = spears_next_dealt(t, s, true);
    assert(s->team[seat] == SPEARS_NO_TEAM && team > SPEARS_NO_TEAM && team < SPEARS_TEAMS);
    s->team[seat] = (uint8_t)team;
    tell_secret(journal, SPEARS_TOLD_TEAM, seat, team);
}

static void deal_goal(const struct spears_tables *t, struct spears_state *s, int resource,
                      struct ochre_journal *journal)
{
    int seat = spears_next_dealt(t, s, false);
    assert(!s->goal[seat][t->goals_each - 1] && resource >= 0 && resource < SPEARS_RESOURCES);
    s->goal[seat][s->goal[seat][0] ? 1 : 0] = (uint8_t)(resource + 1);
    tell_secret(journal, SPEARS_TOLD_GOAL, seat, resource);
}

static void deal_place(struct spears_state *s, int outcome, struct ochre_journal *journal)
{
    int next = 0;
    if (s->phase == SPEARS_DRAW_TRIBE) {
        while (s->tribe[next] != OCHRE_UNKNOWN)
            next++;
        s->tribe[next] = (uint8_t)(outcome - SPEARS_TRIBE_DRAWN);
        journal_tell(journal, SPEARS_TOLD_TRIBE, next, s->tribe[next]);
        return;
    }
    while (s->token[next] != OCHRE_NOBODY)
        next++;
    s->token[next] = (uint8_t)(outcome - SPEARS_SEAT_DRAWN);
    journal_tell(journal, SPEARS_TOLD_TOKEN, next + 1, s->token[next]);
}

static void prey_comes(const struct spears_tables *t, struct spears_state *s, int prey, struct ochre_journal *journal)
{
    assert(s->unseen >> prey & 1 && !s->row[s->spot]);
    s->unseen &= ~(1u << prey);
    s->row[s->spot] = (uint8_t)(prey + 1);
    journal_tell(journal, SPEARS_TOLD_PREY, prey, s->spot + 1);
    if (s->then == SPEARS_THEN_HUNTER_PAYS || !spears_refill(s, s->spot + 1, SPEARS_SPOTS - 1, journal))
        spears_go_on(t, s, journal);
}

void spears_deal(const struct spears_tables *t, struct spears_state *s, int outcome, struct ochre_journal *journal)
{
    switch (s->phase) {
    case SPEARS_DRAW_PREY: prey_comes(t, s, outcome, journal); return;
    case SPEARS_DRAW_ENEMY: spears_meet_enemy(s, outcome - SPEARS_ENEMY_COMES, journal); return;
    case SPEARS_DRAW_TEAM: deal_team(t, s, outcome - SPEARS_TEAM_DEALT + SPEARS_SURVIVOR, journal); break;
    case SPEARS_DRAW_GOAL: deal_goal(t, s, outcome - SPEARS_GOAL_DEALT, journal); break;
    default: deal_place(s, outcome, journal); break;
    }
    spears_next_deal(t, s);
}

/* 3.1: an unseen card by chance; when there is none, the front of the chased queue; else the spot stays empty. The
 * spot that the Flutist emptied is not among those asked for before the next Gathering. */
bool spears_refill(struct spears_state *s, int first, int last, struct ochre_journal *journal)
{
    for (int spot = first; spot <= last; spot++) {
        if (s->row[spot])
            continue;
        if (s->unseen) {
            s->spot = (uint8_t)spot;
            draw_next(s, SPEARS_DRAW_PREY);
            return true;
        }
        if (!s->queue_count)
            return false;
        s->row[spot] = s->queue[0];
        s->queue_count--;
        memmove(s->queue, s->queue + 1, s->queue_count);
        s->queue[s->queue_count] = 0;
        journal_tell(journal, SPEARS_TOLD_PREY, s->row[spot] - 1, spot + 1);
    }
    return false;
}

void spears_answer_time(const struct spears_tables *t, struct spears_state *s, int action,
                        struct ochre_journal *journal)
{
    assert(action == SPEARS_DAY || action == SPEARS_NIGHT);
    s->is_night = action == SPEARS_NIGHT;
    journal_tell(journal, SPEARS_TOLD_TIME, s->actor, s->is_night);
    spears_begin_play(t, s, 0);
}

/* ---- Gathering (4.3) ---- */

void spears_begin_gathering(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    for (int k = 0; k < t->seats; k++) /* 4.3.1 */
        s->token[k] = (uint8_t)((s->token[k] + 1) % t->seats);
    journal_tell(journal, SPEARS_TOLD_TURN, s->turn, s->token[0]);
    for (int seat = 0; seat < t->seats; seat++) { /* 4.3.2 */
        uint16_t gatherers = s->active[seat] & spears_units_of_type(t, s, seat, SPEARS_GATHERER);
        int gained = SPEARS_BASE_BERRIES + t->yield[s->tribe[seat]][gatherers];
        for (uint32_t pile = s->pile[seat]; pile; pile &= pile - 1)
            gained += t->prey[__builtin_ctz(pile)].berry;
        spears_gain_berries(s, seat, gained);
        journal_tell(journal, SPEARS_TOLD_BERRIES, seat, gained, s->berries[seat]);
    }
    s->then = SPEARS_THEN_PLAY;
    if (!spears_refill(s, 0, SPEARS_SPOTS - 1, journal)) /* 4.3.3 */
        spears_go_on(t, s, journal);
}

/* ---- Play Cards (4.4) ---- */

void spears_begin_play(const struct spears_tables *t, struct spears_state *s, int at)
{
    assert(at >= 0 && at <= t->seats);
    if (at == t->seats) { /* R01: all Play Cards steps come before all Action steps */
        spears_begin_action(s, 0, false);
        return;
    }
    s->at = (uint8_t)at;
    s->actor = s->token[at];
    s->phase = SPEARS_PLAY;
    s->active[s->actor] |= s->turned[s->actor];
    s->turned[s->actor] = 0;
}

static int prey_free(const struct spears_state *s)
{
    int count = bits_count(s->unseen) + s->queue_count;
    for (int spot = 0; spot < SPEARS_SPOTS; spot++)
        count += s->row[spot] != 0;
    return count;
}

struct spears_moves spears_ask_play(const struct spears_tables *t, const struct spears_state *s)
{
    int seat = s->actor;
    unsigned buys = t->affordable[s->tribe[seat]][s->berries[seat]] & ~(unsigned)spears_units_played(s, seat);
    struct spears_moves moves = {.low = (uint64_t)1 << SPEARS_DONE | (uint64_t)buys << SPEARS_BUY};
    if (t->seats < 4) /* 2.3: neither Seer nor Flutist with three */
        return moves;
    if (s->at == 2 && s->banned == OCHRE_NOBODY)
        for (int other = 0; other < t->seats; other++)
            if (other != seat && other != s->banned_before) /* R13 */
                spears_moves_put(&moves, SPEARS_BAN + other);
    if (s->at == 3 && !s->chased_spot && prey_free(s) >= 2) /* R33 */
        for (int spot = 0; spot < SPEARS_SPOTS; spot++)
            if (s->row[spot])
                spears_moves_put(&moves, SPEARS_CHASE + spot);
    return moves;
}

void spears_answer_play(const struct spears_tables *t, struct spears_state *s, int action,
                        struct ochre_journal *journal)
{
    int seat = s->actor;
    if (action == SPEARS_DONE) {
        spears_begin_play(t, s, s->at + 1);
    } else if (action < SPEARS_FIGHT) {
        int slot = action - SPEARS_BUY;
        assert(s->berries[seat] >= t->unit[s->tribe[seat]][slot].cost);
        s->berries[seat] = (uint8_t)(s->berries[seat] - t->unit[s->tribe[seat]][slot].cost);
        s->active[seat] |= spears_unit_bit(slot);
        journal_tell(journal, SPEARS_TOLD_BOUGHT, seat, slot);
    } else if (action < SPEARS_SUPPORT) {
        s->banned = (uint8_t)(action - SPEARS_BAN);
        journal_tell(journal, SPEARS_TOLD_BANNED, seat, s->banned);
    } else {
        int spot = action - SPEARS_CHASE;
        assert(spot >= 0 && s->row[spot] && s->queue_count < SPEARS_PREY);
        journal_tell(journal, SPEARS_TOLD_CHASED, seat, s->row[spot] - 1);
        s->queue[s->queue_count++] = s->row[spot];
        s->row[spot] = 0;
        s->chased_spot = (uint8_t)(spot + 1);
    }
}

/* ---- the Action step (4.5) ---- */

void spears_begin_action(struct spears_state *s, int at, bool is_second)
{
    assert(at == 0 || !is_second); /* only the Chief acts twice */
    s->at = (uint8_t)at;
    s->actor = s->token[at];
    s->is_second = is_second;
    s->has_flipped = 0;
    s->phase = SPEARS_ACTION;
}

struct spears_moves spears_ask_action(const struct spears_tables *t, const struct spears_state *s)
{
    int seat = s->actor;
    struct spears_moves moves = {.low = (uint64_t)1 << SPEARS_GATHER};
    if (s->berries[seat] && !s->has_flipped) /* R14 */
        spears_moves_put(&moves, SPEARS_FLIP);
    if (s->is_second) /* R15 */
        spears_moves_put(&moves, SPEARS_SKIP);
    if (!s->active[seat])
        return moves;
    for (int spot = 0; spot < SPEARS_SPOTS; spot++)
        if (s->row[spot] && ((t->night >> (s->row[spot] - 1)) & 1) == s->is_night)
            spears_moves_put(&moves, SPEARS_HUNT + spot);
    if (s->vigor <= SPEARS_FIGHT_VIGOR && s->banned != seat) /* R26, R16 */
        for (int other = 0; other < t->seats; other++)
            if (other != seat && s->pile[other])
                spears_moves_put(&moves, SPEARS_FIGHT + other);
    return moves;
}

static void flip(struct spears_state *s, struct ochre_journal *journal)
{
    assert(s->berries[s->actor] > 0);
    s->berries[s->actor]--;
    s->is_night ^= 1;
    journal_tell(journal, SPEARS_TOLD_FLIPPED, s->actor, s->is_night);
}

/* The next player's step, or the Defence step. */
static void end_step(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    s->is_second = 0;
    s->has_flipped = 0;
    if (s->at + 1 < t->seats)
        spears_begin_action(s, s->at + 1, false);
    else
        spears_begin_defence(t, s, journal);
}

/* After an action: the Chief's second step, or the window after the last action. */
void spears_end_action(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    s->kind = SPEARS_IDLE;
    s->actor = s->token[s->at];
    if (s->at == 0 && !s->is_second)
        spears_begin_action(s, 0, true);
    else if (s->berries[s->actor])
        s->phase = SPEARS_AFTER;
    else
        end_step(t, s, journal);
}

void spears_answer_action(const struct spears_tables *t, struct spears_state *s, int action,
                          struct ochre_journal *journal)
{
    if (action == SPEARS_FLIP) {
        flip(s, journal);
        s->has_flipped = 1;
    } else if (action == SPEARS_GATHER) {
        spears_gain_berries(s, s->actor, SPEARS_BONUS_BERRIES);
        journal_tell(journal, SPEARS_TOLD_GATHERED, s->actor, s->berries[s->actor]);
        spears_end_action(t, s, journal);
    } else if (action == SPEARS_SKIP) {
        journal_tell(journal, SPEARS_TOLD_SKIPPED, s->actor);
        end_step(t, s, journal);
    } else if (action >= SPEARS_HUNT) {
        spears_begin_hunt(s, action - SPEARS_HUNT, journal);
    } else {
        spears_begin_fight(s, action - SPEARS_FIGHT, journal);
    }
}

void spears_answer_after(const struct spears_tables *t, struct spears_state *s, int action,
                         struct ochre_journal *journal)
{
    if (action == SPEARS_FLIP)
        flip(s, journal);
    end_step(t, s, journal);
}

/* ---- the end of a turn (4.12) ---- */

/* R13: the memory is that of the previous turn, or of the last use. */
static void remember(uint8_t *now, uint8_t *before, bool keeps_memory)
{
    if (*now != OCHRE_NOBODY || !keeps_memory)
        *before = *now;
    *now = OCHRE_NOBODY;
}

void spears_end_turn(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    assert(s->vigor > 0 && s->kind == SPEARS_IDLE);
    remember(&s->banned, &s->banned_before, t->keeps_memory);
    remember(&s->obliged, &s->obliged_before, t->keeps_memory);
    s->blocked = 0;
    s->chased_spot = 0;
    s->enemy = 0;
    s->turn++;
    spears_begin_gathering(t, s, journal);
}
