/* valley_turn.c: the course of a turn: a tile is laid, what follows by itself, and the end of the turn (4, 7). */
#include <assert.h>

#include "games/valley/valley.h"

/* ---- the end of a turn (4.10 … 4.12) ---- */

static void end_play(struct valley_state *s, struct ochre_journal *journal)
{
    s->phase = PHASE_OVER;
    journal_add(journal, VALLEY_ENDED, 0, NULL);
}

void valley_pass_turn(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    assert(!s->laying && s->turn < setup->seats);
    s->token_used = s->permit = false;
    int next = s->turn;
    bool is_round_over = false;
    for (int step = 0; step < setup->seats; step++) {
        next = valley_seat_from(setup, next, 1);
        is_round_over = is_round_over || next == s->first;
        if (!s->seat[next].is_finished)
            break;
    }
    if (s->seat[next].is_finished || (s->is_final && is_round_over)) {
        end_play(s, journal);
        return;
    }
    s->is_starting = s->is_starting && !is_round_over;
    s->turn = (uint8_t)next;
    s->phase = s->is_starting ? PHASE_START : PHASE_MAIN;
}

void valley_end_turn(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    assert(s->common_count <= valley_tables(setup)->common && s->stack_size <= bits_count(s->unseen));
    if (s->common_count < valley_tables(setup)->common && s->stack_size > 0) {
        s->phase = PHASE_REVEAL;
        return;
    }
    if (s->common_count == 0 && !s->is_final) {
        s->is_final = true;
        journal_add(journal, VALLEY_FINAL_ROUND, 0, NULL);
    }
    valley_pass_turn(setup, s, journal);
}

static void end_refill(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    /* R15, R16: two seats drop a tile, in the start round only by the option. */
    bool is_drop = setup->seats == 2 && s->common_count > 0 &&
                   (!s->is_starting || setup->option[VALLEY_START_DROP].number == START_DROP_YES);
    if (is_drop)
        s->phase = PHASE_DROP;
    else
        valley_end_turn(setup, s, journal);
}

static void enter_refill(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    if (s->seat[s->turn].pool_count < VALLEY_POOL && s->common_count > 0) /* R31 */
        s->phase = PHASE_REFILL;
    else
        end_refill(setup, s, journal);
}

static void enter_post(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    s->phase = PHASE_POST;
    uint8_t held = s->seat[s->turn].held;
    if (s->token_used || !held || !valley_has_effect(setup, s, held, true))
        enter_refill(setup, s, journal);
}

/* ---- laying a tile ---- */

/* The cave's token goes to the seat, and its shelter points (R08, R14). */
static void claim_cave(const struct ochre_setup *setup, struct valley_state *s, int cave, int token,
                       struct ochre_journal *journal)
{
    struct valley_seat *v = &s->seat[s->turn];
    const struct valley_tables *t = valley_tables(setup);
    int points = token ? valley_cave_high(t, v, cave) : valley_cave_low(t, v, cave);
    if (token) {
        assert(!bits_has(v->held | v->used | v->gone, token - 1)); /* a token is in one place */
        v->held |= SCENE_BIT(token - 1);
        journal_tell(journal, VALLEY_CLAIMED, s->turn, token - 1);
    }
    v->sp = (uint16_t)(v->sp + points);
    journal_tell(journal, VALLEY_SHELTER, s->turn, cave, points);
}

/* Goes on when the bonuses are resolved, or nothing of them can be (4.6). */
static void enter_bonus(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    s->phase = PHASE_BONUS;
    if (s->bonuses && valley_has_effect(setup, s, s->bonuses, false))
        return;
    s->bonuses = 0;
    if (s->cave) { /* 4.4 step 5 */
        claim_cave(setup, s, s->cave - 1, s->cave_token, journal);
        s->cave = s->cave_token = 0;
    }
    enter_post(setup, s, journal);
}

