/* valley_why.c: why a move is refused: the prohibitions of 4.14, square by square. The legal moves are found with masks
 * elsewhere; that both always agree is a test. */
#include <assert.h>

#include "rules/why.h"

#include "games/valley/valley.h"

/* What is judged: a move as it was said, and where. */
struct trial {
    const struct ochre_setup *setup;
    const struct valley_state *s;
    const struct valley_seat *v; /* of the seat that wants to make it */
    int seat;
    int verb;                 /* without VERB_BONUS */
    bool is_bonus;            /* an effect of a scene, not of a Mountain token */
    int scene;                /* of an effect */
    const int *thing;         /* what was said with the verb */
    struct ochre_text *words; /* NULL: nobody wants to hear a sentence */
};

static const char *scene_word(const struct trial *trial, int scene)
{
    return why_word(trial->words, valley_scene_name(scene));
}

static const char *token_word(const struct trial *trial, int scene)
{
    return why_word(trial->words, valley_token_name(scene));
}

/* Parts of a refusal. Without somebody who listens nothing is written. */
static const struct ochre_text unheard;
#define HEARD(trial) ((trial)->words ? (trial)->words : &unheard)
#define TILE(number) tile_name(trial, VALLEY_PART, (number))
#define AT(v, square) valley_at_part(VALLEY_PART, HEARD(trial), (v), (square))
#define PLACE(square) valley_place_part(VALLEY_PART, HEARD(trial), trial->v, (square))

static const char *tile_name(const struct trial *trial, char part[VALLEY_PART_SIZE], int tile)
{
    return tile < 0 ? "?" : valley_tile_part(part, HEARD(trial), trial->setup, tile);
}

/* Where a tile lies, seen from the seat; -1: in no pool. */
static int address_of(const struct trial *trial, int tile)
{
    return valley_address_of(trial->setup, trial->s, trial->seat, tile);
}

static bool is_own(const struct trial *trial, int tile)
{
    int address = address_of(trial, tile);
    return address >= 0 && address < ADDRESS_COMMON;
}

/* ---- placements: P1 … P11 ---- */

/* What kind of placement is asked for. */
enum put_kind { PUT_CONNECTED, PUT_START, PUT_NEW };

/* P3 … P5: the ground itself. */
static const char *forbid_ground(const struct trial *trial, const struct valley_put *put)
{
    const struct valley_tile *tile = &valley_tables(trial->setup)->tile[put->tile];
    for (int half = 0; half < 2; half++)
        if (trial->v->square[put->at[half]])
            return why_refuse(trial->words, "P3", N_("A tile lies {0} already."), AT(trial->v, put->at[half]));
    for (int half = 0; half < 2; half++)
        if (bits_has(trial->v->bears, put->at[half]))
            return why_refuse(trial->words, "P4", N_("A bear sits {0}."), AT(trial->v, put->at[half]));
    for (int half = 0; half < 2 && !trial->s->permit; half++)
        if (tile->scene[half] == SCENE_PICKING && bits_has(trial->v->plain, put->at[half]))
            return why_refuse(trial->words, "P5",
                              N_("{0} is a plain: Picking cannot lie there without the Picking token."),
                              valley_square_name(put->at[half]));
    return NULL;
}

/* Squares next to one half, without the other half. */
static uint64_t neighbours(const struct valley_put *put, int half)
{
    if (put->at[half] >= VALLEY_FIELDS)
        return 0; /* a cave touches its gate only, and there the other half lies */
    return valley_around(BIT(put->at[half])) & ~BIT(put->at[!half]);
}

/* P6, P7: contacts with the active tribe. */
static const char *forbid_contact(const struct trial *trial, const struct valley_put *put)
{
    const struct valley_tables *t = valley_tables(trial->setup);
    bool is_connected = false;
    for (int half = 0; half < 2; half++)
        for (uint64_t set = neighbours(put, half) & trial->v->active; set;) {
            int square = bits_take(&set);
            int mine = t->tile[put->tile].scene[half];
            int there = valley_scene_on(t, trial->v, square);
            if (mine != there)
                return why_refuse(trial->words, "P6", N_("{0} {1} would touch {2} {3}: only like scenes may touch."),
                                  scene_word(trial, mine), AT(trial->v, put->at[half]), scene_word(trial, there),
                                  AT(trial->v, square));
            is_connected = true;
        }
    if (!is_connected)
        return why_refuse(trial->words, "P7", N_("There {0} touches no tile of your tribe."), TILE(put->tile));
    return NULL;
}

