/* valley_place.c: where tiles may lie (1.4, 4.2), as masks. Knows nothing of turns. */
#include <assert.h>

#include "games/valley/valley.h"

enum { EDGE_VERTICAL = 35, EDGE_CAVE = 67 };

void valley_edge_squares(const struct valley_seat *v, int edge, int squares[2])
{
    assert(edge >= 0 && edge < VALLEY_EDGES);
    if (edge < EDGE_VERTICAL) {
        squares[0] = edge / 7 * 8 + edge % 7;
        squares[1] = squares[0] + 1;
    } else if (edge < EDGE_CAVE) {
        squares[0] = edge - EDGE_VERTICAL;
        squares[1] = squares[0] + 8;
    } else {
        squares[0] = VALLEY_FIELDS + edge - EDGE_CAVE;
        squares[1] = v->gate[edge - EDGE_CAVE];
    }
}

int valley_edge_between(const struct valley_seat *v, int first, int second)
{
    assert(first >= 0 && first < VALLEY_SQUARES && second >= 0 && second < VALLEY_SQUARES);
    if (first >= VALLEY_FIELDS || second >= VALLEY_FIELDS) {
        bool is_second = first < second;
        int cave = (is_second ? second : first) - VALLEY_FIELDS;
        int field = is_second ? first : second;
        return field < VALLEY_FIELDS && v->gate[cave] == field ? 2 * (EDGE_CAVE + cave) + is_second : -1;
    }
    bool is_second = second < first;
    int low = is_second ? second : first;
    int high = is_second ? first : second;
    if (high - low == 1 && low % 8 != 7)
        return 2 * (low / 8 * 7 + low % 8) + is_second;
    return high - low == 8 ? 2 * (EDGE_VERTICAL + low) + is_second : -1;
}

/* 4.2 as masks: a scene may lie where every contact with the active tribe shows it, on a free field that touches no
 * abandoned tribe (R11), and Picking not on a plain (R27). */
void valley_find_fit(const struct ochre_setup *setup, const struct valley_state *s, const struct valley_seat *v,
                     struct valley_fit *fit)
{
    uint64_t free = FIELDS & ~(v->covered | v->bears);
    if (setup->option[VALLEY_ABANDONED].number == ABANDONED_FORBIDDEN)
        free &= ~valley_around(v->covered & ~v->active);
    uint64_t touched = 0;
    uint64_t twice = 0;
    for (int scene = 0; scene < VALLEY_SCENES; scene++) {
        twice |= touched & v->near[scene];
        touched |= v->near[scene];
    }
    free &= ~twice;
    for (int scene = 0; scene < VALLEY_SCENES; scene++)
        fit->scene[scene] = free & (v->near[scene] | ~touched);
    if (!s->permit)
        fit->scene[SCENE_PICKING] &= ~v->plain;
    fit->touched = touched;
}

int valley_open_caves(const struct valley_seat *v, uint64_t gates, int caves[VALLEY_CAVES])
{
    uint64_t free = ~(v->covered | v->bears) >> VALLEY_FIELDS;
    int count = 0;
    for (int cave = 0; cave < VALLEY_CAVES; cave++) { /* written, then kept or not: nothing to guess */
        caves[count] = cave;
        count += (int)((gates >> v->gate[cave]) & (free >> cave) & 1);
    }
    return count;
}

/* May this scene lie on the cave, as far as its token is concerned? */
static bool token_allows(const struct valley_seat *v, int cave, int scene)
{
    return v->token[cave] == 0 || v->token[cave] == scene + 1;
}

/* The connected placements of one tile as masks of the left or upper square: [0] first code there, [1] second. */
struct tile_masks {
    uint64_t across[2], down[2];
    uint64_t hot[2]; /* fields where each code lies connected: for the gates */
};

