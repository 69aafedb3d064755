/* valley_names.c: how things are called, in words and in notation, and the names read again, in any letter case (6,
 * 10). */
#include <assert.h>

#include "games/valley/valley.h"

const char valley_codes[VALLEY_SCENES][2] = {"B", "P", "R", "X", "W", "C", "H", "F"};

const char *const valley_laying_words[] = {"", "lay:", "lay:", "new:", "bon:B=", "use:B=", "use:B="};

const char *valley_scene_name(int scene)
{
    static const char *const names[] = {N_("Feast"), N_("Picking"), N_("Ritual"), N_("Fight"),
                                        N_("Water"), N_("Camp"),    N_("Hunt"),   N_("Fire")};
    assert(scene >= 0 && scene < VALLEY_SCENES);
    return names[scene];
}

/* "the {0} token": what a Fight token is called already lies on tiles. */
const char *valley_token_name(int scene)
{
    return scene == SCENE_FIGHT ? N_("Fight Mountain") : valley_scene_name(scene);
}

const char *const valley_phase_words[] = {"DEAL",   "START", "MAIN",   "FIGHT", "BONUS", "POST",
                                          "REFILL", "DROP",  "REVEAL", "OVER",  NULL};

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
    assert(phase >= 0 && phase < PHASE_COUNT);
    return names[phase];
}

const char *valley_player_name(int seat)
{
    static const char *const names[] = {N_("Player 1"), N_("Player 2"), N_("Player 3"), N_("Player 4")};
    assert(seat >= 0 && seat < OCHRE_SEATS_MAX);
    return names[seat];
}

const char *valley_square_name(int square)
{
    static const char *const names[VALLEY_SQUARES] = {
        "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2",
        "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4",
        "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "k1", "k2", "k3", "k4", "k5", "k6"};
    return square >= 0 && square < VALLEY_SQUARES ? names[square] : "?";
}

const char *valley_spot_name(int spot)
{
    static const char *const names[VALLEY_SPOTS] = {"k1", "k2", "k3", "k4", "k5", "k6", "w1", "w2"};
    return spot >= 0 && spot < VALLEY_SPOTS ? names[spot] : "?";
}

const char *valley_tile_id(const struct ochre_setup *setup, int tile)
{
    return tile < 0 ? "?" : valley_tables(setup)->tile[tile].id;
}

void valley_say_put(const struct ochre_setup *setup, int tile, int first, int second, struct ochre_text *text)
{
    text_add(text, valley_tile_id(setup, tile));
    text_char(text, '@');
    text_add(text, valley_square_name(first));
    text_add(text, valley_square_name(second));
}

void valley_say_face(const struct valley_tables *t, int face, struct ochre_text *text)
{
    text_add(text, t->half[face >> 1].id);
    text_char(text, face & 1 ? 'B' : 'A');
}

void valley_say_board(const struct valley_tables *t, const struct valley_seat *v, struct ochre_text *text)
{
    if (v->left != VALLEY_NONE)
        valley_say_face(t, v->left, text);
    text_char(text, '+');
    if (v->right != VALLEY_NONE)
        valley_say_face(t, v->right, text);
}

/* ---- parts of sentences ---- */

const char *valley_tile_part(char part[VALLEY_PART_SIZE], const struct ochre_text *text,
                             const struct ochre_setup *setup, int tile)
{
    struct ochre_text out = text_in(part, VALLEY_PART_SIZE, text->tongue);
    assert(tile >= 0 && tile < valley_tables(setup)->tiles);
    const uint8_t *scene = valley_tables(setup)->tile[tile].scene;
    text_add(&out, text_word(&out, valley_scene_name(scene[0])));
    text_add(&out, "\u2013");
    text_add(&out, text_word(&out, valley_scene_name(scene[1])));
    return part;
}

/* A cave is called by its gate, which has a name on the board. */
static const char *gate_name(const struct valley_seat *v, int square)
{
    return valley_square_name(square < VALLEY_FIELDS ? square : v->gate[square - VALLEY_FIELDS]);
}

const char *valley_at_part(char part[VALLEY_PART_SIZE], const struct ochre_text *text, const struct valley_seat *v,
                           int square)
{
    struct ochre_text out = text_in(part, VALLEY_PART_SIZE, text->tongue);
    assert(square >= 0 && square < VALLEY_SQUARES);
    if (square < VALLEY_FIELDS)
        text_say(&out, "on {0}", gate_name(v, square));
    else
        text_say(&out, "in the cave at {0}", gate_name(v, square));
    return part;
}

const char *valley_place_part(char part[VALLEY_PART_SIZE], const struct ochre_text *text, const struct valley_seat *v,
                              int square)
{
    struct ochre_text out = text_in(part, VALLEY_PART_SIZE, text->tongue);
    assert(square >= 0 && square < VALLEY_SQUARES);
    if (square < VALLEY_FIELDS)
        text_add(&out, gate_name(v, square));
    else
        text_say(&out, "the cave at {0}", gate_name(v, square));
    return part;
}

const char *valley_lie_part(char part[VALLEY_PART_SIZE], const struct ochre_text *text, const struct ochre_setup *setup,
                            const struct valley_put *put)
{
    struct ochre_text out = text_in(part, VALLEY_PART_SIZE, text->tongue);
    const uint8_t *scene = valley_tables(setup)->tile[put->tile].scene;
    int cave = put->at[0] >= VALLEY_FIELDS ? 0 : put->at[1] >= VALLEY_FIELDS ? 1 : -1;
    int first = cave > 0; /* the half in a cave is said first */
    const char *one = text_word(&out, valley_scene_name(scene[first]));
    const char *other = text_word(&out, valley_scene_name(scene[!first]));
    if (cave >= 0) /* the other half lies on its gate */
        text_say(&out, "{0} in the cave and {1} on {2}", one, other, valley_square_name(put->at[!first]));
    else
        text_say(&out, "{0} on {1} and {2} on {3}", one, valley_square_name(put->at[0]), other,
                 valley_square_name(put->at[1]));
    return part;
}

/* ---- names read ---- */

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

int valley_read_scene(const char **at)
{
    for (int scene = 0; scene < VALLEY_SCENES; scene++)
        if (upper(**at) == valley_codes[scene][0]) {
            (*at)++;
            return scene;
        }
    return -1;
}

static int read_name(const char **at, const char *(*name)(int), int count)
{
    for (int i = 0; i < count; i++)
        if (read_word(at, name(i)))
            return i;
    return -1;
}

int valley_read_square(const char **at)
{
    return read_name(at, valley_square_name, VALLEY_SQUARES);
}

int valley_read_spot(const char **at)
{
    return read_name(at, valley_spot_name, VALLEY_SPOTS);
}

int valley_read_tile(const struct valley_tables *t, const char **at)
{
    const char *text = *at;
    int first = valley_read_scene(&text);
    int second = first < 0 ? -1 : valley_read_scene(&text);
    for (int tile = 0; second >= 0 && tile < t->tiles; tile++)
        if (t->tile[tile].scene[0] == first && t->tile[tile].scene[1] == second && t->tile[tile].id[2] == *text) {
            *at = text + 1;
            return tile;
        }
    return -1;
}

bool valley_read_put(const struct valley_tables *t, const char **at, struct valley_put *put)
{
    put->tile = valley_read_tile(t, at);
    if (put->tile < 0 || *(*at)++ != '@')
        return false;
    put->at[0] = valley_read_square(at);
    put->at[1] = put->at[0] < 0 ? -1 : valley_read_square(at);
    return put->at[1] >= 0;
}

int valley_read_face(const struct valley_tables *t, const char **at, bool is_right)
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
