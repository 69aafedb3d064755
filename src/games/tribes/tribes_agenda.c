/* tribes_agenda.c: what follows what (4.1): turns, tiles, actions, and which decisions are dropped. */
#include <assert.h>

#include "games/tribes/tribes.h"

void tribes_begin(struct tribes_state *s, enum tribes_decision decision, int seat, int left)
{
    assert(seat < OCHRE_SEATS_MAX && left >= 0 && left <= UINT8_MAX);
    s->decision = (uint8_t)decision;
    s->actor = (uint8_t)seat;
    s->left = (uint8_t)left;
}

/* 4.5: draw what the bag holds (A17); each missing tile may turn an exhausted one back. A tile that has no room in the
 * region is not drawn either (A16). */
void tribes_begin_explore(struct tribes_state *s, int seat, int n)
{
    int room = TRIBES_CELLS - bits_count(s->seat[seat].ground);
    int drawn = n < s->bag_count ? n : s->bag_count;
    drawn = drawn < room ? drawn : room;
    assert(s->hand_count == 0); /* what was drawn before is laid */
    s->renews = (uint8_t)(n - drawn);
    tribes_begin(s, TRIBES_AT_DRAW, seat, drawn);
}

void tribes_begin_action(const struct tribes_tables *t, struct tribes_state *s, int seat, int deed)
{
    assert(deed >= TRIBES_PROCREATE && deed <= TRIBES_MOVE);
    int n = t->track[deed].value[s->seat[seat].level[deed]];
    switch (deed) {
    case TRIBES_PROCREATE:
        s->relocates = true;
        tribes_begin(s, TRIBES_AT_BIRTH, seat, n);
        break;
    case TRIBES_EXPLORE: tribes_begin_explore(s, seat, n); break;
    default: tribes_begin(s, TRIBES_AT_STEP, seat, n); break;
    }
}

/* 4.1: has the decision a move other than to stop? Moves on within an action: from BIRTH to LIFT (A12), from the draw
 * to LAY and on to RENEW. */
static bool is_due(struct tribes_state *s)
{
    const struct tribes_seat *p = &s->seat[s->actor];
    switch (s->decision) {
    case TRIBES_AT_BIRTH:
        if (s->left && p->reserve)
            return true;
        if (!s->relocates) /* A43 */
            return false;
        s->decision = TRIBES_AT_LIFT;
        /* fall through */
    case TRIBES_AT_LIFT: return s->left && (p->inhabited & (p->inhabited - 1)) != 0;
    case TRIBES_AT_DRAW:
        if (s->left)
            return true;
        s->decision = TRIBES_AT_LAY;
        /* fall through */
    case TRIBES_AT_LAY:
        s->left = s->hand_count;
        if (s->hand_count)
            return true;
        s->decision = TRIBES_AT_RENEW;
        s->left = s->renews;
        s->renews = 0;
        /* fall through */
    case TRIBES_AT_RENEW: return s->left && tribes_fallow(p);
    case TRIBES_AT_WITHER: return s->left && tribes_barren(p); /* A41 */
    default: return s->left > 0;
    }
}

static void begin_turn(struct tribes_state *s, int seat)
{
    assert(s->lifted == TRIBES_NONE && s->hand_count == 0 && s->slot == TRIBES_NONE); /* nothing is under way */
    s->turn = (uint8_t)seat;
    s->tile = TRIBES_NONE;
    s->clause = 0;
    s->relocates = 0;
    s->left = 0;
    s->decision = TRIBES_AT_TAKE;
    s->actor = (uint8_t)seat;
}

/* 4.8, 4.9: the end of a turn. */
void tribes_end_turn(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal)
{
    const struct tribes_tables *t = tribes_tables(setup);
    if (!s->is_final && s->executed3 >= t->end_events[setup->seats]) {
        s->is_final = true;
        TRIBES_TELL(journal, TRIBES_NEWS_FINAL, s->executed3);
    }
    int next = (s->turn + 1) % setup->seats;
    if (next == s->first) { /* A44: the last seat closes the round */
        int limit = setup->option[TRIBES_ROUND_LIMIT].number;
        if (s->is_final || s->round >= (limit ? limit : TRIBES_ROUNDS_MAX)) {
            begin_turn(s, next);
            s->decision = TRIBES_AT_OVER;
            TRIBES_TELL(journal, TRIBES_NEWS_OVER, s->round);
            return;
        }
        s->round++;
        TRIBES_TELL(journal, TRIBES_NEWS_ROUND, s->round);
    }
    begin_turn(s, next);
}

/* RETURN: the action tile goes to the very end, behind an event that has just come (A24). */
static void return_tile(struct tribes_state *s)
{
    assert(s->tile < TRIBES_ACTION_TILES && s->row_count < TRIBES_TILES);
    s->row[s->row_count] = s->tile;
    s->row_shells[s->row_count++] = 0;
}

/* Nothing is due: the next target of an event, or the end of the turn. */
APART static void go_on(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal)
{
    do {
        s->relocates = 0;
        if (!tribes_is_event(s->tile)) {
            return_tile(s);
            break;
        }
        if (!tribes_go_on_event(setup, s, journal))
            break;
        if (is_due(s))
            return;
    } while (true);
    tribes_end_turn(setup, s, journal);
}

void tribes_settle(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal)
{
    if (!is_due(s))
        go_on(setup, s, journal);
}

/* 4.3: pay first, then receive (A5, A6, A7). */
void tribes_take(const struct ochre_setup *setup, struct tribes_state *s, int place, struct ochre_journal *journal)
{
    const struct tribes_tables *t = tribes_tables(setup);
    struct tribes_seat *p = &s->seat[s->turn];
    int index = place - 1;
    assert(index >= 0 && index < s->row_count && index <= p->shells);
    for (int i = 0; i < index; i++)
        s->row_shells[i]++;
    int found = s->row_shells[index];
    p->shells = (uint8_t)(p->shells - index + found);
    s->tile = s->row[index];
    s->row_count--;
    for (int i = index; i < s->row_count; i++) {
        s->row[i] = s->row[i + 1];
        s->row_shells[i] = s->row_shells[i + 1];
    }
    s->row[s->row_count] = s->row_shells[s->row_count] = 0;
    TRIBES_TELL(journal, TRIBES_NEWS_TOOK, s->turn, place, s->tile, found);
    if (tribes_is_event(s->tile)) {
        tribes_begin_event(setup, s, journal);
        tribes_settle(setup, s, journal);
        return;
    }
    if (s->tile >= 3 && tribes_can_achieve(t, s, s->turn)) { /* 4.4, A8 */
        tribes_begin(s, TRIBES_AT_MODE, s->turn, 1);
        return;
    }
    tribes_begin_action(t, s, s->turn, s->tile % 3);
    tribes_settle(setup, s, journal);
}
