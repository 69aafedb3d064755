/* valley_rules.c: turns, from the first tile to the end (4, 7). Knows no words and no pictures. */
#include <assert.h>

#include "games/valley/valley.h"

void valley_start(const struct ochre_setup *setup, struct ochre_state *state)
{
    const struct valley_tables *t = valley_tables(setup);
    struct valley_state *s = valley(state);
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

ochre_seats valley_pending(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    const struct valley_state *s = valley_of(state);
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
    return count;
}

static int legal_hits(const struct ochre_setup *setup, const struct valley_state *s, ochre_action *out)
{
    int tile = s->seat[s->turn].pool[s->laying_slot];
    int count = 0;
    for (int step = 1; step < setup->seats; step++)
        if (fights_of(s, tile, seat_from(setup, s->turn, step)))
            out[count++] = (ochre_action)(ACT_HIT + step);
    return count;
}

static int legal_common(const struct valley_state *s, ochre_action base, ochre_action *out)
{
    for (int slot = 0; slot < s->common_count; slot++)
        out[slot] = base + (ochre_action)slot;
    return s->common_count;
}

int valley_legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    const struct valley_state *s = valley_of(state);
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

/* ---- the end of a turn (4.10 … 4.12) ---- */

static void end_play(struct valley_state *s, struct ochre_journal *journal)
{
    s->phase = PHASE_OVER;
    journal_add(journal, VALLEY_ENDED, 0, NULL);
}

/* 4.12 steps 3 and 4. */
static void pass_turn(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    s->token_used = s->permit = 0;
    int next = s->turn;
    bool is_round_over = false;
    for (int step = 0; step < setup->seats; step++) {
        next = seat_from(setup, next, 1);
        is_round_over = is_round_over || next == s->first;
        if (!s->seat[next].is_finished)
            break;
    }
    if (s->seat[next].is_finished || (s->is_final && is_round_over)) { /* R32, R33 */
        end_play(s, journal);
        return;
    }
    s->is_starting = s->is_starting && !is_round_over;
    s->turn = (uint8_t)next;
    s->phase = s->is_starting ? PHASE_START : PHASE_MAIN;
}

void valley_end_turn(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    if (s->common_count < valley_tables(setup)->common && s->stack_size > 0) {
        s->phase = PHASE_REVEAL;
        return;
    }
    if (s->common_count == 0 && !s->is_final) {
        s->is_final = 1;
        journal_add(journal, VALLEY_FINAL_ROUND, 0, NULL);
    }
    pass_turn(setup, s, journal);
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
    int points = token ? cave_high(t, v, cave) : cave_low(t, v, cave);
    if (token) {
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
        food += food_on(t, v, square);
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
    int points = cave_low(valley_tables(setup), v, cave);
    v->sp = (uint16_t)(v->sp + points);
    journal_tell(journal, VALLEY_SHELTER, s->turn, cave, points);
}

static void take_from_pool(struct valley_seat *v, int slot)
{
    v->pool_count--;
    memmove(v->pool + slot, v->pool + slot + 1, (size_t)(v->pool_count - slot));
    v->pool[v->pool_count] = 0;
}

static uint64_t touched_fields(const struct valley_seat *v)
{
    uint64_t touched = 0;
    for (int scene = 0; scene < VALLEY_SCENES; scene++)
        touched |= v->near[scene];
    return touched;
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
    take_from_pool(v, s->laying_slot);
    if (how == LAYING_NEW && v->tribe > 0)
        journal_tell(journal, VALLEY_LEFT_TRIBE, s->turn, v->tribe);
    if (how == LAYING_NEW || how == LAYING_START)
        valley_abandon(v);
    uint64_t touched = touched_fields(v);
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
    fight_home(s, tile, owner);
    journal_tell(journal, VALLEY_FOUGHT, s->turn, owner, tile, is_paid);
}

/* 4.5: everything whose order cannot matter; true when a choice is left. */
static bool resolve_fights(const struct ochre_setup *setup, struct valley_state *s, int tile,
                           struct ochre_journal *journal)
{
    if (!s->fights_on[tile])
        return false;
    while (fights_of(s, tile, s->turn))
        resolve_fight(s, tile, s->turn, journal);
    int tokens = 0;
    int owners = 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        tokens += fights_of(s, tile, seat);
        owners += fights_of(s, tile, seat) > 0;
    }
    int fp = s->seat[s->turn].fp;
    if (fp > 0 && fp < tokens && owners > 1)
        return true;
    for (int seat = 0; seat < setup->seats; seat++)
        while (fights_of(s, tile, seat))
            resolve_fight(s, tile, seat, journal);
    return false;
}

void valley_lay(const struct ochre_setup *setup, struct valley_state *s, enum valley_laying how, int slot,
                const int at[2], struct ochre_journal *journal)
{
    s->laying = (uint8_t)how;
    s->laying_slot = (uint8_t)slot;
    s->laying_at[0] = (uint8_t)at[0];
    s->laying_at[1] = (uint8_t)at[1];
    if (resolve_fights(setup, s, s->seat[s->turn].pool[slot], journal))
        s->phase = PHASE_FIGHT; /* R19 */
    else
        put_tile(setup, s, journal);
}

static void hit(const struct ochre_setup *setup, struct valley_state *s, int owner, struct ochre_journal *journal)
{
    int tile = s->seat[s->turn].pool[s->laying_slot];
    resolve_fight(s, tile, owner, journal);
    if (!resolve_fights(setup, s, tile, journal))
        put_tile(setup, s, journal);
}

/* ---- moves ---- */

static void lay(const struct ochre_setup *setup, struct valley_state *s, enum valley_laying how, int number,
                struct ochre_journal *journal)
{
    int squares[2];
    int place = number % VALLEY_PLACES;
    edge_squares(&s->seat[s->turn], place / 2, squares);
    int at[2] = {squares[place & 1], squares[!(place & 1)]};
    valley_lay(setup, s, how, number / VALLEY_PLACES, at, journal);
}

/* A Mountain token (4.9): it leaves the hand, takes effect, and is used. */
static void use_token(const struct ochre_setup *setup, struct valley_state *s, ochre_action action,
                      struct ochre_journal *journal)
{
    struct valley_seat *v = &s->seat[s->turn];
    int scene = effect_scene(action);
    s->token_used = 1;
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
        enter_refill(setup, s, journal);
}

static void use_bonus(const struct ochre_setup *setup, struct valley_state *s, ochre_action action,
                      struct ochre_journal *journal)
{
    int scene = effect_scene(action);
    if (scene == SCENE_FEAST) {
        lay(setup, s, LAYING_BONUS, (int)action, journal);
        return;
    }
    valley_do_effect(setup, s, action, false, journal);
    s->bonuses &= (uint8_t)~SCENE_BIT(scene);
    enter_bonus(setup, s, journal);
}

static int take_common(struct valley_state *s, int slot)
{
    int tile = s->common[slot];
    s->common_count--;
    memmove(s->common + slot, s->common + slot + 1, (size_t)(s->common_count - slot));
    s->common[s->common_count] = 0;
    return tile;
}

static void refill(const struct ochre_setup *setup, struct valley_state *s, int slot, struct ochre_journal *journal)
{
    struct valley_seat *v = &s->seat[s->turn];
    int tile = take_common(s, slot);
    v->pool[v->pool_count++] = (uint8_t)tile;
    journal_tell(journal, VALLEY_TOOK, s->turn, tile);
    enter_refill(setup, s, journal);
}

static void drop(const struct ochre_setup *setup, struct valley_state *s, int slot, struct ochre_journal *journal)
{
    int tile = take_common(s, slot);
    s->dropped |= BIT(tile);
    journal_tell(journal, VALLEY_DROPPED, s->turn, tile);
    for (int seat = 0; seat < setup->seats; seat++) /* R17 */
        while (fights_of(s, tile, seat)) {
            fight_home(s, tile, seat);
            journal_tell(journal, VALLEY_RECALLED, seat, tile);
        }
    valley_end_turn(setup, s, journal);
}

static void recall(const struct ochre_setup *setup, struct valley_state *s, int seat, int address,
                   struct ochre_journal *journal)
{
    int tile = tile_at(setup, s, seat, address);
    fight_home(s, tile, seat);
    journal_tell(journal, VALLEY_RECALLED, seat, tile);
}

static void go_on(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    journal_tell(journal, VALLEY_WENT_ON, s->turn, s->phase);
    if (s->phase == PHASE_BONUS) {
        s->bonuses = 0;
        enter_bonus(setup, s, journal);
    } else {
        enter_refill(setup, s, journal);
    }
}

static void stop(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal)
{
    s->seat[s->turn].is_finished = 1;
    journal_tell(journal, VALLEY_STOPPED, s->turn);
    pass_turn(setup, s, journal);
}

void valley_apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal)
{
    struct valley_state *s = valley(state);
    int number = (int)action;
    if (seat == OCHRE_CHANCE)
        valley_draw_outcome(setup, s, number, journal);
    else if (action >= ACT_RECALL && action < ACT_TAKE)
        recall(setup, s, seat, number - ACT_RECALL, journal);
    else if (action == ACT_STOP)
        stop(setup, s, journal);
    else if (action == ACT_DONE)
        go_on(setup, s, journal);
    else if (action >= ACT_HIT)
        hit(setup, s, seat_from(setup, s->turn, number - ACT_HIT), journal);
    else if (action >= ACT_DROP)
        drop(setup, s, number - ACT_DROP, journal);
    else if (action >= ACT_TAKE)
        refill(setup, s, number - ACT_TAKE, journal);
    else if (s->phase == PHASE_BONUS)
        use_bonus(setup, s, action, journal);
    else if (action >= ACT_USE_LAY)
        use_token(setup, s, action, journal);
    else if (valley_is_new(setup, s))
        lay(setup, s, LAYING_NEW, number, journal);
    else
        lay(setup, s, s->phase == PHASE_START ? LAYING_START : LAYING_MAIN, number, journal);
}

