/* valley_rules.c: what may happen: set-up, legal moves, and what each move does (4). Knows no words and no pictures. */
#include <assert.h>

#include "games/valley/valley.h"

_Static_assert(sizeof(struct valley_tables) <= OCHRE_TABLES_MAX, "the tables fit into a setup");

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    (void)terms;
    if (setup->option[VALLEY_FIRST].number > setup->seats)
        return error_set(error, "R03", "option first: there is no seat {0} (expected random or 1 to {1})",
                         NUM(setup->option[VALLEY_FIRST].number), NUM(setup->seats));
    if (valley_read_pack(setup, (struct valley_tables *)(void *)setup->tables, error) < 0)
        return -1;
    setup->actions = VALLEY_ACTIONS;
    setup->chance_actions = VALLEY_OUTCOMES;
    setup->legal_max = VALLEY_ACTIONS;
    setup->state_size = sizeof(struct valley_state);
    setup->observe_size = (uint32_t)(setup->seats * SEAT_PLANES + TABLE_PLANES);
    setup->moves_max = 900; /* 11.1: 600 decisions are safe; set-up and draws are chance */
    return 0;
}

static void start(const struct ochre_setup *setup, struct ochre_state *state)
{
    const struct valley_tables *t = valley_tables(setup);
    struct valley_state *s = valley(state);
    assert(t->tiles >= t->removed + t->common + VALLEY_POOL * setup->seats); /* PV9 */
    memset(state->bytes, 0, setup->state_size);
    s->unseen = t->tiles == 64 ? ~(uint64_t)0 : BIT(t->tiles) - 1;
    s->stack_size = (uint8_t)(t->tiles - t->removed - t->common - VALLEY_POOL * setup->seats);
    s->steak_supply = t->steaks;
    s->bear_supply = t->bears;
    for (int seat = 0; seat < setup->seats; seat++) {
        s->seat[seat].left = s->seat[seat].right = VALLEY_NONE;
        s->seat[seat].fights = t->fights;
    }
    if (setup->option[VALLEY_FIRST].number > 0) { /* R03: named, no move of chance */
        s->first = (uint8_t)(setup->option[VALLEY_FIRST].number - 1);
        s->dealt = 1;
    }
}

static ochre_seats pending(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    const struct valley_state *s = valley_of(state);
    assert(s->phase < PHASE_COUNT && s->turn < setup->seats);
    if (s->phase == PHASE_OVER)
        return 0;
    return SEAT_BIT(s->phase == PHASE_DEAL || s->phase == PHASE_REVEAL ? OCHRE_CHANCE : s->turn);
}

/* ---- legal moves ---- */

static int legal_start(const struct ochre_setup *setup, const struct valley_state *s, ochre_action *out)
{
    int count = valley_starts(setup, s, s->turn, out);
    if (count == 0)
        count = valley_news(setup, s, s->turn, out); /* R13 */
    if (count == 0)
        out[count++] = ACT_STOP; /* only in a position typed in */
    return count;
}

/* 4.4: P + U. */
static int legal_main(const struct ochre_setup *setup, const struct valley_state *s, ochre_action *out)
{
    const struct valley_seat *v = &s->seat[s->turn];
    int lays = valley_connected(setup, s, s->turn, ACT_LAY, out);
    int count = lays;
    if (lays == 0)
        count = valley_news(setup, s, s->turn, out);
    bool is_stuck = count == 0;
    if (!s->token_used && v->held) {
        if (v->held & SCENE_BIT(SCENE_FEAST)) /* the same places, for the extra tile */
            for (int i = 0; i < lays; i++)
                out[count++] = out[i] + ACT_USE_LAY;
        count += valley_effects(setup, s, v->held & (uint8_t)~SCENE_BIT(SCENE_FEAST), true, out + count);
    }
    count += valley_recalls(setup, s, s->turn, out + count);
    if (is_stuck)
        out[count++] = ACT_STOP;
    assert(count > 0 && count <= VALLEY_ACTIONS);
    return count;
}

static int legal_hits(const struct ochre_setup *setup, const struct valley_state *s, ochre_action *out)
{
    assert(s->laying != LAYING_NONE);
    int tile = s->seat[s->turn].pool[s->laying_slot];
    int count = 0;
    for (int step = 1; step < setup->seats; step++)
        if (valley_fights_of(s, tile, valley_seat_from(setup, s->turn, step)))
            out[count++] = (ochre_action)(ACT_HIT + step);
    return count;
}

static int legal_common(const struct valley_state *s, ochre_action base, ochre_action *out)
{
    for (int slot = 0; slot < s->common_count; slot++)
        out[slot] = base + (ochre_action)slot;
    return s->common_count;
}

