/* valley_parse.c: the notation read (6), in any letter case. */
#include "games/valley/valley.h"

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Steps over `word` whatever its case. */
static bool read_word(const char **at, const char *word)
{
    const char *text = *at;
    for (; *word; word++, text++)
        if (lower(*text) != *word)
            return false;
    *at = text;
    return true;
}

int read_scene(const char **at)
{
    for (int scene = 0; scene < VALLEY_SCENES; scene++)
        if (upper(**at) == valley_codes[scene]) {
            (*at)++;
            return scene;
        }
    return -1;
}

int read_square(const char **at)
{
    for (int square = 0; square < VALLEY_SQUARES; square++)
        if (read_word(at, square_name(square)))
            return square;
    return -1;
}

int read_spot(const char **at)
{
    for (int spot = 0; spot < VALLEY_SPOTS; spot++)
        if (read_word(at, spot_name(spot)))
            return spot;
    return -1;
}

int read_tile(const struct valley_tables *t, const char **at)
{
    const char *text = *at;
    int first = read_scene(&text);
    int second = first < 0 ? -1 : read_scene(&text);
    for (int tile = 0; second >= 0 && tile < t->tiles; tile++)
        if (t->tile[tile].scene[0] == first && t->tile[tile].scene[1] == second && t->tile[tile].id[2] == *text) {
            *at = text + 1;
            return tile;
        }
    return -1;
}

bool read_put(const struct valley_tables *t, const char **at, int *tile, int squares[2])
{
    *tile = read_tile(t, at);
    if (*tile < 0 || *(*at)++ != '@')
        return false;
    squares[0] = read_square(at);
    squares[1] = squares[0] < 0 ? -1 : read_square(at);
    return squares[1] >= 0;
}

static int read_seat(const char **at)
{
    if (lower((*at)[0]) != 'p' || (*at)[1] < '1' || (*at)[1] > '4')
        return -1;
    *at += 2;
    return (*at)[-1] - '1';
}

int read_face(const struct valley_tables *t, const char **at, bool is_right)
{
    for (int half = 0; half < t->halves; half++) {
        const char *text = *at;
        const char *id = t->half[half].id;
        while (*id && upper(*text) == *id) {
            id++;
            text++;
        }
        int face = upper(*text) - 'A';
        if (*id || t->half[half].is_right != is_right || face < 0 || face >= t->half[half].faces)
            continue;
        *at = text + 1;
        return 2 * half + face;
    }
    return -1;
}

/* What stands behind "use:" and "bon:". */
static bool read_effect(const struct valley_tables *t, const char **at, struct valley_move *move)
{
    move->scene = read_scene(at);
    if (move->scene == SCENE_CAMP || move->scene == SCENE_PICKING || (move->scene == SCENE_HUNT && **at == '\0'))
        return true;
    if (move->scene < 0 || *(*at)++ != '=')
        return false;
    switch (move->scene) {
    case SCENE_FEAST: return read_put(t, at, &move->tile, move->at);
    case SCENE_RITUAL:
        if (lower(**at) == 'u') {
            (*at)++;
            move->regain = read_scene(at);
            return move->regain >= 0;
        }
        move->spot = read_spot(at);
        return move->spot >= 0;
    case SCENE_FIGHT: move->tile = read_tile(t, at); return move->tile >= 0;
    case SCENE_WATER:
        move->tile = read_tile(t, at);
        if (move->tile < 0 || *(*at)++ != '/')
            return false;
        move->other = read_tile(t, at);
        return move->other >= 0;
    case SCENE_HUNT:
        if (**at == '0' && (*at)[1])
            return false; /* one text for each move: no H=03 */
        if (!text_read_number(at, 3, &move->convert))
            return false;
        move->convert = move->convert == 0 ? -1 : move->convert; /* H=0 is no way to say H */
        return true;
    default:
        move->is_off = **at == '-';
        if (move->is_off) {
            (*at)++;
        } else {
            move->seat = read_seat(at);
            if (move->seat < 0 || *(*at)++ != '.')
                return false;
        }
        move->at[0] = read_square(at);
        return move->at[0] >= 0;
    }
}

/* The text as a move; false when it is none. */
static bool read_move(const struct valley_tables *t, const char *text, struct valley_move *move)
{
    static const char *const verbs[] = {
        "lay:", "new:", "stop", "done", "use:", "bon:", "take:", "drop:", "hit:", "recall:"};
    *move = (struct valley_move){
        .scene = -1, .tile = -1, .other = -1, .at = {-1, -1}, .seat = -1, .spot = -1, .regain = -1};
    const char *at = text;
    int verb = 0;
    while (verb <= VERB_RECALL && !read_word(&at, verbs[verb]))
        verb++;
    move->verb = (enum valley_verb)verb;
    bool is_read = false;
    switch (verb) {
    case VERB_LAY:
    case VERB_NEW: is_read = read_put(t, &at, &move->tile, move->at); break;
    case VERB_STOP:
    case VERB_DONE: is_read = true; break;
    case VERB_USE:
    case VERB_BON: is_read = read_effect(t, &at, move); break;
    case VERB_HIT:
        move->seat = read_seat(&at);
        is_read = move->seat >= 0;
        break;
    case VERB_TAKE:
    case VERB_DROP:
    case VERB_RECALL:
        move->tile = read_tile(t, &at);
        is_read = move->tile >= 0;
        break;
    default: break;
    }
    return is_read && *at == '\0';
}

