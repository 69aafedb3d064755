/* valley_why.c: why a move is refused: the prohibitions of 4.14, square by square. The legal moves are found with masks
 * elsewhere; that both always agree is a test. */
#include "games/valley/valley.h"

static const char *tile_id(const struct ochre_setup *setup, int tile)
{
    return tile < 0 ? "?" : valley_tables(setup)->tile[tile].id;
}

static const char *scene_word(const struct ochre_text *words, int scene)
{
    return text_word(words, valley_scene_name(scene));
}

static bool in_pool(const struct valley_seat *v, int tile)
{
    for (int slot = 0; slot < v->pool_count; slot++)
        if (v->pool[slot] == tile)
            return true;
    return false;
}

/* ---- placements: P1 … P11 ---- */

/* What kind of placement is asked for. */
enum put_kind { PUT_CONNECTED, PUT_START, PUT_NEW };

/* P3 … P5: the ground itself. */
static const char *forbid_ground(const struct ochre_setup *setup, const struct valley_state *s,
                                 const struct valley_seat *v, const struct valley_move *move, struct ochre_text *words)
{
    const struct valley_tile *tile = &valley_tables(setup)->tile[move->tile];
    for (int half = 0; half < 2; half++)
        if (v->square[move->at[half]])
            return text_say(words, "A tile lies on {0}.", square_name(move->at[half])), "P3";
    for (int half = 0; half < 2; half++)
        if (v->bears & BIT(move->at[half]))
            return text_say(words, "A bear sits on {0}.", square_name(move->at[half])), "P4";
    for (int half = 0; half < 2 && !s->permit; half++)
        if (tile->scene[half] == SCENE_PICKING && v->plain & BIT(move->at[half]))
            return text_say(words, "{0} is a plain: Picking cannot lie there without the Picking token.",
                            square_name(move->at[half])),
                   "P5";
    return NULL;
}

/* Squares next to one half, without the other half. */
static uint64_t neighbours(const struct valley_move *move, int half)
{
    if (move->at[half] >= VALLEY_FIELDS)
        return 0; /* a cave touches its gate only, and there the other half lies */
    return fields_around(BIT(move->at[half])) & ~BIT(move->at[!half]);
}

/* P6, P7: contacts with the active tribe. */
static const char *forbid_contact(const struct ochre_setup *setup, const struct valley_seat *v,
                                  const struct valley_move *move, struct ochre_text *words)
{
    const struct valley_tables *t = valley_tables(setup);
    bool is_connected = false;
    for (int half = 0; half < 2; half++)
        for (uint64_t set = neighbours(move, half) & v->active; set; set &= set - 1) {
            int square = __builtin_ctzll(set);
            int mine = t->tile[move->tile].scene[half];
            int there = scene_on(t, v, square);
            if (mine != there)
                return text_say(words, "{0} on {1} would touch {2} on {3}: touching scenes must be the same.",
                                scene_word(words, mine), square_name(move->at[half]), scene_word(words, there),
                                square_name(square)),
                       "P6";
            is_connected = true;
        }
    if (!is_connected)
        return text_say(words, "{0} on {1} and {2} touches no tile of the active tribe.", tile_id(setup, move->tile),
                        square_name(move->at[0]), square_name(move->at[1])),
               "P7";
    return NULL;
}

/* P8: the token of the cave. */
static const char *forbid_token(const struct ochre_setup *setup, const struct valley_seat *v,
                                const struct valley_move *move, bool is_start, struct ochre_text *words)
{
    for (int half = 0; half < 2; half++) {
        if (move->at[half] < VALLEY_FIELDS)
            continue;
        int token = v->token[move->at[half] - VALLEY_FIELDS];
        int scene = valley_tables(setup)->tile[move->tile].scene[half];
        if (token == 0 && is_start)
            return text_say(words, "There is no token on {0} to match.", square_name(move->at[half])), "P8";
        if (token && token != scene + 1)
            return text_say(words, "The token on {0} is {1}: {2} cannot lie there.", square_name(move->at[half]),
                            scene_word(words, token - 1), scene_word(words, scene)),
                   "P8";
    }
    return NULL;
}

