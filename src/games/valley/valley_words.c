/* valley_words.c: names and the notation written (6, 10). Reading it is the matter of valley_parse.c. */
#include "games/valley/valley.h"

const char valley_codes[] = "BPRXWCHF";

const char *valley_scene_name(int scene)
{
    static const char *const names[] = {N_("Feast"), N_("Picking"), N_("Ritual"), N_("Fight"),
                                        N_("Water"), N_("Camp"),    N_("Hunt"),   N_("Fire")};
    return names[scene];
}

const char *valley_phase_word(int phase)
{
    static const char *const words[] = {"DEAL", "START",  "MAIN", "FIGHT",  "BONUS",
                                        "POST", "REFILL", "DROP", "REVEAL", "OVER"};
    return words[phase];
}

const char *valley_phase_name(int phase)
{
    static const char *const names[] = {N_("Set-up"),
                                        N_("First tile"),
                                        N_("Lay a tile"),
                                        N_("Order of the Fights"),
                                        N_("Bonuses"),
                                        N_("Mountain token?"),
                                        N_("Refill the Personal Pool"),
                                        N_("Drop a tile"),
                                        N_("Reveal tiles"),
                                        N_("End of the game")};
    return names[phase];
}

const char *square_name(int square)
{
    static const char names[VALLEY_SQUARES][3] = {
        "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2",
        "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4",
        "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "k1", "k2", "k3", "k4", "k5", "k6"};
    return square >= 0 && square < VALLEY_SQUARES ? names[square] : "?";
}

const char *spot_name(int spot)
{
    static const char names[VALLEY_SPOTS][3] = {"k1", "k2", "k3", "k4", "k5", "k6", "w1", "w2"};
    return spot >= 0 && spot < VALLEY_SPOTS ? names[spot] : "?";
}

const char *valley_seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)setup;
    (void)view;
    static const char *const names[] = {N_("Player 1"), N_("Player 2"), N_("Player 3"), N_("Player 4")};
    return names[seat];
}

static void say_face(const struct valley_tables *t, int face, struct ochre_text *text)
{
    text_add(text, t->half[face >> 1].id);
    text_char(text, face & 1 ? 'B' : 'A');
}

void valley_say_board(const struct valley_tables *t, const struct valley_seat *v, struct ochre_text *text)
{
    if (v->left != VALLEY_NONE)
        say_face(t, v->left, text);
    text_char(text, '+');
    if (v->right != VALLEY_NONE)
        say_face(t, v->right, text);
}

/* ---- from a number to the move it means ---- */

static int or_none(int tile)
{
    return tile == VALLEY_NONE ? -1 : tile;
}

static void placement_of(const struct valley_state *s, int seat, int number, struct valley_move *move)
{
    const struct valley_seat *v = &s->seat[seat];
    int slot = number / VALLEY_PLACES;
    int place = number % VALLEY_PLACES;
    int squares[2];
    edge_squares(v, place / 2, squares);
    move->at[0] = squares[place & 1];
    move->at[1] = squares[!(place & 1)];
    move->tile = slot < v->pool_count ? v->pool[slot] : -1;
}

static void effect_of(const struct ochre_setup *setup, const struct valley_state *s, int seat, int number,
                      struct valley_move *move)
{
    switch (move->scene) {
    case SCENE_RITUAL:
        if (number < ACT_REGAIN)
            move->spot = number - ACT_RITUAL;
        else
            move->regain = number - ACT_REGAIN;
        break;
    case SCENE_FIGHT: move->tile = or_none(tile_at(setup, s, seat, number - ACT_THREAT)); break;
    case SCENE_WATER:
        move->tile = or_none(tile_at(setup, s, seat, (number - ACT_SWAP) / SWAP_WIDTH));
        move->other = or_none(tile_at(setup, s, seat, (number - ACT_SWAP) % SWAP_WIDTH + ADDRESS_COMMON));
        break;
    case SCENE_FIRE: {
        move->is_off = number >= ACT_UNBEAR;
        move->at[0] = move->is_off ? number - ACT_UNBEAR : (number - ACT_BEAR) % VALLEY_SQUARES;
        int step = (number - ACT_BEAR) / VALLEY_SQUARES + 1;
        if (!move->is_off && step < setup->seats)
            move->seat = seat_from(setup, seat, step);
        break;
    }
    case SCENE_HUNT: move->convert = number - ACT_HUNT; break;
    default: break;
    }
}

