/* valley_acts.c: the moves as tables: their numbers, how they are written, and what one points at (6, 11.3). */
#include <assert.h>

#include "games/valley/valley.h"

static const struct valley_state *state_of(const struct act_place *place)
{
    return valley_seen(place->view);
}

/* ---- what things are called ---- */

static const char *name_of_tile(const struct act_place *place, int tile)
{
    const struct valley_tables *t = valley_tables(place->setup);
    return tile < t->tiles ? t->tile[tile].id : NULL;
}

static const char *name_of_square(const struct act_place *place, int square)
{
    (void)place;
    return square < VALLEY_SQUARES ? valley_square_name(square) : NULL;
}

static const char *name_of_spot(const struct act_place *place, int spot)
{
    (void)place;
    return spot < VALLEY_SPOTS ? valley_spot_name(spot) : NULL;
}

static const char *name_of_scene(const struct act_place *place, int scene)
{
    (void)place;
    return scene < VALLEY_SCENES ? valley_codes[scene] : NULL;
}

static const char *name_of_seat(const struct act_place *place, int seat)
{
    (void)place;
    return seat < OCHRE_SEATS_MAX ? seat_code(seat) : NULL;
}

/* ---- tiles: by their addresses, the own ones first ---- */

static int address_of(const struct act_place *place, const struct act_said *said, int n)
{
    return valley_address_of(place->setup, state_of(place), place->seat, said->thing[n]);
}

static int tile_at(const struct act_place *place, const struct act_said *said, int n, int address)
{
    (void)said;
    (void)n;
    return valley_tile_at(place->setup, state_of(place), place->seat, address);
}

/* The same without the own ones. */
static int other_address_of(const struct act_place *place, const struct act_said *said, int n)
{
    return address_of(place, said, n) - ADDRESS_COMMON;
}

static int other_tile_at(const struct act_place *place, const struct act_said *said, int n, int address)
{
    return tile_at(place, said, n, address + ADDRESS_COMMON);
}

/* ---- placements: two squares in one number, whether or not they are adjacent ---- */

struct valley_put valley_put_of(const int thing[])
{
    int squares = thing[1];
    return (struct valley_put){thing[0], {squares / VALLEY_SQUARES, squares % VALLEY_SQUARES}};
}

static void say_first(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    (void)n;
    text_add(text, valley_square_name(valley_put_of(said->thing).at[0]));
}

static void say_second(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    (void)n;
    text_add(text, valley_square_name(valley_put_of(said->thing).at[1]));
}

static void say_squares(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    say_first(place, said, n, text);
    say_second(place, said, n, text);
}

static bool read_squares(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    (void)place;
    int first = valley_read_square(at);
    int second = first < 0 ? -1 : valley_read_square(at);
    said->thing[n] = VALLEY_SQUARES * first + second;
    return second >= 0;
}

static int place_of(const struct act_place *place, const struct act_said *said, int n)
{
    (void)n;
    struct valley_put put = valley_put_of(said->thing);
    return valley_edge_between(&state_of(place)->seat[place->seat], put.at[0], put.at[1]);
}

static int squares_of(const struct act_place *place, const struct act_said *said, int n, int digit)
{
    (void)said;
    (void)n;
    int squares[2];
    assert(digit >= 0 && digit < VALLEY_PLACES);
    valley_edge_squares(&state_of(place)->seat[place->seat], digit / 2, squares);
    return VALLEY_SQUARES * squares[digit & 1] + squares[!(digit & 1)];
}

/* ---- steaks ---- */

static void say_steaks(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    text_int(text, said->thing[n]);
}

/* One text for each move: no H=03. */
static bool read_steaks(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    (void)place;
    return (**at != '0' || !(*at)[1]) && text_read_number(at, 3, &said->thing[n]);
}

static int steaks_digit(const struct act_place *place, const struct act_said *said, int n)
{
    (void)place;
    return said->thing[n] - 1;
}

static int steaks_of(const struct act_place *place, const struct act_said *said, int n, int digit)
{
    (void)place;
    (void)said;
    (void)n;
    return digit + 1;
}

