/* valley_deal.c: the moves of chance (2, 6.1): set-up in its order, and the tiles revealed later. */
#include <assert.h>

#include "games/valley/valley.h"

struct valley_deal valley_next_deal(const struct ochre_setup *setup, const struct valley_state *s)
{
    int n = setup->seats;
    int at = s->dealt - 1;
    if (at < 0)
        return (struct valley_deal){.kind = DEAL_FIRST};
    int common = valley_tables(setup)->common;
    if (at < common)
        return (struct valley_deal){.kind = DEAL_COMMON};
    at -= common;
    if (at < 2 * n)
        return (struct valley_deal){.kind = at < n ? DEAL_LEFT : DEAL_RIGHT, .seat = at % n};
    at -= 2 * n;
    if (at < VALLEY_SPOTS * n)
        return (struct valley_deal){.kind = DEAL_TOKEN, .seat = at / VALLEY_SPOTS, .spot = at % VALLEY_SPOTS};
    at -= VALLEY_SPOTS * n;
    if (at < VALLEY_POOL * n)
        return (struct valley_deal){.kind = DEAL_POOL, .seat = valley_seat_from(setup, s->first, at / VALLEY_POOL)};
    return (struct valley_deal){.kind = DEAL_DONE};
}

/* Has set-up made all its moves? */
static bool is_dealt(const struct ochre_setup *setup, const struct valley_state *s)
{
    int each = 2 + VALLEY_SPOTS + VALLEY_POOL; /* faces, tokens, tiles of a seat */
    return s->dealt == 1 + valley_tables(setup)->common + each * setup->seats;
}

static int unseen_tiles(const struct valley_state *s, ochre_action *out)
{
    int count = 0;
    for (uint64_t set = s->unseen; set; set &= set - 1)
        out[count++] = DRAW_TILE + (ochre_action)__builtin_ctzll(set);
    return count;
}

int valley_faces_of(const struct ochre_setup *setup, const struct valley_half *half)
{
    return setup->option[VALLEY_SIDES].number == SIDES_A ? 1 : half->faces;
}

static int free_halves(const struct ochre_setup *setup, const struct valley_state *s, bool is_right, ochre_action *out)
{
    const struct valley_tables *t = valley_tables(setup);
    uint32_t dealt = 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        uint8_t face = is_right ? s->seat[seat].right : s->seat[seat].left;
        dealt |= face == VALLEY_NONE ? 0 : 1u << (face >> 1);
    }
    int count = 0;
    for (int half = 0; half < t->halves; half++)
        if (t->half[half].is_right == is_right && !((dealt >> half) & 1))
            for (int face = 0; face < valley_faces_of(setup, &t->half[half]); face++)
                out[count++] = (ochre_action)(DRAW_FACE + 2 * half + face);
    return count;
}

int valley_outcomes(const struct ochre_setup *setup, const struct valley_state *s, ochre_action *out)
{
    assert(s->phase == PHASE_DEAL || s->phase == PHASE_REVEAL);
    if (s->phase == PHASE_REVEAL)
        return unseen_tiles(s, out);
    struct valley_deal step = valley_next_deal(setup, s);
    int count = 0;
    switch (step.kind) {
    case DEAL_FIRST:
        for (int seat = 0; seat < setup->seats; seat++)
            out[count++] = (ochre_action)(DRAW_FIRST + seat);
        return count;
    case DEAL_LEFT:
    case DEAL_RIGHT: return free_halves(setup, s, step.kind == DEAL_RIGHT, out);
    case DEAL_TOKEN: {
        unsigned placed = 0;
        for (int spot = 0; spot < step.spot; spot++)
            placed |= 1u << (s->seat[step.seat].token[spot] - 1);
        for (int scene = 0; scene < VALLEY_SCENES; scene++)
            if (!((placed >> scene) & 1))
                out[count++] = (ochre_action)(DRAW_TOKEN + scene);
        return count;
    }
    default: return unseen_tiles(s, out);
    }
}

static void deal_face(const struct ochre_setup *setup, struct valley_state *s, struct valley_deal step, int face)
{
    struct valley_seat *v = &s->seat[step.seat];
    if (step.kind == DEAL_LEFT) {
        v->left = (uint8_t)face;
        return;
    }
    v->right = (uint8_t)face;
    valley_set_faces(valley_tables(setup), v);
}

/* One move of set-up; the last one opens the start round. */
static void deal(const struct ochre_setup *setup, struct valley_state *s, int outcome, struct ochre_journal *journal)
{
    struct valley_deal step = valley_next_deal(setup, s);
    int tile = outcome - DRAW_TILE;
    switch (step.kind) {
    case DEAL_FIRST:
        s->first = (uint8_t)(outcome - DRAW_FIRST);
        journal_tell(journal, VALLEY_WAS_FIRST, s->first);
        break;
    case DEAL_COMMON:
        s->unseen &= ~BIT(tile);
        s->common[s->common_count++] = (uint8_t)tile;
        journal_tell(journal, VALLEY_REVEALED, tile);
        break;
    case DEAL_LEFT:
    case DEAL_RIGHT:
        deal_face(setup, s, step, outcome - DRAW_FACE);
        journal_tell(journal, VALLEY_BOARD, step.seat, outcome - DRAW_FACE);
        break;
    case DEAL_TOKEN:
        s->seat[step.seat].token[step.spot] = (uint8_t)(outcome - DRAW_TOKEN + 1);
        journal_tell(journal, VALLEY_TOKEN, step.seat, step.spot, outcome - DRAW_TOKEN);
        break;
    default: {
        struct valley_seat *v = &s->seat[step.seat];
        assert(v->pool_count < VALLEY_POOL && bits_has(s->unseen, tile));
        s->unseen &= ~BIT(tile);
        v->pool[v->pool_count++] = (uint8_t)tile;
        journal_tell(journal, VALLEY_DREW, step.seat, tile);
        break;
    }
    }
    s->dealt++;
    assert(is_dealt(setup, s) == (valley_next_deal(setup, s).kind == DEAL_DONE));
    if (!is_dealt(setup, s))
        return;
    s->dealt = 0;
    s->phase = PHASE_START;
    s->is_starting = true;
    s->turn = s->first;
}

void valley_draw_outcome(const struct ochre_setup *setup, struct valley_state *s, int outcome,
                         struct ochre_journal *journal)
{
    assert(outcome >= 0 && outcome < VALLEY_OUTCOMES);
    if (s->phase == PHASE_DEAL) {
        deal(setup, s, outcome, journal);
        return;
    }
    int tile = outcome - DRAW_TILE;
    assert(s->phase == PHASE_REVEAL && s->stack_size > 0 && bits_has(s->unseen, tile));
    s->unseen &= ~BIT(tile);
    s->common[s->common_count++] = (uint8_t)tile;
    s->stack_size--;
    journal_tell(journal, VALLEY_REVEALED, tile);
    valley_end_turn(setup, s, journal);
}
