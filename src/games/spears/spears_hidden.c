/* spears_hidden.c: who knows what, and what a seat cannot rule out (3.2, 5, 11.3). */
#include <assert.h>

#include "games/spears/spears_play.h"

void spears_redact(const struct ochre_setup *setup, struct ochre_state *state, int viewer)
{
    struct spears_state *s = spears(state);
    assert(viewer >= 0 && viewer != OCHRE_EVERYBODY);
    if (s->phase == SPEARS_OVER) /* everything is open */
        return;
    for (int seat = 0; seat < setup->seats; seat++) {
        if (seat == viewer)
            continue;
        if (s->team[seat] != SPEARS_NO_TEAM)
            s->team[seat] = OCHRE_UNKNOWN;
        for (int card = 0; card < 2; card++)
            if (s->goal[seat][card])
                s->goal[seat][card] = OCHRE_UNKNOWN;
        memset(s->hand[seat], OCHRE_UNKNOWN, SPEARS_VALUES_MAX);
        if (s->placed[seat])
            s->placed[seat] = OCHRE_UNKNOWN; /* that it has placed, not what */
        for (int round = 0; round < s->rounds; round++)
            s->round[round][seat] = OCHRE_UNKNOWN;
    }
}

ochre_seats spears_witnesses(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                             ochre_action action)
{
    (void)action;
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_of(state);
    assert(seats_has(spears_rules.pending(setup, state), seat));
    if (s->phase == SPEARS_CARDS)
        return SEAT_BIT(seat);
    if (s->phase == SPEARS_DRAW_TEAM || s->phase == SPEARS_DRAW_GOAL)
        return SEAT_BIT(spears_next_dealt(t, s, s->phase == SPEARS_DRAW_TEAM));
    return OCHRE_ALL_SEATS;
}

/* ---- determinize ---- */

/* Draws one card from a pool of counts; false when it is empty. */
static bool draw_from(uint8_t *pool, int kinds, struct ochre_rng *rng, int *kind)
{
    uint32_t total = 0;
    for (int i = 0; i < kinds; i++)
        total += pool[i];
    if (total == 0)
        return false;
    uint32_t number = rng_below(rng, total);
    int i = 0;
    while (number >= pool[i])
        number -= pool[i++];
    assert(i < kinds);
    pool[i]--;
    *kind = i;
    return true;
}

/* Deals the team cards the seat cannot see to the holes. */
static bool imagine_teams(const struct spears_tables *t, struct spears_state *s, struct ochre_rng *rng)
{
    uint8_t pool[SPEARS_TEAMS];
    memcpy(pool, t->teams, sizeof pool);
    for (int seat = 0; seat < t->seats; seat++)
        if (s->team[seat] != OCHRE_UNKNOWN && s->team[seat] != SPEARS_NO_TEAM) {
            if (s->team[seat] >= SPEARS_TEAMS || pool[s->team[seat]] == 0)
                return false;
            pool[s->team[seat]]--;
        }
    for (int seat = 0; seat < t->seats; seat++) {
        int team;
        if (s->team[seat] != OCHRE_UNKNOWN)
            continue;
        if (!draw_from(pool, SPEARS_TEAMS, rng, &team))
            return false;
        s->team[seat] = (uint8_t)team;
    }
    return true;
}

static bool imagine_goals(const struct spears_tables *t, struct spears_state *s, struct ochre_rng *rng)
{
    uint8_t pool[SPEARS_RESOURCES];
    memcpy(pool, t->goals, sizeof pool);
    for (int seat = 0; seat < t->seats; seat++)
        for (int card = 0; card < 2; card++) {
            int goal = s->goal[seat][card];
            if (goal == 0 || goal == OCHRE_UNKNOWN)
                continue;
            if (goal > SPEARS_RESOURCES || pool[goal - 1] == 0)
                return false;
            pool[goal - 1]--;
        }
    for (int seat = 0; seat < t->seats; seat++)
        for (int card = 0; card < 2; card++) {
            int resource;
            if (s->goal[seat][card] != OCHRE_UNKNOWN)
                continue;
            if (!draw_from(pool, SPEARS_RESOURCES, rng, &resource))
                return false;
            s->goal[seat][card] = (uint8_t)(resource + 1);
        }
    return true;
}

/* The finished rounds of this turn as one seat knows them: which cards the others share among them. */
struct past {
    int rounds, strangers;
    int stranger[OCHRE_SEATS_MAX];                     /* seats whose cards are holes */
    uint8_t pool[SPEARS_ROUNDS_MAX][OCHRE_SEATS_MAX];  /* their cards of each round, sorted ranks */
    uint8_t dealt[SPEARS_ROUNDS_MAX][OCHRE_SEATS_MAX]; /* who gets which: the history being tried */
    uint8_t left[OCHRE_SEATS_MAX][SPEARS_VALUES_MAX];  /* what remains of each full set */
};

/* Works out the pools; false when the reveals do not hold the cards that are known. */
static bool recall(const struct spears_tables *t, const struct spears_state *s, struct past *past)
{
    *past = (struct past){.rounds = s->rounds};
    for (int seat = 0; seat < t->seats; seat++)
        if (s->hand[seat][0] == OCHRE_UNKNOWN) {
            memcpy(past->left[past->strangers], t->full, SPEARS_VALUES_MAX);
            past->stranger[past->strangers++] = seat;
        }
    for (int round = 0; round < s->rounds; round++) {
        uint8_t count[SPEARS_VALUES_MAX] = {0};
        for (int i = 0; i < t->seats; i++) {
            if (s->reveal[round][i] == 0 || s->reveal[round][i] > t->values)
                return false;
            count[s->reveal[round][i] - 1]++;
        }
        for (int seat = 0; seat < t->seats; seat++) {
            int card = s->round[round][seat];
            if (card == OCHRE_UNKNOWN)
                continue;
            if (card == 0 || card > t->values || count[card - 1] == 0)
                return false;
            count[card - 1]--;
        }
        int cards = 0;
        for (int rank = 0; rank < t->values; rank++)
            for (int copy = 0; copy < count[rank] && cards < OCHRE_SEATS_MAX; copy++)
                past->pool[round][cards++] = (uint8_t)rank;
        if (cards != past->strangers)
            return false;
    }
    return true;
}

