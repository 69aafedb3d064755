/* valley_bonus.c: what scenes and Mountain tokens do (4.8, 4.9), and taking Fight tokens back (5). */
#include <assert.h>

#include "games/valley/valley.h"

/* ---- tiles in pools, by address (11.3) ---- */

int valley_tile_at(const struct ochre_setup *setup, const struct valley_state *s, int seat, int address)
{
    assert(address >= 0 && address < ADDRESSES);
    if (address >= ADDRESS_COMMON && address < ADDRESS_OTHERS) {
        int slot = address - ADDRESS_COMMON;
        return slot < s->common_count ? s->common[slot] : -1;
    }
    int step = address < ADDRESS_COMMON ? 0 : (address - ADDRESS_OTHERS) / VALLEY_POOL + 1;
    int slot = address < ADDRESS_COMMON ? address : (address - ADDRESS_OTHERS) % VALLEY_POOL;
    if (step >= setup->seats)
        return -1;
    const struct valley_seat *v = &s->seat[valley_seat_from(setup, seat, step)];
    return slot < v->pool_count ? v->pool[slot] : -1;
}

int valley_address_of(const struct ochre_setup *setup, const struct valley_state *s, int seat, int tile)
{
    for (int address = 0; tile >= 0 && address < ADDRESSES; address++)
        if (valley_tile_at(setup, s, seat, address) == tile)
            return address;
    return -1;
}

/* The addresses in use, as a set. */
static uint32_t addresses(const struct ochre_setup *setup, const struct valley_state *s, int seat)
{
    uint32_t set = ((1u << s->seat[seat].pool_count) - 1) | ((1u << s->common_count) - 1) << ADDRESS_COMMON;
    for (int step = 1; step < setup->seats; step++)
        set |= ((1u << s->seat[valley_seat_from(setup, seat, step)].pool_count) - 1)
               << (ADDRESS_OTHERS + (step - 1) * VALLEY_POOL);
    return set;
}

/* ---- bears ---- */

/* Caves whose gate carries a tile while they carry none. */
static uint64_t caves_beside_tiles(const struct valley_seat *v)
{
    uint64_t caves = 0;
    for (int cave = 0; cave < VALLEY_CAVES; cave++)
        caves |= ((v->covered >> v->gate[cave]) & 1) << (VALLEY_FIELDS + cave);
    return caves;
}

uint64_t valley_bear_targets(const struct valley_seat *v)
{
    if (!v->covered)
        return 0;
    return (valley_around(v->covered) | caves_beside_tiles(v)) & ~(v->covered | v->bears); /* R22, R23 */
}

int valley_bear_points(const struct valley_seat *v, int square)
{
    if (square >= VALLEY_FIELDS)
        return 1; /* R23: its gate */
    return bits_count(valley_around(BIT(square)) & v->covered);
}

static int own_bears(const struct valley_seat *v, ochre_action *out)
{
    int count = 0;
    for (uint64_t bears = v->bears; bears; bears &= bears - 1)
        out[count++] = ACT_UNBEAR + (ochre_action)__builtin_ctzll(bears);
    return count;
}

/* ---- which effects are legal ---- */

static uint8_t tokens_on_board(const struct valley_seat *v)
{
    uint8_t spots = 0;
    for (int spot = 0; spot < VALLEY_SPOTS; spot++)
        spots = (uint8_t)(spots | (v->token[spot] != 0) << spot);
    return spots;
}

static int rituals(const struct valley_seat *v, ochre_action *out)
{
    uint8_t spots = tokens_on_board(v); /* R08: the one set aside is no longer there */
    ochre_action base = spots ? ACT_RITUAL : ACT_REGAIN;
    int count = 0;
    for (unsigned set = spots ? spots : v->used; set; set &= set - 1) /* R09 */
        out[count++] = base + (ochre_action)__builtin_ctz(set);
    return count;
}

static int swaps(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action *out)
{
    uint32_t others = addresses(setup, s, seat) >> ADDRESS_COMMON;
    int count = 0;
    for (int slot = 0; slot < s->seat[seat].pool_count; slot++)
        for (uint32_t set = others; set; set &= set - 1)
            out[count++] = (ochre_action)(ACT_SWAP + SWAP_WIDTH * slot + __builtin_ctz(set));
    return count;
}

