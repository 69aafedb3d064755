/* spears_rules.c: the agreement before play, who is asked, what chance may draw and what may be answered
 * (2.1, 4.1, 6.4). What the answers do stands in the files by subject. Knows no words and no pictures. */
#include <assert.h>

#include "games/spears/spears_play.h"

/* ---- the agreement (2.1) ---- */

/* Option tribes: distinct letters in seat order (2.1). */
static int compile_tribes(const struct ochre_setup *setup, struct spears_tables *t, struct ochre_error *error)
{
    const char *word = setup->option[SPEARS_TRIBES_OPTION].word;
    memset(t->tribes, -1, sizeof t->tribes);
    if (text_same(word, "random"))
        return 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        const char *letter = word[seat] ? strchr(spears_letters, word[seat]) : NULL;
        bool is_new = letter != NULL;
        for (int other = 0; is_new && other < seat; other++)
            is_new = t->tribes[other] != letter - spears_letters;
        if (!is_new || (seat == setup->seats - 1 && word[seat + 1]))
            return error_set(error, "2.1",
                             "option tribes cannot be '{0}' (expected random or {1} different letters "
                             "of N, E, S, W)",
                             word, NUM(setup->seats));
        t->tribes[seat] = (int8_t)(letter - spears_letters);
    }
    return 0;
}

/* Options first and tokens (2.1); anything but clockwise makes first meaningless. */
static int compile_tokens(const struct ochre_setup *setup, struct spears_tables *t, struct ochre_error *error)
{
    const char *word = setup->option[SPEARS_TOKENS_OPTION].word;
    int first = setup->option[SPEARS_FIRST_OPTION].number;
    memset(t->tokens, -1, sizeof t->tokens);
    if (first > setup->seats)
        return error_set(error, "2.1", "option first cannot be '{0}' with {1} seats",
                         setup->option[SPEARS_FIRST_OPTION].word, NUM(setup->seats));
    if (text_same(word, "clockwise")) {
        t->is_first_drawn = first == 0;
        for (int k = 0; first && k < setup->seats; k++)
            t->tokens[k] = (int8_t)((first - 1 + k) % setup->seats);
        return 0;
    }
    if (text_same(word, "shuffled")) {
        t->are_tokens_drawn = true;
        return 0;
    }
    for (int k = 0; k < setup->seats; k++) {
        int seat = word[k] ? word[k] - '1' : -1;
        bool is_new = seat >= 0 && seat < setup->seats;
        for (int other = 0; is_new && other < k; other++)
            is_new = t->tokens[other] != seat;
        if (!is_new || (k == setup->seats - 1 && word[k + 1]))
            return error_set(error, "2.1",
                             "option tokens cannot be '{0}' (expected clockwise, shuffled, or seats such as {1})", word,
                             setup->seats == 4 ? "2413" : "231");
        t->tokens[k] = (int8_t)seat;
    }
    return 0;
}

/* Sums over every set of a tribe's units, so that play only looks them up. */
static void compile_sets(struct spears_tables *t)
{
    for (int tribe = 0; tribe < SPEARS_TRIBES; tribe++) {
        for (int slot = 0; slot < SPEARS_UNITS; slot++) {
            const struct spears_unit *unit = &t->unit[tribe][slot];
            t->of_type[tribe][unit->type] |= spears_unit_bit(slot);
            for (int berries = unit->cost; berries <= SPEARS_BERRIES_MAX; berries++)
                t->affordable[tribe][berries] |= spears_unit_bit(slot);
        }
        for (unsigned set = 1; set < 1u << SPEARS_UNITS; set++) {
            const struct spears_unit *unit = &t->unit[tribe][__builtin_ctz(set)];
            unsigned rest = set & (set - 1);
            t->power[tribe][set] = (uint8_t)(t->power[tribe][rest] + unit->power);
            t->level[tribe][set] = (uint8_t)(t->level[tribe][rest] + unit->level);
            t->yield[tribe][set] = (uint8_t)(t->yield[tribe][rest] + unit->berry);
        }
    }
    for (int prey = 0; prey < SPEARS_PREY; prey++) {
        t->icons += t->prey[prey].has_vigor;
        t->night |= (uint32_t)t->prey[prey].is_night << prey;
    }
}