/* P8: the token of the cave. */
static const char *forbid_token(const struct trial *trial, const struct valley_put *put, bool is_start)
{
    for (int half = 0; half < 2; half++) {
        if (put->at[half] < VALLEY_FIELDS)
            continue;
        const char *cave = AT(trial->v, put->at[half]);
        int token = trial->v->token[put->at[half] - VALLEY_FIELDS];
        int scene = valley_tables(trial->setup)->tile[put->tile].scene[half];
        if (token == 0 && is_start)
            return why_refuse(trial->words, "P8", N_("There is no token {0}; begin where one lies."), cave);
        if (token && token != scene + 1)
            return why_refuse(trial->words, "P8", N_("The {1} token lies {0}: {2} cannot lie there."), cave,
                              token_word(trial, token - 1), scene_word(trial, scene));
    }
    return NULL;
}

/* P9: contact with tiles that must not be touched. */
static const char *forbid_touching(const struct trial *trial, const struct valley_put *put, enum put_kind kind)
{
    if (trial->setup->option[VALLEY_ABANDONED].number == ABANDONED_IGNORED)
        return NULL;
    uint64_t banned = kind == PUT_NEW ? trial->v->covered : trial->v->covered & ~trial->v->active;
    for (int half = 0; half < 2; half++) {
        uint64_t set = neighbours(put, half) & banned;
        if (!set)
            continue;
        return why_refuse(trial->words, "P9",
                          kind == PUT_NEW ? N_("A new tribe begins away from all tiles, but {0} touches the one {1}.")
                                          : N_("{0} touches the abandoned tribe {1}."),
                          PLACE(put->at[half]), AT(trial->v, bits_first(set)));
    }
    return NULL;
}

/* P10, P11: the first tile of a tribe. */
static const char *forbid_beginning(const struct trial *trial, const struct valley_put *put, enum put_kind kind)
{
    if (put->at[0] < VALLEY_FIELDS && put->at[1] < VALLEY_FIELDS)
        return why_refuse(trial->words, "P10", N_("The first tile of a tribe lies on a cave and its gate."));
    if (kind != PUT_NEW || valley_is_new(trial->setup, trial->s))
        return NULL;
    return why_refuse(trial->words, "P11",
                      trial->s->phase == PHASE_START
                          ? N_("A tile of yours matches the token of a cave: begin there.")
                          : N_("A tile can be connected to your tribe: it may not be abandoned."));
}

static const char *forbid_put(const struct trial *trial, enum put_kind kind)
{
    const struct valley_put put = valley_put_of(trial->thing);
    if (!is_own(trial, put.tile))
        return why_refuse(trial->words, "P1", N_("{0} is not in your Personal Pool."), TILE(put.tile));
    if (valley_edge_between(trial->v, put.at[0], put.at[1]) < 0)
        return why_refuse(trial->words, "P2", N_("{0} and {1} are not next to each other."), PLACE(put.at[0]),
                          PLACE(put.at[1]));
    const char *rule = forbid_ground(trial, &put);
    if (!rule && kind == PUT_CONNECTED)
        rule = forbid_contact(trial, &put);
    if (!rule && kind != PUT_NEW)
        rule = forbid_token(trial, &put, kind == PUT_START);
    if (!rule)
        rule = forbid_touching(trial, &put, kind);
    if (!rule && kind != PUT_CONNECTED)
        rule = forbid_beginning(trial, &put, kind);
    return rule;
}

/* ---- effects: P16, P17 ---- */

static const char *forbid_ritual(const struct trial *trial)
{
    int spot = trial->thing[0];
    if (trial->v->token[spot])
        return NULL;
    return why_refuse(trial->words, "P17",
                      trial->s->cave == spot + 1 && trial->s->cave_token
                          ? N_("That token is set aside: you get it for entering the cave.")
                          : N_("No token lies there."));
}

static const char *forbid_regain(const struct trial *trial)
{
    for (int spot = 0; spot < VALLEY_SPOTS; spot++)
        if (trial->v->token[spot])
            return why_refuse(trial->words, "P17",
                              N_("The {0} token still lies in your valley: used ones come back only after the last."),
                              token_word(trial, trial->v->token[spot] - 1));
    if (!bits_has(trial->v->used, trial->thing[0]))
        return why_refuse(trial->words, "P17", N_("The {0} token is not among your used ones."),
                          token_word(trial, trial->thing[0]));
    return NULL;
}

static const char *forbid_threat(const struct trial *trial)
{
    if (trial->v->fights == 0)
        return why_refuse(trial->words, "P16", N_("You have no Fight token left; take one back first."));
    if (address_of(trial, trial->thing[0]) < 0)
        return why_refuse(trial->words, "P17", N_("{0} lies in no pool."), TILE(trial->thing[0]));
    return NULL;
}

static const char *forbid_swap(const struct trial *trial)
{
    if (!is_own(trial, trial->thing[0]))
        return why_refuse(trial->words, "P17", N_("You can only give a tile of your own pool, and {0} is not there."),
                          TILE(trial->thing[0]));
    if (address_of(trial, trial->thing[1]) < ADDRESS_COMMON)
        return why_refuse(trial->words, "P17",
                          N_("{0} lies neither in the Common Pool nor in the pool of another player."),
                          TILE(trial->thing[1]));
    return NULL;
}