/* Food and bonuses of the main tile: the scenes that touched the tribe before it lay (R25, R26). */
static void reward(const struct ochre_setup *setup, struct valley_state *s, int tile, uint64_t touched,
                   struct ochre_journal *journal)
{
    const struct valley_tables *t = valley_tables(setup);
    struct valley_seat *v = &s->seat[s->turn];
    int food = 0;
    for (int half = 0; half < 2; half++) {
        int square = s->laying_at[half];
        if (!((touched >> square) & 1))
            continue;
        food += valley_food_on(t, v, square);
        s->bonuses |= SCENE_BIT(t->tile[tile].scene[half]);
    }
    v->fp = (uint16_t)(v->fp + food);
    journal_tell(journal, VALLEY_FOOD, s->turn, food);
}

/* The first tile of a tribe that did not match: the token is lost, the low value counts (4.3, 4.4, R13). */
static void settle_new(const struct ochre_setup *setup, struct valley_state *s, int cave, int token,
                       struct ochre_journal *journal)
{
    struct valley_seat *v = &s->seat[s->turn];
    if (token) {
        v->gone |= SCENE_BIT(token - 1);
        journal_tell(journal, VALLEY_LOST_TOKEN, s->turn, token - 1);
    }
    int points = valley_cave_low(valley_tables(setup), v, cave);
    v->sp = (uint16_t)(v->sp + points);
    journal_tell(journal, VALLEY_SHELTER, s->turn, cave, points);
}

static void take_from_pool(struct valley_seat *v, int slot)
{
    assert(slot >= 0 && slot < v->pool_count);
    v->pool_count--;
    memmove(v->pool + slot, v->pool + slot + 1, (size_t)(v->pool_count - slot));
    v->pool[v->pool_count] = 0;
}

/* Where play goes on after the tile lies. */
static void after_laying(const struct ochre_setup *setup, struct valley_state *s, enum valley_laying how, int cave,
                         int token, struct ochre_journal *journal)
{
    if (how == LAYING_NEW)
        settle_new(setup, s, cave, token, journal);
    else if (how != LAYING_MAIN && cave >= 0)
        claim_cave(setup, s, cave, token, journal);
    switch (how) {
    case LAYING_MAIN: enter_bonus(setup, s, journal); break;
    case LAYING_BONUS:
        s->bonuses &= (uint8_t)~SCENE_BIT(SCENE_FEAST);
        enter_bonus(setup, s, journal);
        break;
    case LAYING_BEFORE: s->phase = PHASE_MAIN; break;
    case LAYING_AFTER: enter_refill(setup, s, journal); break;
    default:
        if (s->is_starting)
            enter_refill(setup, s, journal); /* 4.3: no token may be used */
        else
            enter_post(setup, s, journal); /* R06 */
        break;
    }
}

/* The tile leaves the pool and covers its squares. */
static void put_tile(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    struct valley_seat *v = &s->seat[s->turn];
    enum valley_laying how = s->laying;
    int at[2] = {s->laying_at[0], s->laying_at[1]};
    int tile = v->pool[s->laying_slot];
    assert(how != LAYING_NONE && !s->fights_on[tile]); /* R17: they have gone off */
    take_from_pool(v, s->laying_slot);
    if (how == LAYING_NEW && v->tribe > 0)
        journal_tell(journal, VALLEY_LEFT_TRIBE, s->turn, v->tribe);
    if (how == LAYING_NEW || how == LAYING_START)
        valley_abandon(v);
    uint64_t touched = valley_touched(v);
    valley_cover(valley_tables(setup), s, s->turn, tile, at);
    if (s->permit)
        s->permitted |= BIT(tile);
    journal_tell(journal, VALLEY_LAID, s->turn, tile, at[0], at[1], (int)how);
    int cave = at[0] >= VALLEY_FIELDS ? at[0] - VALLEY_FIELDS : at[1] >= VALLEY_FIELDS ? at[1] - VALLEY_FIELDS : -1;
    int token = 0;
    if (cave >= 0) {
        token = v->token[cave];
        v->token[cave] = 0;
    }
    if (how == LAYING_MAIN) {
        s->cave = (uint8_t)(cave + 1);
        s->cave_token = (uint8_t)token;
        reward(setup, s, tile, touched, journal);
    }
    s->laying = s->laying_slot = s->laying_at[0] = s->laying_at[1] = 0;
    after_laying(setup, s, how, cave, token, journal);
}