_Static_assert(sizeof(struct spears_tables) <= OCHRE_TABLES_MAX, "the tables fit into the setup");

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    (void)terms;
    assert(setup->seats == 3 || setup->seats == 4);
    struct spears_tables *t = (struct spears_tables *)setup->tables;
    t->seats = setup->seats;
    if (compile_tribes(setup, t, error) < 0 || compile_tokens(setup, t, error) < 0)
        return -1;
    t->keeps_memory = setup->option[SPEARS_NO_REPEAT].number == 1;
    t->exhausts = setup->option[SPEARS_DEFENCE_EXHAUSTS].number == 1;
    t->overpays = setup->option[SPEARS_FREE_OVERPAY].number == 1;
    t->shows_unused = setup->option[SPEARS_SHOW_UNUSED_GOALS].number == 1;
    t->goals_each = setup->seats == 3 ? 2 : 1;
    t->teams[SPEARS_SURVIVOR] = 2;
    t->teams[SPEARS_AMASSER] = setup->seats == 4;
    t->teams[SPEARS_DOMINATOR] = 1;
    if (spears_read_pack(setup->pack, t, error) < 0)
        return -1;
    compile_sets(t);
    setup->actions = SPEARS_ACTIONS;
    setup->chance_actions = SPEARS_OUTCOMES;
    setup->legal_max = SPEARS_ACTIONS;
    setup->state_size = sizeof(struct spears_state);
    setup->observe_size = (uint32_t)(SPEARS_TABLE_PLANES + setup->seats * SPEARS_SEAT_PLANES);
    /* Each turn costs vigor; a turn has fewer than 1000 small moves whatever the pack (11.1). */
    setup->moves_max = (uint32_t)(SPEARS_VIGOR_MAX + t->icons) * 1000 + 64;
    return 0;
}

/* ---- start, and who is asked ---- */

static void start(const struct ochre_setup *setup, struct ochre_state *state)
{
    struct spears_state *s = spears(state);
    memset(state->bytes, 0, setup->state_size);
    spears_clear(s);
    spears_next_deal(spears_tables(setup), s);
}

static ochre_seats pending(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct spears_state *s = spears_of(state);
    assert(s->phase < SPEARS_PHASES);
    if (s->phase == SPEARS_CARDS) { /* K1: everybody at once, in any order */
        ochre_seats seats = 0;
        for (int seat = 0; seat < setup->seats; seat++)
            if (!s->placed[seat])
                seats |= SEAT_BIT(seat);
        return seats;
    }
    if (s->phase == SPEARS_OVER)
        return 0;
    return SEAT_BIT(s->phase <= SPEARS_DRAW_ENEMY ? OCHRE_CHANCE : s->actor);
}

/* ---- chance (6.4) ---- */

/* Team cards that nobody holds; a hole in a view counts as nobody's. */
static int teams_left(const struct spears_tables *t, const struct spears_state *s, int team)
{
    int left = t->teams[team];
    for (int seat = 0; seat < t->seats; seat++)
        left -= s->team[seat] == team;
    return left < 0 ? 0 : left;
}

static uint32_t odds(const struct spears_tables *t, const struct spears_state *s, int outcome)
{
    switch (s->phase) {
    case SPEARS_DRAW_TRIBE:
        for (int seat = 0; seat < t->seats; seat++)
            if (s->tribe[seat] == outcome - SPEARS_TRIBE_DRAWN)
                return 0;
        return outcome >= SPEARS_TRIBE_DRAWN;
    case SPEARS_DRAW_FIRST:
    case SPEARS_DRAW_TOKEN:
        if (outcome < SPEARS_SEAT_DRAWN || outcome >= SPEARS_SEAT_DRAWN + t->seats)
            return 0;
        for (int k = 0; k < t->seats; k++)
            if (s->token[k] == outcome - SPEARS_SEAT_DRAWN)
                return 0;
        return 1;
    case SPEARS_DRAW_TEAM:
        if (outcome < SPEARS_TEAM_DEALT || outcome >= SPEARS_GOAL_DEALT)
            return 0;
        return (uint32_t)teams_left(t, s, outcome - SPEARS_TEAM_DEALT + SPEARS_SURVIVOR);
    case SPEARS_DRAW_GOAL:
        if (outcome < SPEARS_GOAL_DEALT || outcome >= SPEARS_SEAT_DRAWN)
            return 0;
        return (uint32_t)spears_goals_left(t, s, outcome - SPEARS_GOAL_DEALT);
    case SPEARS_DRAW_PREY: return outcome < SPEARS_PREY && ((s->unseen >> outcome) & 1);
    case SPEARS_DRAW_ENEMY: return outcome >= SPEARS_ENEMY_COMES && outcome < SPEARS_TEAM_DEALT;
    default: return 0;
    }
}

static uint32_t weight(const struct ochre_setup *setup, const struct ochre_state *state, ochre_action outcome)
{
    assert(outcome < setup->chance_actions);
    return odds(spears_tables(setup), spears_of(state), (int)outcome);
}

