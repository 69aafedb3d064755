/* valley_check.c: what a sane state is: the properties of section 9.5 that one position can show. */
#include "games/valley/valley.h"

/* Adds one tile to a set; false when it is there already or unknown. */
static bool add_tile(const struct valley_tables *t, uint64_t *set, int tile)
{
    bool is_new = tile < t->tiles && !(*set & BIT(tile));
    *set |= is_new ? BIT(tile) : 0;
    return is_new;
}

/* 9.5.1: every tile is in one place. */
static const char *check_tiles(const struct ochre_setup *setup, const struct valley_state *s)
{
    const struct valley_tables *t = valley_tables(setup);
    uint64_t found = s->unseen;
    bool is_sane = !(found & s->dropped);
    found |= s->dropped;
    is_sane = is_sane && !(found & s->absent);
    found |= s->absent;
    for (int slot = 0; slot < s->common_count; slot++)
        is_sane = is_sane && add_tile(t, &found, s->common[slot]);
    for (int seat = 0; seat < setup->seats; seat++) {
        const struct valley_seat *v = &s->seat[seat];
        for (int slot = 0; slot < v->pool_count; slot++)
            is_sane = is_sane && add_tile(t, &found, v->pool[slot]);
        for (int square = 0; square < VALLEY_SQUARES; square++)
            if (v->square[square] && !(v->square[square] & SECOND_HALF))
                is_sane = is_sane && add_tile(t, &found, v->square[square] - 1);
    }
    if (!is_sane)
        return "9.5.1: a tile is in two places";
    if (found != BIT(t->tiles) - 1)
        return "9.5.1: a tile is nowhere";
    if (s->stack_size > bits_count(s->unseen))
        return "9.5.1: the stack is larger than what is unseen";
    return NULL;
}

/* 9.5.2, 9.5.3: tokens add up. */
static const char *check_supplies(const struct ochre_setup *setup, const struct valley_state *s)
{
    const struct valley_tables *t = valley_tables(setup);
    int steaks = s->steak_supply;
    int bears = s->bear_supply;
    for (int seat = 0; seat < setup->seats; seat++) {
        int fights = s->seat[seat].fights;
        for (int tile = 0; tile < t->tiles; tile++)
            fights += valley_fights_of(s, tile, seat);
        if (fights != t->fights)
            return "9.5.2: Fight tokens do not add up";
        steaks += s->seat[seat].steaks;
        bears += bits_count(s->seat[seat].bears);
    }
    for (int tile = 0; tile < t->tiles; tile++)
        if (s->fights_on[tile] && valley_address_of(setup, s, 0, tile) < 0)
            return "9.5.2: a Fight token lies on a tile that is in no pool";
    if (steaks != t->steaks)
        return "9.5.3: steaks do not add up";
    return bears == t->bears ? NULL : "9.5.3: bears do not add up";
}

/* 9.5.4: every Mountain token of a seat is in one place. */
static const char *check_tokens(const struct valley_state *s, int seat)
{
    const struct valley_seat *v = &s->seat[seat];
    const uint8_t sets[] = {v->held, v->used, v->gone, v->lacking,
                            (uint8_t)(seat == s->turn && s->cave_token ? SCENE_BIT(s->cave_token - 1) : 0)};
    unsigned found = 0;
    for (int i = 0; i < VALLEY_SPOTS + 5; i++) {
        unsigned more = i < VALLEY_SPOTS ? (v->token[i] ? 1u << (v->token[i] - 1) : 0) : sets[i - VALLEY_SPOTS];
        if (found & more)
            return "9.5.4: a Mountain token is in two places";
        found |= more;
    }
    return s->phase == PHASE_DEAL || found == 0xFF ? NULL : "9.5.4: a Mountain token is nowhere";
}

/* 9.5.6 … 9.5.8: what lies on a board. */
static const char *check_board(const struct ochre_setup *setup, const struct valley_state *s, int seat)
{
    const struct valley_tables *t = valley_tables(setup);
    const struct valley_seat *v = &s->seat[seat];
    uint64_t covered = 0;
    uint64_t near[VALLEY_SCENES] = {0};
    bool is_strict = setup->option[VALLEY_ABANDONED].number == ABANDONED_FORBIDDEN;
    for (int square = 0; square < VALLEY_SQUARES; square++) {
        if (!v->square[square])
            continue;
        covered |= BIT(square);
        int tile = (v->square[square] & 0x7F) - 1;
        int scene = valley_scene_on(t, v, square);
        bool is_active = v->active & BIT(square);
        if (is_active != (s->tribe_of[tile] == v->tribe))
            return "a tile is not of the tribe it is said to be";
        if (is_active)
            near[scene] |= valley_around(BIT(square));
        if (scene == SCENE_PICKING && v->plain & BIT(square) && !(s->permitted & BIT(tile)))
            return "9.5.7: Picking lies on a plain without permission";
        uint64_t around = square < VALLEY_FIELDS ? valley_around(BIT(square)) & v->covered : 0;
        for (; around; around &= around - 1) {
            int other = __builtin_ctzll(around);
            int other_tile = (v->square[other] & 0x7F) - 1;
            if (other_tile == tile)
                continue;
            if (s->tribe_of[other_tile] != s->tribe_of[tile] ? is_strict : valley_scene_on(t, v, other) != scene)
                return "9.5.6: tiles touch that must not";
        }
    }
    if (covered != v->covered)
        return "9.5.8: the covered squares are not those under tiles";
    if (covered & v->bears)
        return "9.5.8: a bear sits on a tile";
    return memcmp(near, v->near, sizeof near) == 0 ? NULL : "the fields next to the tribe are not kept";
}

const char *valley_check(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct valley_state *s = valley_of(state);
    if (s->phase >= PHASE_COUNT || s->turn >= setup->seats || s->first >= setup->seats)
        return "unknown phase or seat";
    if (s->common_count > valley_tables(setup)->common)
        return "3.1: the Common Pool is too large";
    for (int seat = 0; seat < setup->seats; seat++)
        if (s->seat[seat].pool_count > VALLEY_POOL)
            return "3.2: a Personal Pool is too large";
    const char *wrong = check_tiles(setup, s);
    if (!wrong)
        wrong = check_supplies(setup, s);
    for (int seat = 0; !wrong && seat < setup->seats; seat++) {
        wrong = check_tokens(s, seat);
        if (!wrong)
            wrong = check_board(setup, s, seat);
    }
    return wrong;
}