/* One Fight token of `owner`: a food point if there is one, then home (R17). */
static void resolve_fight(struct valley_state *s, int tile, int owner, struct ochre_journal *journal)
{
    struct valley_seat *v = &s->seat[s->turn];
    bool is_paid = v->fp > 0 && owner != s->turn; /* R18 */
    if (is_paid) {
        v->fp--;
        s->seat[owner].fp++;
    }
    valley_fight_home(s, tile, owner);
    journal_tell(journal, VALLEY_FOUGHT, s->turn, owner, tile, is_paid);
}

/* 4.5: everything whose order cannot matter; true when a choice is left. */
static bool resolve_fights(const struct ochre_setup *setup, struct valley_state *s, int tile,
                           struct ochre_journal *journal)
{
    if (!s->fights_on[tile])
        return false;
    while (valley_fights_of(s, tile, s->turn))
        resolve_fight(s, tile, s->turn, journal);
    int tokens = 0;
    int owners = 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        tokens += valley_fights_of(s, tile, seat);
        owners += valley_fights_of(s, tile, seat) > 0;
    }
    int fp = s->seat[s->turn].fp;
    if (fp > 0 && fp < tokens && owners > 1)
        return true;
    for (int seat = 0; seat < setup->seats; seat++)
        while (valley_fights_of(s, tile, seat))
            resolve_fight(s, tile, seat, journal);
    return false;
}

void valley_lay(const struct ochre_setup *setup, struct valley_state *s, enum valley_laying how, int slot,
                const int at[2], struct ochre_journal *journal)
{
    assert(how != LAYING_NONE && slot >= 0 && slot < s->seat[s->turn].pool_count);
    assert(valley_edge_between(&s->seat[s->turn], at[0], at[1]) >= 0);
    s->laying = (uint8_t)how;
    s->laying_slot = (uint8_t)slot;
    s->laying_at[0] = (uint8_t)at[0];
    s->laying_at[1] = (uint8_t)at[1];
    if (resolve_fights(setup, s, s->seat[s->turn].pool[slot], journal))
        s->phase = PHASE_FIGHT; /* R19 */
    else
        put_tile(setup, s, journal);
}

void valley_hit(const struct ochre_setup *setup, struct valley_state *s, int owner, struct ochre_journal *journal)
{
    assert(s->phase == PHASE_FIGHT && s->laying != LAYING_NONE && owner != s->turn);
    int tile = s->seat[s->turn].pool[s->laying_slot];
    resolve_fight(s, tile, owner, journal);
    if (!resolve_fights(setup, s, tile, journal))
        put_tile(setup, s, journal);
}

void valley_enter(const struct ochre_setup *setup, struct valley_state *s, enum valley_phase phase,
                  struct ochre_journal *journal)
{
    assert(phase < PHASE_COUNT && phase != PHASE_FIGHT); /* that one begins with valley_lay */
    s->phase = (uint8_t)phase;
    if (phase == PHASE_BONUS)
        enter_bonus(setup, s, journal);
    else if (phase == PHASE_POST)
        enter_post(setup, s, journal);
    else if (phase == PHASE_REFILL)
        enter_refill(setup, s, journal);
    else if (phase == PHASE_DROP)
        end_refill(setup, s, journal);
    else if (phase == PHASE_REVEAL)
        valley_end_turn(setup, s, journal);
}