static int legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    const struct valley_state *s = valley_of(state);
    assert(seat >= 0 && seat <= OCHRE_EVERYBODY);
    if (seat == OCHRE_CHANCE)
        return s->phase == PHASE_DEAL || s->phase == PHASE_REVEAL ? valley_outcomes(setup, s, out) : 0;
    if (seat >= setup->seats)
        return 0;
    if (seat != s->turn)
        return valley_recalls(setup, s, seat, out); /* 5: interrupts */
    int count = 0;
    switch (s->phase) {
    case PHASE_START: return legal_start(setup, s, out);
    case PHASE_MAIN: return legal_main(setup, s, out);
    case PHASE_FIGHT: return legal_hits(setup, s, out);
    case PHASE_BONUS:
        count = valley_effects(setup, s, s->bonuses, false, out);
        count += valley_recalls(setup, s, seat, out + count);
        out[count++] = ACT_DONE;
        return count;
    case PHASE_POST:
        if (!s->token_used)
            count = valley_effects(setup, s, s->seat[seat].held, true, out);
        count += valley_recalls(setup, s, seat, out + count);
        out[count++] = ACT_DONE;
        return count;
    case PHASE_REFILL: /* recalls have the lower numbers */
        count = valley_recalls(setup, s, seat, out);
        return count + legal_common(s, ACT_TAKE, out + count);
    case PHASE_DROP: count = valley_recalls(setup, s, seat, out); return count + legal_common(s, ACT_DROP, out + count);
    default: return 0;
    }
}

static uint32_t weight(const struct ochre_setup *setup, const struct ochre_state *state, ochre_action outcome)
{
    (void)state;
    assert(outcome < setup->chance_actions);
    if (outcome < DRAW_FACE || outcome >= DRAW_TOKEN)
        return 1;
    /* 6.1: halves are equally likely, then the faces of the half. */
    return 2 / (uint32_t)valley_faces_of(setup, &valley_tables(setup)->half[(outcome - DRAW_FACE) >> 1]);
}

/* Everything but the faces of the halves. */
static bool is_even(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct valley_state *s = valley_of(state);
    if (s->phase != PHASE_DEAL)
        return true;
    enum valley_deal_kind kind = valley_next_deal(setup, s).kind;
    return kind != DEAL_LEFT && kind != DEAL_RIGHT;
}

/* Does chance draw a tile? */
static bool is_tile_due(const struct ochre_setup *setup, const struct valley_state *s)
{
    if (s->phase != PHASE_DEAL)
        return s->phase == PHASE_REVEAL;
    enum valley_deal_kind kind = valley_next_deal(setup, s).kind;
    return kind == DEAL_COMMON || kind == DEAL_POOL;
}

/* Tiles are most of what is drawn, and many. */
static ochre_action lot(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                        struct ochre_rng *rng)
{
    const struct valley_state *s = valley_of(state);
    if (is_tile_due(setup, s)) {
        uint32_t number = rng_below(rng, (uint32_t)bits_count(s->unseen));
        return DRAW_TILE + (ochre_action)bits_nth(s->unseen, number);
    }
    ochre_action list[VALLEY_ACTIONS];
    return move_by_list(setup, state, seat, rng, list);
}

/* ---- moves ---- */

static void lay(const struct ochre_setup *setup, struct valley_state *s, enum valley_laying how, int number,
                struct ochre_journal *journal)
{
    int squares[2];
    int place = number % VALLEY_PLACES;
    valley_edge_squares(&s->seat[s->turn], place / 2, squares);
    int at[2] = {squares[place & 1], squares[!(place & 1)]};
    valley_lay(setup, s, how, number / VALLEY_PLACES, at, journal);
}

/* How the tile of a turn is laid: only on a cave and its gate it may be a new tribe's. */
static enum valley_laying laying_of(const struct ochre_setup *setup, const struct valley_state *s, int number)
{
    bool is_cave = number % VALLEY_PLACES / 2 >= VALLEY_EDGES - VALLEY_CAVES;
    assert(is_cave || !valley_is_new(setup, s));
    if (is_cave && valley_is_new(setup, s))
        return LAYING_NEW;
    return s->phase == PHASE_START ? LAYING_START : LAYING_MAIN;
}

/* A Mountain token (4.9): it leaves the hand, takes effect, and is used. */
static void use_token(const struct ochre_setup *setup, struct valley_state *s, ochre_action action,
                      struct ochre_journal *journal)
{
    struct valley_seat *v = &s->seat[s->turn];
    int scene = valley_effect_scene(action);
    assert(!s->token_used && bits_has(v->held, scene));
    s->token_used = true;
    v->held &= (uint8_t)~SCENE_BIT(scene);
    journal_tell(journal, VALLEY_USED, s->turn, scene);
    if (scene == SCENE_FEAST) {
        v->used |= SCENE_BIT(scene);
        lay(setup, s, s->phase == PHASE_POST ? LAYING_AFTER : LAYING_BEFORE, (int)action - ACT_USE_LAY, journal);
        return;
    }
    valley_do_effect(setup, s, action, true, journal);
    v->used |= SCENE_BIT(scene);
    if (s->phase == PHASE_POST)
        valley_enter(setup, s, PHASE_REFILL, journal);
}