static struct tile_masks masks_of(const struct valley_fit *fit, const struct valley_tile *tile)
{
    uint64_t a = fit->scene[tile->scene[0]];
    uint64_t b = fit->scene[tile->scene[1]];
    uint64_t hot_a = a & fit->touched;
    uint64_t hot_b = b & fit->touched;
    return (struct tile_masks){
        .across = {((a & (hot_b >> 1)) | (hot_a & (b >> 1))) & ~COLUMN_H,
                   ((b & (hot_a >> 1)) | (hot_b & (a >> 1))) & ~COLUMN_H},
        .down = {(a & (hot_b >> 8)) | (hot_a & (b >> 8)), (b & (hot_a >> 8)) | (hot_b & (a >> 8))},
        .hot = {hot_a, hot_b},
    };
}

int valley_connected(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action base,
                     ochre_action *out)
{
    const struct valley_tables *t = valley_tables(setup);
    const struct valley_seat *v = &s->seat[seat];
    struct valley_fit fit;
    valley_find_fit(setup, s, v, &fit);
    int caves[VALLEY_CAVES];
    int caves_count = valley_open_caves(v, fit.touched & ~(v->covered | v->bears), caves);
    int count = 0;
    for (int slot = 0; slot < v->pool_count; slot++) {
        const struct valley_tile *tile = &t->tile[v->pool[slot]];
        struct tile_masks m = masks_of(&fit, tile);
        if (!(m.hot[0] | m.hot[1]))
            continue;
        ochre_action first = base + (ochre_action)(slot * VALLEY_PLACES);
        for (uint64_t left = m.across[0] | m.across[1]; left; left &= left - 1) {
            int square = __builtin_ctzll(left);
            ochre_action place = first + 2u * (uint32_t)(square - square / 8);
            out[count] = place;
            count += (int)((m.across[0] >> square) & 1);
            out[count] = place + 1;
            count += (int)((m.across[1] >> square) & 1);
        }
        for (uint64_t upper = m.down[0] | m.down[1]; upper; upper &= upper - 1) {
            int square = __builtin_ctzll(upper);
            ochre_action place = first + 2u * (uint32_t)(EDGE_VERTICAL + square);
            out[count] = place;
            count += (int)((m.down[0] >> square) & 1);
            out[count] = place + 1;
            count += (int)((m.down[1] >> square) & 1);
        }
        for (int i = 0; i < caves_count; i++) {
            int gate = v->gate[caves[i]];
            ochre_action place = first + 2u * (uint32_t)(EDGE_CAVE + caves[i]);
            if ((m.hot[1] >> gate) & token_allows(v, caves[i], tile->scene[0]))
                out[count++] = place;
            if ((m.hot[0] >> gate) & token_allows(v, caves[i], tile->scene[1]))
                out[count++] = place + 1;
        }
    }
    assert(count <= VALLEY_POOL * VALLEY_PLACES);
    return count;
}

bool valley_has_connected(const struct ochre_setup *setup, const struct valley_state *s, int seat)
{
    const struct valley_tables *t = valley_tables(setup);
    const struct valley_seat *v = &s->seat[seat];
    struct valley_fit fit;
    valley_find_fit(setup, s, v, &fit);
    int caves[VALLEY_CAVES];
    int caves_count = valley_open_caves(v, fit.touched & ~(v->covered | v->bears), caves);
    for (int slot = 0; slot < v->pool_count; slot++) {
        const struct valley_tile *tile = &t->tile[v->pool[slot]];
        struct tile_masks m = masks_of(&fit, tile);
        if (m.across[0] | m.across[1] | m.down[0] | m.down[1])
            return true;
        for (int i = 0; i < caves_count; i++)
            for (int code = 0; code < 2; code++)
                if ((m.hot[!code] >> v->gate[caves[i]]) & token_allows(v, caves[i], tile->scene[code]))
                    return true;
    }
    return false;
}

/* May this scene lie on the gate, as far as Picking is concerned? */
static bool ground_allows(const struct valley_state *s, const struct valley_seat *v, int gate, int scene)
{
    return scene != SCENE_PICKING || s->permit || !((v->plain >> gate) & 1);
}