/* P9: contact with tiles that must not be touched. */
static const char *forbid_touching(const struct ochre_setup *setup, const struct valley_seat *v,
                                   const struct valley_move *move, enum put_kind kind, struct ochre_text *words)
{
    if (setup->option[VALLEY_ABANDONED].number == ABANDONED_IGNORED)
        return NULL;
    uint64_t banned = kind == PUT_NEW ? v->covered : v->covered & ~v->active;
    for (int half = 0; half < 2; half++) {
        uint64_t set = neighbours(move, half) & banned;
        if (!set)
            continue;
        int square = __builtin_ctzll(set);
        if (kind == PUT_NEW)
            text_say(words, "A new tribe begins away from all tiles, but {0} touches the one on {1}.",
                     square_name(move->at[half]), square_name(square));
        else
            text_say(words, "{0} touches the abandoned tribe on {1}.", square_name(move->at[half]),
                     square_name(square));
        return "P9";
    }
    return NULL;
}

static const char *forbid_put(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                              const struct valley_move *move, enum put_kind kind, struct ochre_text *words)
{
    const struct valley_seat *v = &s->seat[seat];
    if (move->tile < 0 || !in_pool(v, move->tile))
        return text_say(words, "The tile {0} is not in your Personal Pool.", tile_id(setup, move->tile)), "P1";
    if (edge_between(v, move->at[0], move->at[1]) < 0)
        return text_say(words, "{0} and {1} are not next to each other.", square_name(move->at[0]),
                        square_name(move->at[1])),
               "P2";
    const char *rule = forbid_ground(setup, s, v, move, words);
    if (!rule && kind == PUT_CONNECTED)
        rule = forbid_contact(setup, v, move, words);
    if (!rule && kind != PUT_NEW)
        rule = forbid_token(setup, v, move, kind == PUT_START, words);
    if (!rule)
        rule = forbid_touching(setup, v, move, kind, words);
    if (rule || kind == PUT_CONNECTED)
        return rule;
    if (move->at[0] < VALLEY_FIELDS && move->at[1] < VALLEY_FIELDS)
        return text_say(words, "The first tile of a tribe lies on a cave and its gate."), "P10";
    if (kind == PUT_NEW && !valley_is_new(setup, s)) {
        if (s->phase == PHASE_START)
            text_say(words, "A tile of yours matches the token of a cave: begin there, with lay.");
        else
            text_say(words, "A tile can be connected to your tribe: it may not be abandoned.");
        return "P11";
    }
    return NULL;
}

/* ---- effects: P16, P17 ---- */

static const char *forbid_ritual(const struct valley_state *s, const struct valley_seat *v,
                                 const struct valley_move *move, struct ochre_text *words)
{
    int on_board = -1;
    for (int spot = VALLEY_SPOTS - 1; spot >= 0; spot--)
        if (v->token[spot])
            on_board = spot;
    if (move->regain < 0) {
        if (v->token[move->spot])
            return NULL;
        if (s->cave == move->spot + 1 && s->cave_token)
            text_say(words, "The token of {0} is set aside: you get it for entering the cave.", spot_name(move->spot));
        else
            text_say(words, "There is no token on {0}.", spot_name(move->spot));
        return "P17";
    }
    if (on_board >= 0)
        return text_say(words, "A token still lies on your board ({0}): used ones come back only after the last.",
                        spot_name(on_board)),
               "P17";
    if (!(v->used & SCENE_BIT(move->regain)))
        return text_say(words, "The {0} token is not among your used ones.", scene_word(words, move->regain)), "P17";
    return NULL;
}

static const char *forbid_swap(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                               const struct valley_move *move, struct ochre_text *words)
{
    const struct valley_seat *v = &s->seat[seat];
    if (move->tile < 0 || !in_pool(v, move->tile))
        return text_say(words, "You can only give a tile of your own pool, and {0} is not there.",
                        tile_id(setup, move->tile)),
               "P17";
    if (move->other < 0 || address_of(setup, s, seat, move->other) < ADDRESS_COMMON)
        return text_say(words, "{0} lies neither in the Common Pool nor in the pool of another player.",
                        tile_id(setup, move->other)),
               "P17";
    return NULL;
}