static void use_bonus(const struct ochre_setup *setup, struct valley_state *s, ochre_action action,
                      struct ochre_journal *journal)
{
    int scene = valley_effect_scene(action);
    assert(bits_has(s->bonuses, scene));
    if (scene == SCENE_FEAST) {
        lay(setup, s, LAYING_BONUS, (int)action, journal);
        return;
    }
    valley_do_effect(setup, s, action, false, journal);
    s->bonuses &= (uint8_t)~SCENE_BIT(scene);
    valley_enter(setup, s, PHASE_BONUS, journal);
}

static int take_common(struct valley_state *s, int slot)
{
    assert(slot >= 0 && slot < s->common_count);
    int tile = s->common[slot];
    s->common_count--;
    memmove(s->common + slot, s->common + slot + 1, (size_t)(s->common_count - slot));
    s->common[s->common_count] = 0;
    return tile;
}

static void refill(const struct ochre_setup *setup, struct valley_state *s, int slot, struct ochre_journal *journal)
{
    struct valley_seat *v = &s->seat[s->turn];
    assert(s->phase == PHASE_REFILL && v->pool_count < VALLEY_POOL);
    int tile = take_common(s, slot);
    v->pool[v->pool_count++] = (uint8_t)tile;
    journal_tell(journal, VALLEY_TOOK, s->turn, tile);
    valley_enter(setup, s, PHASE_REFILL, journal);
}

static void drop(const struct ochre_setup *setup, struct valley_state *s, int slot, struct ochre_journal *journal)
{
    assert(s->phase == PHASE_DROP);
    int tile = take_common(s, slot);
    s->dropped |= BIT(tile);
    journal_tell(journal, VALLEY_DROPPED, s->turn, tile);
    for (int seat = 0; seat < setup->seats; seat++) /* R17 */
        while (valley_fights_of(s, tile, seat)) {
            valley_fight_home(s, tile, seat);
            journal_tell(journal, VALLEY_RECALLED, seat, tile);
        }
    valley_end_turn(setup, s, journal);
}

static void recall(const struct ochre_setup *setup, struct valley_state *s, int seat, int address,
                   struct ochre_journal *journal)
{
    int tile = valley_tile_at(setup, s, seat, address);
    valley_fight_home(s, tile, seat);
    journal_tell(journal, VALLEY_RECALLED, seat, tile);
}

static void go_on(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    assert(s->phase == PHASE_BONUS || s->phase == PHASE_POST);
    journal_tell(journal, VALLEY_WENT_ON, s->turn, s->phase);
    if (s->phase == PHASE_BONUS) {
        s->bonuses = 0;
        valley_enter(setup, s, PHASE_BONUS, journal);
    } else {
        valley_enter(setup, s, PHASE_REFILL, journal);
    }
}

static void stop(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    assert(s->phase == PHASE_MAIN || s->phase == PHASE_START);
    s->seat[s->turn].is_finished = true;
    journal_tell(journal, VALLEY_STOPPED, s->turn);
    valley_pass_turn(setup, s, journal);
}

static void apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal)
{
    struct valley_state *s = valley(state);
    int number = (int)action;
    bool is_recall = seat != OCHRE_CHANCE && action >= ACT_RECALL && action < ACT_TAKE;
    assert(is_recall || seats_has(pending(setup, state), seat)); /* 5: taking back is an interrupt */
    assert(action < (seat == OCHRE_CHANCE ? setup->chance_actions : setup->actions));
    if (seat == OCHRE_CHANCE)
        valley_draw_outcome(setup, s, number, journal);
    else if (is_recall)
        recall(setup, s, seat, number - ACT_RECALL, journal);
    else if (action == ACT_STOP)
        stop(setup, s, journal);
    else if (action == ACT_DONE)
        go_on(setup, s, journal);
    else if (action >= ACT_HIT)
        valley_hit(setup, s, valley_seat_from(setup, s->turn, number - ACT_HIT), journal);
    else if (action >= ACT_DROP)
        drop(setup, s, number - ACT_DROP, journal);
    else if (action >= ACT_TAKE)
        refill(setup, s, number - ACT_TAKE, journal);
    else if (s->phase == PHASE_BONUS)
        use_bonus(setup, s, action, journal);
    else if (action >= ACT_USE_LAY)
        use_token(setup, s, action, journal);
    else
        lay(setup, s, laying_of(setup, s, number), number, journal);
}

const struct ochre_rules valley_rules = {
    .compile = compile,
    .start = start,
    .pending = pending,
    .legal = legal,
    .weight = weight,
    .is_even = is_even,
    .lot = lot,
    .apply = apply,
    .standing = valley_standing,
    .outcome = valley_outcome,
    .check = valley_check,
};