/* Placements on a cave and its gate, either way round; with `is_start` the token must match (4.2, R12, R27). */
static int cave_placements(const struct ochre_setup *setup, const struct valley_state *s, int seat, bool is_start,
                           uint64_t gates, ochre_action *out)
{
    const struct valley_tables *t = valley_tables(setup);
    const struct valley_seat *v = &s->seat[seat];
    int caves[VALLEY_CAVES];
    int caves_count = valley_open_caves(v, gates, caves);
    int count = 0;
    for (int slot = 0; slot < v->pool_count; slot++) {
        const struct valley_tile *tile = &t->tile[v->pool[slot]];
        for (int i = 0; i < caves_count; i++)
            for (int code = 0; code < 2; code++) {
                if (is_start && v->token[caves[i]] != tile->scene[code] + 1)
                    continue;
                if (ground_allows(s, v, v->gate[caves[i]], tile->scene[!code]))
                    out[count++] = (ochre_action)(slot * VALLEY_PLACES + 2 * (EDGE_CAVE + caves[i]) + code);
            }
    }
    return count;
}

int valley_starts(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action *out)
{
    const struct valley_seat *v = &s->seat[seat];
    return cave_placements(setup, s, seat, true, FIELDS & ~(v->covered | v->bears), out);
}

int valley_news(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action *out)
{
    const struct valley_seat *v = &s->seat[seat];
    uint64_t gates = FIELDS & ~(v->covered | v->bears);
    if (setup->option[VALLEY_ABANDONED].number == ABANDONED_FORBIDDEN)
        gates &= ~valley_around(v->covered); /* R12: no contact with any tile */
    return cave_placements(setup, s, seat, false, gates, out);
}

bool valley_is_new(const struct ochre_setup *setup, const struct valley_state *s)
{
    ochre_action list[2 * VALLEY_CAVES * VALLEY_POOL];
    if (s->phase == PHASE_START)
        return valley_starts(setup, s, s->turn, list) == 0;
    return s->phase == PHASE_MAIN && !valley_has_connected(setup, s, s->turn);
}

void valley_cover(const struct valley_tables *t, struct valley_state *s, int seat, int tile, const int at[2])
{
    struct valley_seat *v = &s->seat[seat];
    for (int half = 0; half < 2; half++) {
        uint64_t bit = BIT(at[half]);
        assert(!((v->covered | v->bears) & bit));
        v->covered |= bit;
        v->active |= bit;
        v->square[at[half]] = (uint8_t)((tile + 1) | (half ? SECOND_HALF : 0));
        v->near[t->tile[tile].scene[half]] |= valley_around(bit);
    }
    s->tribe_of[tile] = v->tribe;
}

void valley_abandon(struct valley_seat *v)
{
    v->active = 0;
    memset(v->near, 0, sizeof v->near);
    v->tribe++;
}

void valley_set_faces(const struct valley_tables *t, struct valley_seat *v)
{
    assert(v->left != VALLEY_NONE && v->right != VALLEY_NONE);
    v->plain = valley_face_at(t, v->left)->plain | valley_face_at(t, v->right)->plain;
    for (int cave = 0; cave < VALLEY_CAVES; cave++)
        v->gate[cave] = cave < t->left_caves ? valley_face_at(t, v->left)->gate[cave]
                                             : valley_face_at(t, v->right)->gate[cave - t->left_caves];
}

int valley_cave_high(const struct valley_tables *t, const struct valley_seat *v, int cave)
{
    return cave < t->left_caves ? valley_face_at(t, v->left)->high[cave]
                                : valley_face_at(t, v->right)->high[cave - t->left_caves];
}

int valley_cave_low(const struct valley_tables *t, const struct valley_seat *v, int cave)
{
    return cave < t->left_caves ? valley_face_at(t, v->left)->low[cave]
                                : valley_face_at(t, v->right)->low[cave - t->left_caves];
}