/* Cards of a kind there may be several of; everything else is there once. */
static bool is_even(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    return spears_of(state)->phase != SPEARS_DRAW_TEAM && spears_of(state)->phase != SPEARS_DRAW_GOAL;
}

/* The range of outcomes of each draw. */
static const uint8_t draw_range[][2] = {
    [SPEARS_DRAW_TRIBE] = {SPEARS_TRIBE_DRAWN, SPEARS_OUTCOMES},
    [SPEARS_DRAW_FIRST] = {SPEARS_SEAT_DRAWN, SPEARS_TRIBE_DRAWN},
    [SPEARS_DRAW_TOKEN] = {SPEARS_SEAT_DRAWN, SPEARS_TRIBE_DRAWN},
    [SPEARS_DRAW_TEAM] = {SPEARS_TEAM_DEALT, SPEARS_GOAL_DEALT},
    [SPEARS_DRAW_GOAL] = {SPEARS_GOAL_DEALT, SPEARS_SEAT_DRAWN},
    [SPEARS_DRAW_ENEMY] = {SPEARS_ENEMY_COMES, SPEARS_TEAM_DEALT},
};

APART static int legal_chance(const struct spears_tables *t, const struct spears_state *s, ochre_action *out)
{
    int count = 0;
    if (s->phase == SPEARS_DRAW_PREY) { /* by far the most draws */
        for (uint64_t unseen = s->unseen; unseen;)
            out[count++] = (ochre_action)(SPEARS_PREY_COMES + bits_take(&unseen));
        return count;
    }
    for (int outcome = draw_range[s->phase][0]; outcome < draw_range[s->phase][1]; outcome++)
        if (odds(t, s, outcome))
            out[count++] = (ochre_action)outcome;
    return count;
}

/* ---- legal ---- */

static int legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    const struct spears_state *s = spears_of(state);
    int count = 0;
    assert(s->phase < SPEARS_PHASES && seat >= 0);
    if (s->phase <= SPEARS_DRAW_ENEMY)
        return seat == OCHRE_CHANCE ? legal_chance(spears_tables(setup), s, out) : 0;
    if (s->phase == SPEARS_CARDS) {
        if (seat >= setup->seats || s->placed[seat])
            return 0;
        for (int rank = 0; rank < SPEARS_VALUES_MAX; rank++)
            if (s->hand[seat][rank])
                out[count++] = (ochre_action)(SPEARS_CARD + rank);
        return count;
    }
    if (seat != s->actor)
        return 0;
    for (uint64_t low = s->moves.low; low; low &= low - 1)
        out[count++] = (ochre_action)__builtin_ctzll(low);
    for (uint64_t high = s->moves.high; high; high &= high - 1)
        out[count++] = (ochre_action)(64 + __builtin_ctzll(high));
    return count;
}

#ifndef __wasm__ /* a page has no use for it, and would have to fetch it */
/* From the set of answers: counted, not listed. Most draws are of prey. */
static ochre_action lot(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                        struct ochre_rng *rng)
{
    const struct spears_state *s = spears_of(state);
    if (s->phase == SPEARS_DRAW_PREY)
        return SPEARS_PREY_COMES + (ochre_action)bits_nth(s->unseen, rng_below(rng, (uint32_t)bits_count(s->unseen)));
    if (s->phase <= SPEARS_DRAW_ENEMY || s->phase == SPEARS_CARDS) {
        ochre_action list[SPEARS_ACTIONS];
        return move_by_list(setup, state, seat, rng, list);
    }
    uint32_t low = (uint32_t)bits_count(s->moves.low);
    uint32_t number = rng_choice(rng, low + (uint32_t)bits_count(s->moves.high));
    bool is_low = number < low;
    return (is_low ? 0 : 64) +
           (ochre_action)bits_nth(is_low ? s->moves.low : s->moves.high, number - (is_low ? 0 : low));
}
#endif

static void apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal)
{
    assert(seats_has(pending(setup, state), seat));
    assert(seat != OCHRE_CHANCE || weight(setup, state, action) > 0);
    spears_move(spears_tables(setup), spears(state), seat, (int)action, journal);
}

/* 5: talk is locked while action cards are being placed. */
static bool is_hushed(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    return spears_of(state)->phase == SPEARS_CARDS;
}

const struct ochre_rules spears_rules = {
    .compile = compile,
    .start = start,
    .pending = pending,
    .legal = legal,
    .weight = weight,
    .is_even = is_even,
#ifndef __wasm__
    .lot = lot,
#endif
    .apply = apply,
    .standing = spears_standing,
    .outcome = spears_outcome,
    .is_hushed = is_hushed,
    .redact = spears_redact,
    .determinize = spears_determinize,
    .witnesses = spears_witnesses,
    .check = spears_check,
};