static const char *forbid_bear(const struct trial *trial)
{
    int seat = trial->thing[0];
    int square = trial->thing[1];
    if (trial->s->bear_supply == 0)
        return why_refuse(trial->words, "P16", N_("No bear is left in the supply."));
    if (seat < 0 || seat >= trial->setup->seats || seat == trial->seat)
        return why_refuse(trial->words, "P17", N_("A bear goes to the valley of another player."));
    const struct valley_seat *victim = &trial->s->seat[seat];
    if (bits_has(victim->covered | victim->bears, square))
        return why_refuse(trial->words, "P17", N_("A bear has no room {0}: something lies there."), AT(victim, square));
    if (!bits_has(valley_bear_targets(victim), square))
        return why_refuse(trial->words, "P17", N_("A bear {0} would touch no tile."), AT(victim, square));
    return NULL;
}

static const char *forbid_convert(const struct trial *trial)
{
    if (!trial->is_bonus)
        return why_refuse(trial->words, "P17", N_("The Hunt token takes a steak, but turns none into food."));
    int most = trial->v->steaks + (trial->s->steak_supply > 0);
    int least = trial->setup->option[VALLEY_CONVERT].number == CONVERT_ANY ? 1 : most;
    if (trial->thing[0] > 0 && trial->thing[0] >= least && trial->thing[0] <= most)
        return NULL;
    if (least == most)
        return why_refuse_count(trial->words, "P17", most, "You turn your {0} steak into food, or none.",
                                "You turn all {0} steaks into food, or none.", NUM(most));
    return why_refuse_count(trial->words, "P17", most, "You can turn {0} steak into food at most.",
                            "You can turn {0} steaks into food at most.", NUM(most));
}

static const char *forbid_effect(const struct trial *trial)
{
    switch (trial->verb) {
    case VERB_FEAST: return forbid_put(trial, PUT_CONNECTED);
    case VERB_RITUAL: return forbid_ritual(trial);
    case VERB_REGAIN: return forbid_regain(trial);
    case VERB_THREAT: return forbid_threat(trial);
    case VERB_SWAP: return forbid_swap(trial);
    case VERB_BEAR: return forbid_bear(trial);
    case VERB_UNBEAR:
        if (bits_has(trial->v->bears, trial->thing[0]))
            return NULL;
        return why_refuse(trial->words, "P17", N_("There is no bear {0} of your valley."),
                          AT(trial->v, trial->thing[0]));
    case VERB_HUNT:
        if (trial->s->steak_supply)
            return NULL;
        return why_refuse(trial->words, "P16", N_("No steak is left in the supply."));
    case VERB_CONVERT: return forbid_convert(trial);
    case VERB_PICK:
        if (trial->is_bonus || trial->s->phase != PHASE_POST)
            return NULL;
        return why_refuse(trial->words, "P17", N_("The Picking token helps only before the tile is laid."));
    default: return NULL;
    }
}

/* P12 … P15: is there such a token to use, or such a bonus? */
static const char *forbid_source(const struct trial *trial)
{
    const struct valley_state *s = trial->s;
    if (trial->is_bonus) {
        if (bits_has(s->bonuses, trial->scene))
            return NULL;
        return why_refuse(trial->words, "P15", N_("There is no {0} bonus now."), scene_word(trial, trial->scene));
    }
    if (s->token_used)
        return why_refuse(trial->words, "P12", N_("You have used a Mountain token this turn already."));
    if (s->phase != PHASE_MAIN && s->phase != PHASE_POST)
        return why_refuse(trial->words, "P13",
                          N_("Mountain tokens are used before the tile or after all its effects, never in between, "
                             "and not with the first tile."));
    if (!bits_has(trial->v->held, trial->scene))
        return why_refuse(trial->words, "P14", N_("You do not hold the {0} token."), token_word(trial, trial->scene));
    return NULL;
}

/* ---- P18 … P20, R20 ---- */

static const char *forbid_common(const struct trial *trial)
{
    int address = address_of(trial, trial->thing[0]);
    if (address >= ADDRESS_COMMON && address < ADDRESS_OTHERS)
        return NULL;
    return why_refuse(trial->words, "P18", N_("{0} is not in the Common Pool."), TILE(trial->thing[0]));
}

static const char *forbid_hit(const struct trial *trial)
{
    assert(trial->s->laying != LAYING_NONE);
    int tile = trial->v->pool[trial->s->laying_slot];
    int owner = trial->thing[0];
    if (owner >= 0 && owner < trial->setup->seats && owner != trial->seat && valley_fights_of(trial->s, tile, owner))
        return NULL;
    return why_refuse(trial->words, "P19", N_("No Fight token of that player is left on {0}."), TILE(tile));
}