static int bears(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action *out)
{
    int count = 0;
    for (int step = 1; s->bear_supply && step < setup->seats; step++) {
        ochre_action base = (ochre_action)(ACT_BEAR + VALLEY_SQUARES * (step - 1));
        for (uint64_t set = valley_bear_targets(&s->seat[valley_seat_from(setup, seat, step)]); set; set &= set - 1)
            out[count++] = base + (ochre_action)__builtin_ctzll(set);
    }
    return count + own_bears(&s->seat[seat], out + count);
}

static int hunts(const struct ochre_setup *setup, const struct valley_state *s, int seat, bool is_token,
                 ochre_action *out)
{
    int count = 0;
    if (s->steak_supply)
        out[count++] = ACT_HUNT;
    if (is_token)
        return count; /* 4.9: no conversion */
    int most = s->seat[seat].steaks + (s->steak_supply > 0);
    int least = setup->option[VALLEY_CONVERT].number == CONVERT_ANY ? 1 : most; /* R01 */
    for (int n = least; n > 0 && n <= most; n++)
        out[count++] = (ochre_action)(ACT_HUNT + n);
    return count;
}

int valley_effects(const struct ochre_setup *setup, const struct valley_state *s, uint8_t scenes, bool is_token,
                   ochre_action *out)
{
    int seat = s->turn;
    const struct valley_seat *v = &s->seat[seat];
    int count = 0;
    if (scenes & SCENE_BIT(SCENE_FEAST))
        count += valley_connected(setup, s, seat, is_token ? ACT_USE_LAY : ACT_LAY, out);
    if (scenes & SCENE_BIT(SCENE_RITUAL))
        count += rituals(v, out + count);
    if (scenes & SCENE_BIT(SCENE_FIGHT) && v->fights) /* R18: the own pool too */
        for (uint32_t set = addresses(setup, s, seat); set; set &= set - 1)
            out[count++] = (ochre_action)(ACT_THREAT + __builtin_ctz(set));
    if (scenes & SCENE_BIT(SCENE_WATER))
        count += swaps(setup, s, seat, out + count);
    if (scenes & SCENE_BIT(SCENE_FIRE))
        count += bears(setup, s, seat, out + count);
    if (scenes & SCENE_BIT(SCENE_CAMP))
        out[count++] = ACT_CAMP;
    if (scenes & SCENE_BIT(SCENE_PICKING) && (!is_token || s->phase == PHASE_MAIN)) /* 4.9 */
        out[count++] = ACT_PICK;
    if (scenes & SCENE_BIT(SCENE_HUNT))
        count += hunts(setup, s, seat, is_token, out + count);
    return count;
}

static bool any_tile(const struct ochre_setup *setup, const struct valley_state *s, int but)
{
    bool found = s->common_count > 0;
    for (int seat = 0; seat < setup->seats; seat++)
        found = found || (seat != but && s->seat[seat].pool_count > 0);
    return found;
}

static bool any_bear(const struct ochre_setup *setup, const struct valley_state *s, int seat)
{
    if (s->seat[seat].bears)
        return true;
    for (int other = 0; s->bear_supply && other < setup->seats; other++)
        if (other != seat && valley_bear_targets(&s->seat[other]))
            return true;
    return false;
}

bool valley_has_effect(const struct ochre_setup *setup, const struct valley_state *s, uint8_t scenes, bool is_token)
{
    const struct valley_seat *v = &s->seat[s->turn];
    if (scenes & SCENE_BIT(SCENE_CAMP))
        return true;
    if (scenes & SCENE_BIT(SCENE_PICKING) && (!is_token || s->phase == PHASE_MAIN))
        return true;
    if (scenes & SCENE_BIT(SCENE_HUNT) && (s->steak_supply || (!is_token && v->steaks)))
        return true;
    if (scenes & SCENE_BIT(SCENE_RITUAL) && (v->used || tokens_on_board(v)))
        return true;
    if (scenes & SCENE_BIT(SCENE_FIGHT)) { /* 4.6: or one to take back */
        if (v->fights ? any_tile(setup, s, OCHRE_NOBODY) : valley_tables(setup)->fights > 0)
            return true;
    }
    if (scenes & SCENE_BIT(SCENE_WATER) && v->pool_count && any_tile(setup, s, s->turn))
        return true;
    if (scenes & SCENE_BIT(SCENE_FIRE) && any_bear(setup, s, s->turn))
        return true;
    return scenes & SCENE_BIT(SCENE_FEAST) && valley_has_connected(setup, s, s->turn);
}