/* ---- seats: counted from the one that moves ---- */

static int steps_to(const struct act_place *place, const struct act_said *said, int n)
{
    return (said->thing[n] - place->seat + place->setup->seats) % place->setup->seats;
}

static int seat_after(const struct act_place *place, const struct act_said *said, int n, int steps)
{
    (void)said;
    (void)n;
    return steps < place->setup->seats ? valley_seat_from(place->setup, place->seat, steps) : -1;
}

/* The same without the one that moves. */
static int other_steps_to(const struct act_place *place, const struct act_said *said, int n)
{
    return steps_to(place, said, n) - 1;
}

static int other_seat_after(const struct act_place *place, const struct act_said *said, int n, int digit)
{
    return seat_after(place, said, n, digit + 1);
}

static void say_mover(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)said;
    (void)n;
    text_add(text, seat_code(place->seat));
}

/* ---- what is dealt: the step of set-up says to whom and where (6.1) ---- */

static int dealt_seat(const struct act_place *place, const struct act_said *said, int n, int digit)
{
    (void)said;
    (void)n;
    (void)digit;
    return valley_next_deal(place->setup, state_of(place)).seat;
}

static int dealt_spot(const struct act_place *place, const struct act_said *said, int n, int digit)
{
    (void)said;
    (void)n;
    (void)digit;
    return valley_next_deal(place->setup, state_of(place)).spot;
}

static int is_dealt_seat(const struct act_place *place, const struct act_said *said, int n)
{
    return said->thing[n] == dealt_seat(place, said, n, 0) ? 0 : -1;
}

static int is_dealt_spot(const struct act_place *place, const struct act_said *said, int n)
{
    return said->thing[n] == dealt_spot(place, said, n, 0) ? 0 : -1;
}

static void say_face(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    const struct valley_tables *t = valley_tables(place->setup);
    if (said->thing[n] / 2 < t->halves)
        valley_say_face(t, said->thing[n], text);
}

static bool read_face(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    said->thing[n] = valley_read_face(valley_tables(place->setup), at, said->act->verb == VERB_RIGHT);
    return said->thing[n] >= 0;
}

/* ---- the tables ---- */

static const struct act_kind kinds[ACT_LETTERS] = {
    ['t'] = {VALLEY_POOL, .name = name_of_tile, .digit = address_of, .thing = tile_at},
    ['a'] = {ADDRESSES, .name = name_of_tile, .digit = address_of, .thing = tile_at},
    ['o'] = {SWAP_WIDTH, .name = name_of_tile, .digit = other_address_of, .thing = other_tile_at},
    ['c'] = {VALLEY_COMMON, .name = name_of_tile, .digit = other_address_of, .thing = other_tile_at},
    ['p'] = {VALLEY_PLACES, .say = say_squares, .read = read_squares, .digit = place_of, .thing = squares_of},
    ['q'] = {VALLEY_SQUARES, .name = name_of_square},
    ['k'] = {VALLEY_SPOTS, .name = name_of_spot},
    ['s'] = {VALLEY_SCENES, .name = name_of_scene},
    ['n'] = {VALLEY_STEAKS, .say = say_steaks, .read = read_steaks, .digit = steaks_digit, .thing = steaks_of},
    ['h'] = {OCHRE_SEATS_MAX, .name = name_of_seat, .digit = steps_to, .thing = seat_after},
    ['v'] = {OCHRE_SEATS_MAX - 1, .name = name_of_seat, .digit = other_steps_to, .thing = other_seat_after},
    /* Only to be pointed at. */
    ['1'] = {1, .say = say_first},
    ['2'] = {1, .say = say_second},
    ['m'] = {1, .say = say_mover},
    /* Of chance. */
    ['S'] = {OCHRE_SEATS_MAX, .name = name_of_seat},
    ['D'] = {1, .name = name_of_seat, .digit = is_dealt_seat, .thing = dealt_seat},
    ['K'] = {1, .name = name_of_spot, .digit = is_dealt_spot, .thing = dealt_spot},
    ['F'] = {2 * VALLEY_HALVES, .say = say_face, .read = read_face},
    ['T'] = {VALLEY_TILES, .name = name_of_tile},
};