static const char *forbid_done(const struct trial *trial)
{
    if (trial->s->phase == PHASE_BONUS || trial->s->phase == PHASE_POST)
        return NULL;
    return why_refuse(trial->words, "P20", N_("There is nothing to leave out now."));
}

static const char *forbid_stop(const struct trial *trial)
{
    const struct valley_state *s = trial->s;
    ochre_action list[2 * VALLEY_CAVES * VALLEY_POOL];
    if ((s->phase == PHASE_MAIN || s->phase == PHASE_START) && valley_is_new(trial->setup, s) &&
        valley_news(trial->setup, s, s->turn, list) == 0)
        return NULL;
    return why_refuse(trial->words, "P20", N_("You stop only when no tile can be laid."));
}

static const char *forbid_recall(const struct trial *trial)
{
    ochre_action list[ADDRESSES];
    int count = valley_recalls(trial->setup, trial->s, trial->seat, list);
    int tile = trial->thing[0];
    int address = address_of(trial, tile);
    if (address >= 0 && legal_has(list, count, (ochre_action)(ACT_RECALL + address)))
        return NULL;
    if (address < 0 || !valley_fights_of(trial->s, tile, trial->seat))
        return why_refuse(trial->words, "R20", N_("No Fight token of yours lies on {0}."), TILE(tile));
    return why_refuse(trial->words, "R20", N_("This is not the moment to take a Fight token back."));
}

/* P21: does the move answer the question that is open? */
static bool is_due(const struct trial *trial)
{
    int phase = trial->s->phase;
    switch (trial->verb) {
    case VERB_LAY:
    case VERB_NEW: return phase == PHASE_START || phase == PHASE_MAIN;
    case VERB_TAKE: return phase == PHASE_REFILL;
    case VERB_DROP: return phase == PHASE_DROP;
    case VERB_HIT: return phase == PHASE_FIGHT;
    default: return !trial->is_bonus || phase == PHASE_BONUS;
    }
}

/* P21: is anything asked of this seat, and is it this? */
static const char *forbid_now(const struct trial *trial)
{
    int phase = trial->s->phase;
    if (phase == PHASE_OVER)
        return why_refuse(trial->words, "P21", N_("The game is over."));
    if (phase == PHASE_DEAL || phase == PHASE_REVEAL)
        return why_refuse(trial->words, "P21", N_("Tiles are being drawn."));
    if (trial->seat != trial->s->turn)
        return why_refuse(trial->words, "P21", N_("It is not your turn."));
    if (!is_due(trial))
        return why_refuse(trial->words, "P21", N_("Another decision is due: {0}."),
                          why_word(trial->words, valley_phase_name(phase)));
    return NULL;
}

static const char *forbid_turn(const struct trial *trial)
{
    switch (trial->verb) {
    case VERB_LAY: return forbid_put(trial, trial->s->phase == PHASE_START ? PUT_START : PUT_CONNECTED);
    case VERB_NEW: return forbid_put(trial, PUT_NEW);
    case VERB_TAKE:
    case VERB_DROP: return forbid_common(trial);
    case VERB_HIT: return forbid_hit(trial);
    case VERB_DONE: return forbid_done(trial);
    case VERB_STOP: return forbid_stop(trial);
    default: break;
    }
    const char *rule = forbid_source(trial);
    return rule ? rule : forbid_effect(trial);
}

const char *valley_forbid(const struct act_place *place, const struct act_said *said, struct ochre_text *words)
{
    const struct valley_state *s = valley_seen(place->view);
    assert(place->seat >= 0 && place->seat < place->setup->seats);
    const struct trial trial = {
        .setup = place->setup,
        .s = s,
        .v = &s->seat[place->seat],
        .seat = place->seat,
        .verb = said->act->verb & ~VERB_BONUS,
        .is_bonus = said->act->verb & VERB_BONUS,
        .scene = valley_effect_scene(said->act->first),
        .thing = said->thing,
        .words = words,
    };
    if (trial.verb == VERB_RECALL) /* 5: at any time */
        return forbid_recall(&trial);
    const char *rule = forbid_now(&trial);
    return rule ? rule : forbid_turn(&trial);
}

const char *valley_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words)
{
    const char *answer;
    if (why_begins(setup, view, seat, action, seat == OCHRE_CHANCE ? "6.1" : "notation", words, &answer))
        return answer;
    const struct act_place place = {setup, view, seat};
    struct act_said said;
    const struct act *act = acts_find(valley_acts(seat), &place, action, &said);
    assert(act); /* every number is an act's */
    (void)act;
    return valley_forbid(&place, &said, words);
}