static const char *forbid_fire(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                               const struct valley_move *move, struct ochre_text *words)
{
    const char *square = square_name(move->at[0]);
    if (move->is_off) {
        if (s->seat[seat].bears & BIT(move->at[0]))
            return NULL;
        return text_say(words, "There is no bear on {0} of your board.", square), "P17";
    }
    if (s->bear_supply == 0)
        return text_say(words, "No bear is left in the supply."), "P16";
    if (move->seat < 0 || move->seat >= setup->seats || move->seat == seat)
        return text_say(words, "A bear goes to the board of another player."), "P17";
    const struct valley_seat *victim = &s->seat[move->seat];
    if ((victim->covered | victim->bears) & BIT(move->at[0]))
        return text_say(words, "{0} is not free there.", square), "P17";
    if (!(bear_targets(victim) & BIT(move->at[0])))
        return text_say(words, "{0} touches no tile there.", square), "P17";
    return NULL;
}

static const char *forbid_hunt(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                               const struct valley_move *move, struct ochre_text *words)
{
    if (move->convert == 0) {
        if (s->steak_supply)
            return NULL;
        return text_say(words, "No steak is left in the supply."), "P16";
    }
    if (move->verb == VERB_USE)
        return text_say(words, "The Hunt token takes a steak, but converts none."), "P17";
    int most = s->seat[seat].steaks + (s->steak_supply > 0);
    int least = setup->option[VALLEY_CONVERT].number == CONVERT_ANY ? 1 : most;
    if (move->convert >= least && move->convert <= most)
        return NULL;
    if (least == most)
        text_say_count(words, most, "You convert your one steak, or none.", "You convert all {0} steaks, or none.",
                       NUM(most));
    else
        text_say_count(words, most, "You can convert one steak at most.", "You can convert {0} steaks at most.",
                       NUM(most));
    return "P17";
}

static const char *forbid_effect(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                                 const struct valley_move *move, struct ochre_text *words)
{
    const struct valley_seat *v = &s->seat[seat];
    switch (move->scene) {
    case SCENE_FEAST: return forbid_put(setup, s, seat, move, PUT_CONNECTED, words);
    case SCENE_RITUAL: return forbid_ritual(s, v, move, words);
    case SCENE_FIGHT:
        if (v->fights == 0)
            return text_say(words, "You have no Fight token left; take one back first."), "P16";
        if (move->tile < 0 || address_of(setup, s, seat, move->tile) < 0)
            return text_say(words, "{0} lies in no pool.", tile_id(setup, move->tile)), "P17";
        return NULL;
    case SCENE_WATER: return forbid_swap(setup, s, seat, move, words);
    case SCENE_FIRE: return forbid_fire(setup, s, seat, move, words);
    case SCENE_HUNT: return forbid_hunt(setup, s, seat, move, words);
    case SCENE_PICKING:
        if (move->verb == VERB_USE && s->phase == PHASE_POST)
            return text_say(words, "The Picking token helps only before the tile is laid."), "P17";
        return NULL;
    default: return NULL;
    }
}

/* ---- P12 … P15, P18 … P20, R20 ---- */

static const char *forbid_use(const struct valley_state *s, const struct valley_seat *v, const struct valley_move *move,
                              struct ochre_text *words)
{
    if (s->token_used)
        return text_say(words, "You have used a Mountain token this turn already."), "P12";
    if (s->phase != PHASE_MAIN && s->phase != PHASE_POST)
        return text_say(words, "Mountain tokens are used before the tile or after all its effects, never in between, "
                               "and not with the first tile."),
               "P13";
    if (!(v->held & SCENE_BIT(move->scene)))
        return text_say(words, "You do not hold the {0} token.", scene_word(words, move->scene)), "P14";
    return NULL;
}

static bool is_in_common(const struct valley_state *s, int tile)
{
    for (int slot = 0; slot < s->common_count; slot++)
        if (s->common[slot] == tile)
            return true;
    return false;
}

static const char *forbid_hit(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                              const struct valley_move *move, struct ochre_text *words)
{
    int tile = s->seat[seat].pool[s->laying_slot];
    if (move->seat >= 0 && move->seat < setup->seats && move->seat != seat && fights_of(s, tile, move->seat))
        return NULL;
    return text_say(words, "No Fight token of that player is left on {0}.", tile_id(setup, tile)), "P19";
}

static const char *forbid_end(const struct ochre_setup *setup, const struct valley_state *s,
                              const struct valley_move *move, struct ochre_text *words)
{
    if (move->verb == VERB_DONE) {
        if (s->phase == PHASE_BONUS || s->phase == PHASE_POST)
            return NULL;
        return text_say(words, "There is nothing to decline now."), "P20";
    }
    ochre_action list[2 * VALLEY_CAVES * VALLEY_POOL];
    if ((s->phase == PHASE_MAIN || s->phase == PHASE_START) && valley_is_new(setup, s) &&
        valley_news(setup, s, s->turn, list) == 0)
        return NULL;
    return text_say(words, "You stop only when no tile can be laid."), "P20";
}