static bool is_bonus(const struct act_place *place)
{
    return state_of(place)->phase == PHASE_BONUS;
}

static bool is_no_bonus(const struct act_place *place)
{
    return !is_bonus(place);
}

static bool is_new(const struct act_place *place)
{
    return valley_is_new(place->setup, state_of(place));
}

static bool is_right_dealt(const struct act_place *place)
{
    return valley_next_deal(place->setup, state_of(place)).kind == DEAL_RIGHT;
}

/* An effect, of a scene or of a token: the number is the same, the phase tells which. */
#define EFFECT(verb, first, form, touch)                                                                               \
    {VERB_BONUS | (verb), "bon:" form, first, is_bonus, "scene:" touch},                                               \
    {                                                                                                                  \
        (verb), "use:" form, first, is_no_bonus, "token:" touch                                                        \
    }

static const struct act moves[] = {
    {VERB_BONUS | VERB_FEAST, "bon:B=%t@%p", ACT_LAY, is_bonus, "scene:B tile:%t %m.%1 %m.%2"},
    {VERB_NEW, "new:%t@%p", ACT_LAY, is_new, "tile:%t %m.%1 %m.%2"},
    {VERB_LAY, "lay:%t@%p", ACT_LAY, NULL, "tile:%t %m.%1 %m.%2"},
    {VERB_FEAST, "use:B=%t@%p", ACT_USE_LAY, NULL, "token:B tile:%t %m.%1 %m.%2"},
    EFFECT(VERB_RITUAL, ACT_RITUAL, "R=%k", "R %m.%k"),
    EFFECT(VERB_REGAIN, ACT_REGAIN, "R=u%s", "R used:%s"),
    EFFECT(VERB_THREAT, ACT_THREAT, "X=%a", "X tile:%a"),
    EFFECT(VERB_SWAP, ACT_SWAP, "W=%t/%o", "W tile:%t tile:%o"),
    EFFECT(VERB_BEAR, ACT_BEAR, "F=%v.%q", "F %v.%q"),
    EFFECT(VERB_UNBEAR, ACT_UNBEAR, "F=-%q", "F %m.%q"),
    EFFECT(VERB_CAMP, ACT_CAMP, "C", "C"),
    EFFECT(VERB_PICK, ACT_PICK, "P", "P"),
    EFFECT(VERB_HUNT, ACT_HUNT, "H", "H steaks:0"),
    EFFECT(VERB_CONVERT, ACT_HUNT + 1, "H=%n", "H steaks:%n"),
    {VERB_RECALL, "recall:%a", ACT_RECALL, NULL, "fight:%a"},
    {VERB_TAKE, "take:%c", ACT_TAKE, NULL, "tile:%c"},
    {VERB_DROP, "drop:%c", ACT_DROP, NULL, "tile:%c"},
    {VERB_HIT, "hit:%h", ACT_HIT, NULL, "fight:%h"},
    {VERB_DONE, "done", ACT_DONE, NULL, "button:done"},
    {VERB_STOP, "stop", ACT_STOP, NULL, "button:stop"},
};

static const struct act draws[] = {
    {VERB_FIRST, "first:%S", .first = DRAW_FIRST},
    {VERB_RIGHT, "right:%D=%F", .first = DRAW_FACE, .fits = is_right_dealt},
    {VERB_LEFT, "left:%D=%F", .first = DRAW_FACE},
    {VERB_TOKEN, "token:%D.%K=%s", .first = DRAW_TOKEN},
    {VERB_DRAW, "draw:%T", .first = DRAW_TILE},
};

const struct acts *valley_acts(int seat)
{
    static const struct acts of_seats = {ACTS_OF(moves), .kinds = kinds, .is_any_case = true};
    static const struct acts of_chance = {ACTS_OF(draws), .kinds = kinds, .is_any_case = true};
    return seat == OCHRE_CHANCE ? &of_chance : &of_seats;
}