/* ---- taking Fight tokens back (5) ---- */

/* May the seat take one back now? */
static bool may_recall(const struct ochre_setup *setup, const struct valley_state *s, int seat)
{
    if (s->phase != PHASE_MAIN && s->phase != PHASE_BONUS && s->phase != PHASE_POST && s->phase != PHASE_REFILL &&
        s->phase != PHASE_DROP)
        return false;
    if (s->seat[seat].fights == valley_tables(setup)->fights)
        return false;
    if (setup->option[VALLEY_RECALL].number == RECALL_ANY)
        return true;
    if (seat != s->turn || s->seat[seat].fights > 0)
        return false;
    if (s->phase == PHASE_BONUS)
        return s->bonuses & SCENE_BIT(SCENE_FIGHT);
    return (s->phase == PHASE_MAIN || s->phase == PHASE_POST) && !s->token_used &&
           s->seat[seat].held & SCENE_BIT(SCENE_FIGHT);
}

int valley_recalls(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action *out)
{
    if (!may_recall(setup, s, seat))
        return 0;
    int count = 0;
    for (uint32_t set = addresses(setup, s, seat); set; set &= set - 1) {
        int address = __builtin_ctz(set);
        if (valley_fights_of(s, valley_tile_at(setup, s, seat, address), seat))
            out[count++] = (ochre_action)(ACT_RECALL + address);
    }
    return count;
}

void valley_fight_home(struct valley_state *s, int tile, int owner)
{
    assert(valley_fights_of(s, tile, owner) > 0);
    s->fights_on[tile] = (uint8_t)(s->fights_on[tile] - (1u << (2 * owner)));
    s->seat[owner].fights++;
}

/* ---- what the effects do ---- */

int valley_effect_scene(ochre_action action)
{
    if (action < ACT_RITUAL)
        return SCENE_FEAST;
    if (action < ACT_THREAT)
        return SCENE_RITUAL;
    if (action < ACT_SWAP)
        return SCENE_FIGHT;
    if (action < ACT_BEAR)
        return SCENE_WATER;
    if (action < ACT_CAMP)
        return SCENE_FIRE;
    if (action == ACT_CAMP)
        return SCENE_CAMP;
    return action == ACT_PICK ? SCENE_PICKING : SCENE_HUNT;
}

static void take_token(struct valley_state *s, int place, struct ochre_journal *journal)
{
    struct valley_seat *v = &s->seat[s->turn];
    int scene = place < VALLEY_SPOTS ? v->token[place] - 1 : place - VALLEY_SPOTS;
    assert(place < VALLEY_SPOTS ? scene >= 0 : bits_has(v->used, scene));
    if (place < VALLEY_SPOTS)
        v->token[place] = 0;
    else
        v->used &= (uint8_t)~SCENE_BIT(scene);
    v->held |= SCENE_BIT(scene);
    journal_tell(journal, VALLEY_TOOK_TOKEN, s->turn, scene, place < VALLEY_SPOTS ? place : -1);
}

/* Where a tile lies in a pool, so that two can change places. */
static uint8_t *slot_at(const struct ochre_setup *setup, struct valley_state *s, int seat, int address)
{
    if (address < ADDRESS_COMMON)
        return &s->seat[seat].pool[address];
    if (address < ADDRESS_OTHERS)
        return &s->common[address - ADDRESS_COMMON];
    int step = (address - ADDRESS_OTHERS) / VALLEY_POOL + 1;
    return &s->seat[valley_seat_from(setup, seat, step)].pool[(address - ADDRESS_OTHERS) % VALLEY_POOL];
}