void valley_move_of(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action action,
                    struct valley_move *move)
{
    int number = (int)action;
    *move = (struct valley_move){
        .scene = -1, .tile = -1, .other = -1, .at = {-1, -1}, .seat = -1, .spot = -1, .regain = -1};
    if (action >= ACT_RECALL) {
        move->verb = action == ACT_STOP   ? VERB_STOP
                     : action == ACT_DONE ? VERB_DONE
                     : action >= ACT_HIT  ? VERB_HIT
                     : action >= ACT_DROP ? VERB_DROP
                     : action >= ACT_TAKE ? VERB_TAKE
                                          : VERB_RECALL;
        int step = number - ACT_HIT;
        if (move->verb == VERB_HIT && step < setup->seats)
            move->seat = seat_from(setup, seat, step);
        else if (move->verb == VERB_RECALL)
            move->tile = or_none(tile_at(setup, s, seat, number - ACT_RECALL));
        else if (move->verb == VERB_TAKE || move->verb == VERB_DROP)
            move->tile = or_none(
                tile_at(setup, s, seat, ADDRESS_COMMON + number - (move->verb == VERB_TAKE ? ACT_TAKE : ACT_DROP)));
        return;
    }
    if (action < ACT_USE_LAY && s->phase != PHASE_BONUS) {
        move->verb = valley_is_new(setup, s) ? VERB_NEW : VERB_LAY;
        placement_of(s, seat, number, move);
        return;
    }
    move->verb = s->phase == PHASE_BONUS && (action < ACT_USE_LAY || action >= ACT_RITUAL) ? VERB_BON : VERB_USE;
    move->scene = effect_scene(action);
    if (move->scene == SCENE_FEAST)
        placement_of(s, seat, number % ACT_USE_LAY, move);
    else
        effect_of(setup, s, seat, number, move);
}

/* ---- writing ---- */

static const char *tile_name(const struct ochre_setup *setup, int tile)
{
    return tile < 0 ? "?" : valley_tables(setup)->tile[tile].id;
}

static void say_put(const struct ochre_setup *setup, const struct valley_move *move, struct ochre_text *text)
{
    text_add(text, tile_name(setup, move->tile));
    text_char(text, '@');
    text_add(text, square_name(move->at[0]));
    text_add(text, square_name(move->at[1]));
}

static void say_effect(const struct ochre_setup *setup, const struct valley_move *move, struct ochre_text *text)
{
    text_char(text, valley_codes[move->scene]);
    if (move->scene == SCENE_CAMP || move->scene == SCENE_PICKING || (move->scene == SCENE_HUNT && !move->convert))
        return;
    text_char(text, '=');
    switch (move->scene) {
    case SCENE_FEAST: say_put(setup, move, text); break;
    case SCENE_RITUAL:
        if (move->regain >= 0) {
            text_char(text, 'u');
            text_char(text, valley_codes[move->regain]);
        } else {
            text_add(text, spot_name(move->spot));
        }
        break;
    case SCENE_FIGHT: text_add(text, tile_name(setup, move->tile)); break;
    case SCENE_WATER:
        text_add(text, tile_name(setup, move->tile));
        text_char(text, '/');
        text_add(text, tile_name(setup, move->other));
        break;
    case SCENE_HUNT: text_int(text, move->convert); break;
    default:
        if (move->is_off) {
            text_char(text, '-');
        } else {
            text_add(text, move->seat < 0 ? "?" : seat_code(move->seat));
            text_char(text, '.');
        }
        text_add(text, square_name(move->at[0]));
        break;
    }
}

void valley_say_move(const struct ochre_setup *setup, const struct valley_move *move, struct ochre_text *text)
{
    static const char *const verbs[] = {
        "lay:", "new:", "stop", "done", "use:", "bon:", "take:", "drop:", "hit:", "recall:"};
    text_add(text, verbs[move->verb]);
    switch (move->verb) {
    case VERB_LAY:
    case VERB_NEW: say_put(setup, move, text); break;
    case VERB_USE:
    case VERB_BON: say_effect(setup, move, text); break;
    case VERB_HIT: text_add(text, move->seat < 0 ? "?" : seat_code(move->seat)); break;
    case VERB_TAKE:
    case VERB_DROP:
    case VERB_RECALL: text_add(text, tile_name(setup, move->tile)); break;
    default: break;
    }
}

/* Chance (6.1). */
static void say_outcome(const struct ochre_setup *setup, const struct valley_state *s, int outcome,
                        struct ochre_text *text)
{
    const struct valley_tables *t = valley_tables(setup);
    struct deal_step step = valley_deal_step(setup, s);
    if (outcome >= DRAW_TILE) {
        text_add(text, "draw:");
        text_add(text, outcome - DRAW_TILE < t->tiles ? t->tile[outcome - DRAW_TILE].id : "?");
    } else if (outcome >= DRAW_TOKEN) {
        text_add(text, "token:");
        text_add(text, seat_code(step.seat));
        text_char(text, '.');
        text_add(text, spot_name(step.spot));
        text_char(text, '=');
        text_char(text, valley_codes[outcome - DRAW_TOKEN]);
    } else if (outcome >= DRAW_FACE) {
        int face = outcome - DRAW_FACE;
        text_add(text, face / 2 < t->halves && t->half[face / 2].is_right ? "right:" : "left:");
        text_add(text, seat_code(step.seat));
        text_char(text, '=');
        if (face / 2 < t->halves)
            say_face(t, face, text);
    } else {
        text_add(text, "first:");
        text_add(text, seat_code(outcome - DRAW_FIRST));
    }
}

void valley_format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text)
{
    const struct valley_state *s = valley_seen(view);
    if (action >= (seat == OCHRE_CHANCE ? (ochre_action)VALLEY_OUTCOMES : (ochre_action)VALLEY_ACTIONS)) {
        text_char(text, '?');
        return;
    }
    if (seat == OCHRE_CHANCE) {
        say_outcome(setup, s, (int)action, text);
        return;
    }
    struct valley_move move;
    valley_move_of(setup, s, seat, action, &move);
    valley_say_move(setup, &move, text);
}
