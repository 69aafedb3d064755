/* tribes_events.c: the clauses of events (1.7, 4.7): conditions, targets, effects. */
#include <assert.h>

#include "games/tribes/tribes.h"

int tribes_measured(const struct tribes_tables *t, const struct tribes_seat *p, int measure)
{
    assert(measure >= 0 && measure < TRIBES_MEASURES);
    switch (measure) {
    case TRIBES_OF_MEMBERS: return tribes_people(t, p);
    case TRIBES_OF_LAND: return bits_count(p->ground & ~p->exhausted);
    case TRIBES_OF_EXHAUSTED: return bits_count(p->exhausted);
    case TRIBES_OF_SHELLS: return p->shells;
    case TRIBES_OF_POINTS: return p->points;
    case TRIBES_OF_STONES: return bits_count(p->stones);
    default: return p->level[measure];
    }
}

/* Ranks are among all seats, and equal values share them (A31, A52). */
bool tribes_holds(const struct ochre_setup *setup, const struct tribes_state *s, int seat,
                  const struct tribes_condition *condition)
{
    const struct tribes_tables *t = tribes_tables(setup);
    if (condition->is == TRIBES_ALWAYS)
        return true;
    int own = tribes_measured(t, &s->seat[seat], condition->of);
    bool is_max = true;
    bool is_min = true;
    for (int other = 0; other < setup->seats; other++) {
        int value = tribes_measured(t, &s->seat[other], condition->of);
        is_max = is_max && value <= own;
        is_min = is_min && value >= own;
    }
    switch (condition->is) {
    case TRIBES_IS_MAX: return is_max;
    case TRIBES_IS_MIN: return is_min;
    case TRIBES_IS_NOT_MAX: return !is_max;
    case TRIBES_IS_NOT_MIN: return !is_min;
    case TRIBES_IS_GE: return own >= condition->k;
    default: return own <= condition->k;
    }
}

/* Who a clause concerns, decided when it starts (A33: the taker being spared does not protect the others). */
static ochre_seats targets_of(const struct ochre_setup *setup, const struct tribes_state *s,
                              const struct tribes_clause *clause)
{
    if (!tribes_holds(setup, s, s->turn, &clause->given))
        return 0;
    ochre_seats activator = SEAT_BIT(s->turn);
    ochre_seats all = (ochre_seats)((1u << setup->seats) - 1);
    ochre_seats candidates = all;
    if (clause->who == TRIBES_SELF)
        candidates = activator;
    else if (clause->who == TRIBES_OTHERS)
        candidates = (ochre_seats)(all & ~activator);
    ochre_seats targets = 0;
    for (int seat = 0; seat < setup->seats; seat++)
        if (seats_has(candidates, seat) && tribes_holds(setup, s, seat, &clause->only_if))
            targets |= SEAT_BIT(seat);
    bool singles_out = clause->only_if.is == TRIBES_IS_MAX || clause->only_if.is == TRIBES_IS_MIN;
    if (clause->who != TRIBES_SELF && singles_out && clause->tie == TRIBES_TIE_ACTIVATOR &&
        (targets & (targets - 1)) != 0)
        targets &= activator; /* A32 */
    return targets;
}

static const struct tribes_event_data *event_of(const struct tribes_tables *t, const struct tribes_state *s)
{
    assert(tribes_is_event(s->tile));
    return &t->event[s->tile - TRIBES_ACTION_TILES];
}

static void begin_clause(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal)
{
    const struct tribes_event_data *event = event_of(tribes_tables(setup), s);
    s->targets = targets_of(setup, s, &event->clause[s->clause]);
    if (!s->targets)
        TRIBES_TELL(journal, TRIBES_NEWS_SPARED, s->turn);
}

void tribes_begin_event(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal)
{
    TRIBES_TELL(journal, TRIBES_NEWS_HAPPENS, s->turn, s->tile);
    tribes_begin(s, TRIBES_AT_PICK, s->turn, 0); /* nothing due yet: settling looks for the first target */
    s->clause = 0;
    if (event_of(tribes_tables(setup), s)->clause_count > 0)
        begin_clause(setup, s, journal);
}

/* RETIRE: a tile of epoch 3 is displayed and counts, with or without effect (A34); the others go to the box. */
static void retire(const struct tribes_tables *t, struct tribes_state *s, struct ochre_journal *journal)
{
    if (event_of(t, s)->epoch < TRIBES_EPOCHS)
        return;
    s->executed3++;
    s->display |= 1u << (s->tile - TRIBES_ACTION_TILES);
    TRIBES_TELL(journal, TRIBES_NEWS_EXECUTED, s->executed3);
}