static const char *forbid_recall(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                                 const struct valley_move *move, struct ochre_text *words)
{
    ochre_action list[ADDRESSES];
    int count = valley_recalls(setup, s, seat, list);
    int address = move->tile < 0 ? -1 : address_of(setup, s, seat, move->tile);
    if (address >= 0 && legal_has(list, count, (ochre_action)(ACT_RECALL + address)))
        return NULL;
    if (address < 0 || !fights_of(s, move->tile, seat))
        text_say(words, "No Fight token of yours lies on {0}.", tile_id(setup, move->tile));
    else
        text_say(words, "This is not the moment to take a Fight token back.");
    return "R20";
}

/* P21: does the move answer the question that is open? */
static bool is_due(const struct valley_state *s, enum valley_verb verb)
{
    switch (verb) {
    case VERB_LAY:
    case VERB_NEW: return s->phase == PHASE_START || s->phase == PHASE_MAIN;
    case VERB_BON: return s->phase == PHASE_BONUS;
    case VERB_TAKE: return s->phase == PHASE_REFILL;
    case VERB_DROP: return s->phase == PHASE_DROP;
    case VERB_HIT: return s->phase == PHASE_FIGHT;
    default: return true;
    }
}

static const char *forbid_turn(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                               const struct valley_move *move, struct ochre_text *words)
{
    const struct valley_seat *v = &s->seat[seat];
    const char *rule = NULL;
    switch (move->verb) {
    case VERB_LAY: return forbid_put(setup, s, seat, move, s->phase == PHASE_START ? PUT_START : PUT_CONNECTED, words);
    case VERB_NEW: return forbid_put(setup, s, seat, move, PUT_NEW, words);
    case VERB_USE:
        rule = forbid_use(s, v, move, words);
        return rule ? rule : forbid_effect(setup, s, seat, move, words);
    case VERB_BON:
        if (!(s->bonuses & SCENE_BIT(move->scene)))
            return text_say(words, "There is no {0} bonus to resolve.", scene_word(words, move->scene)), "P15";
        return forbid_effect(setup, s, seat, move, words);
    case VERB_TAKE:
    case VERB_DROP:
        if (move->tile >= 0 && is_in_common(s, move->tile))
            return NULL;
        return text_say(words, "{0} is not in the Common Pool.", tile_id(setup, move->tile)), "P18";
    case VERB_HIT: return forbid_hit(setup, s, seat, move, words);
    case VERB_STOP:
    case VERB_DONE: return forbid_end(setup, s, move, words);
    default: return forbid_recall(setup, s, seat, move, words);
    }
}

const char *valley_forbid(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                          const struct valley_move *move, struct ochre_text *words)
{
    struct ochre_text nowhere = text_on(NULL, 0);
    if (!words)
        words = &nowhere;
    if (move->verb == VERB_RECALL)
        return forbid_recall(setup, s, seat, move, words);
    if (s->phase == PHASE_OVER)
        return text_say(words, "The game is over."), "P21";
    if (s->phase == PHASE_DEAL || s->phase == PHASE_REVEAL)
        return text_say(words, "Tiles are being drawn."), "P21";
    if (seat != s->turn)
        return text_say(words, "It is not your turn."), "P21";
    if (!is_due(s, move->verb))
        return text_say(words, "Another decision is due: {0}.", text_word(words, valley_phase_name(s->phase))), "P21";
    return forbid_turn(setup, s, seat, move, words);
}

const char *valley_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words)
{
    const struct valley_state *s = valley_seen(view);
    if (seat == OCHRE_CHANCE) {
        ochre_action list[VALLEY_OUTCOMES];
        if (legal_has(list, view_moves(setup, view, seat, list), action))
            return NULL;
        if (words)
            text_say(words, "Chance cannot do that now.");
        return "6.1";
    }
    if (action >= VALLEY_ACTIONS || seat >= setup->seats) {
        if (words)
            text_say(words, "There is no such move.");
        return "notation";
    }
    struct valley_move move;
    valley_move_of(setup, s, seat, action, &move);
    return valley_forbid(setup, s, seat, &move, words);
}