static void swap_tiles(const struct ochre_setup *setup, struct valley_state *s, int number,
                       struct ochre_journal *journal)
{
    uint8_t *own = &s->seat[s->turn].pool[number / SWAP_WIDTH];
    int address = number % SWAP_WIDTH + ADDRESS_COMMON;
    uint8_t *other = slot_at(setup, s, s->turn, address);
    int from =
        address < ADDRESS_OTHERS ? -1 : valley_seat_from(setup, s->turn, (address - ADDRESS_OTHERS) / VALLEY_POOL + 1);
    journal_tell(journal, VALLEY_SWAPPED, s->turn, *own, *other, from);
    assert(number / SWAP_WIDTH < s->seat[s->turn].pool_count && own != other);
    uint8_t kept = *own; /* 4.8: Fight tokens stay on their tiles */
    *own = *other;
    *other = kept;
}

static void put_bear(const struct ochre_setup *setup, struct valley_state *s, int number, struct ochre_journal *journal)
{
    int victim = valley_seat_from(setup, s->turn, number / VALLEY_SQUARES + 1);
    int square = number % VALLEY_SQUARES;
    assert(s->bear_supply > 0 && bits_has(valley_bear_targets(&s->seat[victim]), square));
    int points = valley_bear_points(&s->seat[victim], square);
    s->seat[victim].bears |= BIT(square);
    s->bear_supply--; /* R04 */
    s->seat[s->turn].sp = (uint16_t)(s->seat[s->turn].sp + points);
    journal_tell(journal, VALLEY_BEAR, s->turn, victim, square, points);
}

static void hunt(const struct ochre_setup *setup, struct valley_state *s, int convert, struct ochre_journal *journal)
{
    struct valley_seat *v = &s->seat[s->turn];
    if (s->steak_supply) { /* R24 */
        s->steak_supply--;
        v->steaks++;
        journal_tell(journal, VALLEY_HUNTED, s->turn, v->steaks);
    }
    if (!convert)
        return;
    assert(convert > 0 && convert <= v->steaks);
    int fp = valley_tables(setup)->steak_fp[convert];
    v->steaks = (uint8_t)(v->steaks - convert);
    s->steak_supply = (uint8_t)(s->steak_supply + convert);
    v->fp = (uint16_t)(v->fp + fp);
    journal_tell(journal, VALLEY_CONVERTED, s->turn, convert, fp);
}

void valley_do_effect(const struct ochre_setup *setup, struct valley_state *s, ochre_action action, bool is_token,
                      struct ochre_journal *journal)
{
    struct valley_seat *v = &s->seat[s->turn];
    int number = (int)action;
    switch (valley_effect_scene(action)) {
    case SCENE_RITUAL: take_token(s, number - ACT_RITUAL, journal); break;
    case SCENE_FIGHT: {
        int tile = valley_tile_at(setup, s, s->turn, number - ACT_THREAT);
        assert(v->fights > 0 && tile >= 0);
        v->fights--;
        s->fights_on[tile] = (uint8_t)(s->fights_on[tile] + (1u << (2 * s->turn)));
        journal_tell(journal, VALLEY_THREATENED, s->turn, tile);
        break;
    }
    case SCENE_WATER: swap_tiles(setup, s, number - ACT_SWAP, journal); break;
    case SCENE_FIRE:
        if (number < ACT_UNBEAR) {
            put_bear(setup, s, number - ACT_BEAR, journal);
        } else {
            assert(bits_has(v->bears, number - ACT_UNBEAR));
            v->bears &= ~BIT(number - ACT_UNBEAR);
            s->bear_supply++;
            journal_tell(journal, VALLEY_BEAR_AWAY, s->turn, number - ACT_UNBEAR);
        }
        break;
    case SCENE_CAMP:
        v->sp = (uint16_t)(v->sp + valley_tables(setup)->camp_sp);
        journal_tell(journal, VALLEY_CAMPED, s->turn, valley_tables(setup)->camp_sp);
        break;
    case SCENE_PICKING:
        if (is_token) {
            s->permit = true; /* R28: and nothing else */
        } else {
            v->fp++;
            journal_tell(journal, VALLEY_PICKED, s->turn);
        }
        break;
    case SCENE_HUNT: hunt(setup, s, number - ACT_HUNT, journal); break;
    default: break;
    }
}