/* One independent deal of every round; true when no set is overdrawn. Every history is equally likely. */
static bool try_history(struct past *past, struct ochre_rng *rng)
{
    uint8_t left[OCHRE_SEATS_MAX][SPEARS_VALUES_MAX];
    memcpy(left, past->left, sizeof left);
    for (int round = 0; round < past->rounds; round++) {
        uint8_t *cards = past->dealt[round];
        memcpy(cards, past->pool[round], sizeof past->pool[round]);
        for (int i = past->strangers - 1; i > 0; i--) {
            int j = (int)rng_below(rng, (uint32_t)i + 1);
            uint8_t swapped = cards[i];
            cards[i] = cards[j];
            cards[j] = swapped;
        }
        for (int i = 0; i < past->strangers; i++)
            if (left[i][cards[i]]-- == 0)
                return false;
    }
    memcpy(past->left, left, sizeof left);
    return true;
}

/* The next arrangement of the cards in lexical order; false after the last. */
static bool next_deal(uint8_t *cards, int count)
{
    int i = count - 2;
    while (i >= 0 && cards[i] >= cards[i + 1])
        i--;
    if (i < 0)
        return false;
    int j = count - 1;
    while (cards[j] <= cards[i])
        j--;
    uint8_t swapped = cards[i];
    cards[i] = cards[j];
    cards[j] = swapped;
    for (int a = i + 1, b = count - 1; a < b; a++, b--) {
        swapped = cards[a];
        cards[a] = cards[b];
        cards[b] = swapped;
    }
    return true;
}

static bool take_deal(struct past *past, const uint8_t *cards)
{
    for (int i = 0; i < OCHRE_SEATS_MAX && i < past->strangers; i++)
        if (past->left[i][cards[i]] == 0)
            return false;
    for (int i = 0; i < OCHRE_SEATS_MAX && i < past->strangers; i++)
        past->left[i][cards[i]]--;
    return true;
}

/* Walks all histories from `round` on. Counts them down: at zero the walk stops and past holds that history. */
static bool walk(struct past *past, int round, uint64_t *countdown)
{
    if (round == past->rounds)
        return (*countdown)-- == 0;
    uint8_t *cards = past->dealt[round];
    memcpy(cards, past->pool[round], sizeof past->pool[round]);
    do {
        if (!take_deal(past, cards))
            continue;
        if (walk(past, round + 1, countdown))
            return true;
        for (int i = 0; i < OCHRE_SEATS_MAX && i < past->strangers; i++)
            past->left[i][cards[i]]++;
    } while (next_deal(cards, past->strangers));
    return false;
}

/* A uniform history when independent deals hardly ever fit: count them all, then walk to one. */
static bool search_history(struct past *past, struct ochre_rng *rng)
{
    uint64_t countdown = UINT64_MAX;
    walk(past, 0, &countdown);
    uint64_t histories = UINT64_MAX - countdown;
    if (histories == 0 || histories > UINT32_MAX)
        return false;
    countdown = rng_below(rng, (uint32_t)histories);
    return walk(past, 0, &countdown);
}

/* Both ways give every history the same odds; the first is quick and nearly always enough. */
static bool imagine_history(struct past *past, struct ochre_rng *rng)
{
    enum { TRIES = 128 };
    for (int i = 0; i < TRIES; i++)
        if (try_history(past, rng))
            return true;
    return search_history(past, rng);
}

/* A value of the hand, each distinct one equally likely. */
static int any_card(const uint8_t hand[SPEARS_VALUES_MAX], struct ochre_rng *rng)
{
    uint8_t distinct[SPEARS_VALUES_MAX];
    int rank = 0;
    for (int i = 0; i < SPEARS_VALUES_MAX; i++)
        distinct[i] = hand[i] > 0;
    return draw_from(distinct, SPEARS_VALUES_MAX, rng, &rank) ? rank : -1;
}

static bool imagine_cards(const struct spears_tables *t, struct spears_state *s, struct ochre_rng *rng)
{
    struct past past;
    if (!recall(t, s, &past))
        return false;
    if (!spears_has_cards(s))
        memset(past.left, 0, sizeof past.left);
    if (!imagine_history(&past, rng))
        return false;
    for (int i = 0; i < OCHRE_SEATS_MAX && i < past.strangers; i++) {
        int seat = past.stranger[i];
        memcpy(s->hand[seat], past.left[i], SPEARS_VALUES_MAX);
        for (int round = 0; round < past.rounds; round++)
            s->round[round][seat] = (uint8_t)(past.dealt[round][i] + 1);
        if (s->placed[seat]) {
            int rank = any_card(s->hand[seat], rng);
            if (rank < 0)
                return false;
            s->placed[seat] = (uint8_t)(rank + 1);
        }
    }
    return true;
}

bool spears_determinize(const struct ochre_setup *setup, struct ochre_view *view, int seat, struct ochre_rng *rng)
{
    (void)seat; /* the holes say what it does not know */
    const struct spears_tables *t = spears_tables(setup);
    struct spears_state *s = (struct spears_state *)view->bytes;
    if (s->phase == SPEARS_OVER)
        return true;
    return imagine_teams(t, s, rng) && imagine_goals(t, s, rng) && imagine_cards(t, s, rng);
}