void valley_enter(const struct ochre_setup *setup, struct valley_state *s, enum valley_phase phase,
                  struct ochre_journal *journal)
{
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

/* 7: the lower of food and shelter counts. */
void valley_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    *out = (struct ochre_outcome){.part_name = {N_("food"), N_("shelter"), N_("without the stronger")}};
    for (int seat = 0; seat < setup->seats; seat++) {
        const struct valley_seat *v = &valley_of(state)->seat[seat];
        out->score[seat] = v->fp < v->sp ? v->fp : v->sp;
        out->part[seat][0] = v->fp;
        out->part[seat][1] = v->sp;
        out->part[seat][2] = v->fp > v->sp ? -v->fp : -v->sp; /* parts add up to the score */
    }
}

/* 7: ties share. */
void valley_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    const struct valley_state *s = valley_of(state);
    assert(s->phase == PHASE_OVER);
    valley_standing(setup, state, out);
    bool is_all_finished = true;
    for (int seat = 0; seat < setup->seats; seat++)
        is_all_finished = is_all_finished && s->seat[seat].is_finished;
    out->reason =
        is_all_finished ? N_("nobody can lay a tile any more") : N_("all tiles are drawn and the round is complete");
    int winners = 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        out->rank[seat] = 1;
        for (int other = 0; other < setup->seats; other++)
            out->rank[seat] += out->score[other] > out->score[seat];
        if (out->rank[seat] == 1) {
            out->winners |= SEAT_BIT(seat);
            winners++;
        }
    }
    for (int seat = 0; seat < setup->seats; seat++)
        out->payoff[seat] = out->rank[seat] == 1 ? 1.0F / (float)winners : 0.0F;
}