/* Serves the next target: the activator first, then clockwise (A40). False when the event is over and retired. */
bool tribes_go_on_event(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_event_data *event = event_of(t, s);
    while (!s->targets) {
        if (s->clause + 1 >= event->clause_count) {
            retire(t, s, journal);
            return false;
        }
        s->clause++;
        begin_clause(setup, s, journal);
    }
    int seat = s->turn;
    while (!seats_has(s->targets, seat))
        seat = seat + 1 < setup->seats ? seat + 1 : 0;
    s->targets &= (ochre_seats)~SEAT_BIT(seat);
    tribes_begin_effect(setup, s, seat, &event->clause[s->clause].effect, journal);
    return true;
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static void change_points(struct tribes_seat *p, int seat, int change, struct ochre_journal *journal)
{
    if (change < 0)
        change = -lesser(-change, p->points); /* A35 */
    p->points = (int16_t)(p->points + change);
    assert(p->points >= 0);
    if (change > 0)
        TRIBES_TELL(journal, TRIBES_NEWS_GAINED, seat, change);
    else
        TRIBES_TELL(journal, TRIBES_NEWS_LOST, seat, -change);
}

/* Moves up to n shells between seats, or the box (OCHRE_CHANCE in the story). */
static void move_shells(uint8_t *from, uint8_t *to, int n, int giver, int taker, struct ochre_journal *journal)
{
    int moved = lesser(n, *from);
    assert(*to + moved <= TRIBES_SHELLS);
    *from = (uint8_t)(*from - moved);
    *to = (uint8_t)(*to + moved);
    if (moved)
        TRIBES_TELL(journal, TRIBES_NEWS_SHELLS, giver, taker, moved);
}

static void take_shells(const struct ochre_setup *setup, struct tribes_state *s, int seat, int n,
                        struct ochre_journal *journal)
{
    for (int step = 1; step < setup->seats; step++) {
        int other = (seat + step) % setup->seats;
        move_shells(&s->seat[other].shells, &s->seat[seat].shells, n, other, seat, journal);
    }
}

static void change_level(const struct tribes_tables *t, struct tribes_seat *p, int seat, int track, int change,
                         struct ochre_journal *journal)
{
    int level = p->level[track] + change;
    level = level < 0 ? 0 : lesser(level, t->top);
    if (level == p->level[track])
        return;
    p->level[track] = (uint8_t)level;
    TRIBES_TELL(journal, TRIBES_NEWS_LEVEL, seat, track, level);
}

/* One effect for one target. Leaves a decision behind, or one with nothing left to do. */
void tribes_begin_effect(const struct ochre_setup *setup, struct tribes_state *s, int seat,
                         const struct tribes_effect *effect, struct ochre_journal *journal)
{
    const struct tribes_tables *t = tribes_tables(setup);
    struct tribes_seat *p = &s->seat[seat];
    int n = effect->n;
    tribes_begin(s, TRIBES_AT_PICK, seat, 0);
    switch (effect->kind) {
    case TRIBES_GAIN_POINTS: change_points(p, seat, n, journal); break;
    case TRIBES_LOSE_POINTS: change_points(p, seat, -n, journal); break;
    case TRIBES_GAIN_MEMBERS: tribes_begin(s, TRIBES_AT_BIRTH, seat, n); break;
    case TRIBES_LOSE_MEMBERS:
        tribes_begin(s, TRIBES_AT_LOSE, seat, lesser(n, tribes_people(t, p) - 1));
        break; /* A42 */
    case TRIBES_DRAW_LAND: tribes_begin_explore(s, seat, n); break;
    case TRIBES_WITHER: tribes_begin(s, TRIBES_AT_WITHER, seat, n); break;
    case TRIBES_RENEW: tribes_begin(s, TRIBES_AT_RENEW, seat, n); break;
    case TRIBES_STEPS: tribes_begin(s, TRIBES_AT_STEP, seat, n); break;
    case TRIBES_TAKE_SHELLS: take_shells(setup, s, seat, n, journal); break;
    case TRIBES_GAIN_SHELLS: move_shells(&s->box, &p->shells, n, OCHRE_CHANCE, seat, journal); break;
    case TRIBES_LOSE_SHELLS: move_shells(&p->shells, &s->box, n, seat, OCHRE_CHANCE, journal); break;
    case TRIBES_RAISE: change_level(t, p, seat, effect->what, n, journal); break;
    case TRIBES_LOWER: change_level(t, p, seat, effect->what, -n, journal); break;
    case TRIBES_PERFORM: tribes_begin_action(t, s, seat, effect->what); break;
    default:
        assert(effect->kind == TRIBES_PICK);
        s->left = 1;
        break;
    }
}