/* ---- numbers ---- */

static int steps_to(const struct ochre_setup *setup, int from, int seat)
{
    return (seat - from + setup->seats) % setup->seats;
}

static int slot_of(const struct valley_seat *v, int tile)
{
    int slot = 0;
    while (slot < v->pool_count && v->pool[slot] != tile)
        slot++;
    return slot;
}

static ochre_action effect_number(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                                  const struct valley_move *move)
{
    const struct valley_seat *v = &s->seat[seat];
    switch (move->scene) {
    case SCENE_RITUAL: return (ochre_action)(move->regain >= 0 ? ACT_REGAIN + move->regain : ACT_RITUAL + move->spot);
    case SCENE_FIGHT: return (ochre_action)(ACT_THREAT + address_of(setup, s, seat, move->tile));
    case SCENE_WATER:
        return (ochre_action)(ACT_SWAP + SWAP_WIDTH * slot_of(v, move->tile) + address_of(setup, s, seat, move->other) -
                              ADDRESS_COMMON);
    case SCENE_FIRE:
        return (ochre_action)(move->is_off
                                  ? ACT_UNBEAR + move->at[0]
                                  : ACT_BEAR + VALLEY_SQUARES * (steps_to(setup, seat, move->seat) - 1) + move->at[0]);
    case SCENE_CAMP: return ACT_CAMP;
    case SCENE_PICKING: return ACT_PICK;
    default: return (ochre_action)(ACT_HUNT + move->convert);
    }
}

/* The number of a move that is allowed (11.3). */
static ochre_action number_of(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                              const struct valley_move *move)
{
    const struct valley_seat *v = &s->seat[seat];
    switch (move->verb) {
    case VERB_STOP: return ACT_STOP;
    case VERB_DONE: return ACT_DONE;
    case VERB_HIT: return (ochre_action)(ACT_HIT + steps_to(setup, seat, move->seat));
    case VERB_TAKE: return (ochre_action)(ACT_TAKE + address_of(setup, s, seat, move->tile) - ADDRESS_COMMON);
    case VERB_DROP: return (ochre_action)(ACT_DROP + address_of(setup, s, seat, move->tile) - ADDRESS_COMMON);
    case VERB_RECALL: return (ochre_action)(ACT_RECALL + address_of(setup, s, seat, move->tile));
    default: break;
    }
    if (move->scene >= 0 && move->scene != SCENE_FEAST)
        return effect_number(setup, s, seat, move);
    return (ochre_action)((move->verb == VERB_USE ? ACT_USE_LAY : ACT_LAY) + slot_of(v, move->tile) * VALLEY_PLACES +
                          edge_between(v, move->at[0], move->at[1]));
}

/* ---- chance ---- */

/* The outcome that a text like "left:p1=L3B" names, -1 when it is none for this step. */
static int read_outcome(const struct ochre_setup *setup, const struct valley_state *s, const char *text)
{
    const struct valley_tables *t = valley_tables(setup);
    struct deal_step step = valley_deal_step(setup, s);
    const char *at = text;
    int number = -1;
    if (read_word(&at, "draw:")) {
        int tile = read_tile(t, &at);
        number = tile < 0 ? -1 : DRAW_TILE + tile;
    } else if (read_word(&at, "first:")) {
        int seat = read_seat(&at);
        number = seat < 0 ? -1 : DRAW_FIRST + seat;
    } else if (read_word(&at, "token:")) {
        if (read_seat(&at) != step.seat || *at++ != '.' || read_spot(&at) != step.spot || *at++ != '=')
            return -1;
        int scene = read_scene(&at);
        number = scene < 0 ? -1 : DRAW_TOKEN + scene;
    } else {
        bool is_right = read_word(&at, "right:");
        if (!is_right && !read_word(&at, "left:"))
            return -1;
        if (read_seat(&at) != step.seat || *at++ != '=')
            return -1;
        int face = read_face(t, &at, is_right);
        number = face < 0 ? -1 : DRAW_FACE + face;
    }
    return *at ? -1 : number;
}

const char *valley_parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words)
{
    const struct valley_state *s = valley_seen(view);
    if (seat == OCHRE_CHANCE) {
        int outcome = read_outcome(setup, s, text);
        if (outcome < 0) {
            if (words)
                text_say(words, "Chance moves are written like draw:HF1, left:p1=L3B or token:p1.k1=F.");
            return "notation";
        }
        *action = (ochre_action)outcome;
        return NULL;
    }
    struct valley_move move;
    if (!read_move(valley_tables(setup), text, &move)) {
        if (words)
            text_say(words, "That is no move. Moves are written like lay:HF1@k3a3, bon:C, use:R=w1, take:XC1 or done.");
        return "notation";
    }
    /* Numbers are shared (lay and new, use and bon), so the meaning is judged before there is a number. */
    const char *rule = valley_forbid(setup, s, seat, &move, words);
    if (!rule)
        *action = number_of(setup, s, seat, &move);
    return rule;
}
