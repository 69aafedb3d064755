/* dice.c: the table of dice, its options, what is agreed before play, and what a sane state is. */
#include "games/dice/dice.h"

static const struct ochre_option options[] = {
    [DICE_MODE] = {.name = "mode",
                   .choices = (const char *const[]){"2", "4t", "4i", NULL},
                   .fallback = "2",
                   .about = N_("two players, four in two teams, or four alone")},
    [DICE_SIZE] = {.name = "size",
                   .min = DICE_SIZE_MIN,
                   .max = DICE_SIZE_MAX,
                   .fallback = "8",
                   .about = N_("squares along an edge of the board")},
    [DICE_SETUP] = {.name = "setup",
                    .choices = (const char *const[]){"classic", "ranks", NULL},
                    .fallback = "classic",
                    .about = N_("back row of 2s, or growing to the middle (two players)")},
    [DICE_FACES] =
        {.name = "faces", .min = 2, .max = DICE_FACES_MAX, .fallback = "6", .about = N_("largest value of a unit")},
    [DICE_ALLY] = {.name = "ally",
                   .choices = (const char *const[]){"on", "off", NULL},
                   .fallback = "on",
                   .about = N_("units may form alliances")},
    [DICE_CHAIN] = {.name = "chain",
                    .choices = (const char *const[]){"off", "on", NULL},
                    .fallback = "off",
                    .about = N_("an alliance may join an alliance")},
    [DICE_MARTYR] = {.name = "martyr",
                     .choices = (const char *const[]){"remove", "swap", "off", NULL},
                     .fallback = "remove",
                     .about = N_("martyr's right: both units leave, change owner, or no such right")},
    [DICE_NP] = {.name = "np",
                 .min = 1,
                 .max = DICE_NP_MAX,
                 .fallback = "100",
                 .about = N_("turns without progress that end the play (four alone: 200)")},
    [DICE_ADJ] = {.name = "adj",
                  .choices = (const char *const[]){"draw", "sum", NULL},
                  .fallback = "draw",
                  .about = N_("a drawn end is a draw, or the largest sum of values wins")},
    {0},
};

static const struct ochre_event_kind events[] = {
    [DICE_SLID] = {"slid", "colour from to unit"},
    [DICE_ROTATED] = {"rotated", "colour square unit diagonal"},
    [DICE_CAPTURED] = {"captured", "colour from to unit prey value"},
    [DICE_RENOUNCED] = {"renounced", "colour square value"},
    [DICE_MARTYRED] = {"martyred", "colour square target unit"},
    [DICE_SWAPPED] = {"swapped", "colour square target unit"},
    [DICE_ALLIED] = {"allied", "colour from to value"},
    [DICE_LEFT] = {"left", "seat colour"},
    [DICE_BEATEN] = {"beaten", "colour"},
    [DICE_ENDED] = {"ended", "how colours"},
    {0},
};

/* ---- compile ---- */

/* 3.7: the colours for which a square lies beyond the middle. */
static uint8_t crossed_by(const struct dice_rules *rules, int square)
{
    int half = (rules->n + 1) / 2;
    int file = square % rules->n + 1;
    int rank = square / rules->n + 1;
    bool north = rank > half;
    bool south = rank <= rules->n - half;
    bool east = file > half;
    bool west = file <= rules->n - half;
    if (rules->mode == MODE_TWO)
        return (uint8_t)(north | south << 1);
    if (rules->mode == MODE_TEAMS)
        return (uint8_t)(((north && west) || (south && east)) | ((north && east) || (south && west)) << 1);
    return (uint8_t)((north || east) | (south || east) << 1 | (south || west) << 2 | (north || west) << 3);
}

/* A list this long is enough for any position: U own units against E others have at most U * (4 * (F - 2 + E) + 1)
 * turns when captures give the right, and U * (4 * F + 1) otherwise. */
static uint32_t longest_list(const struct dice_rules *rules)
{
    int longest = 0;
    for (int own = 1; own <= rules->squares; own++) {
        int others = rules->squares - own;
        int each = rules->faces;
        if (rules->martyr != MARTYR_OFF && rules->faces - 2 + others > each)
            each = rules->faces - 2 + others;
        if (own * (4 * each + 1) > longest)
            longest = own * (4 * each + 1);
    }
    return (uint32_t)longest + 8; /* runs are written eight at a time */
}

/* Seats and mode must fit; what was not said follows from the other (2). */
static int agree_mode(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    struct ochre_option_value *mode = &setup->option[DICE_MODE];
    if (!terms->given[DICE_MODE] && setup->seats == 4) {
        mode->number = MODE_TEAMS;
        struct ochre_text word = text_on(mode->word, sizeof mode->word);
        text_add(&word, "4t");
    }
    int seats = mode->number == MODE_TWO ? 2 : 4;
    if (terms->seats == 0)
        setup->seats = seats;
    if (setup->seats != seats)
        return error_set(error, "", "mode {0} is for {1} seats, not for {2}", mode->word, NUM(seats),
                         NUM(setup->seats));
    if (mode->number == MODE_ALONE && !terms->given[DICE_NP]) {
        struct ochre_text word = text_on(setup->option[DICE_NP].word, sizeof setup->option[DICE_NP].word);
        setup->option[DICE_NP].number = 200;
        text_add(&word, "200");
    }
    if (json_there(terms->position) || mode->number == MODE_TWO)
        return 0;
    if (setup->option[DICE_SIZE].number == DICE_SIZE_MIN)
        return error_set(error, "", "four armies do not fit on size 6 (expected size 7 to 10, or a position)");
    if (setup->option[DICE_SETUP].number != SETUP_CLASSIC)
        return error_set(error, "", "setup=ranks is for two players (mode {0} was asked for)", mode->word);
    return 0;
}

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    if (agree_mode(setup, terms, error) < 0)
        return -1;
    struct dice_rules *rules = (struct dice_rules *)setup->tables;
    const struct ochre_option_value *option = setup->option;
    *rules = (struct dice_rules){
        .n = (uint8_t)option[DICE_SIZE].number,
        .squares = (uint8_t)(option[DICE_SIZE].number * option[DICE_SIZE].number),
        .mode = (uint8_t)option[DICE_MODE].number,
        .colours = option[DICE_MODE].number == MODE_ALONE ? 4 : 2,
        .faces = (uint8_t)option[DICE_FACES].number,
        .martyr = (uint8_t)option[DICE_MARTYR].number,
        .setup = (uint8_t)option[DICE_SETUP].number,
        .ally = option[DICE_ALLY].number == ALLY_ON,
        .chain = option[DICE_CHAIN].number == CHAIN_ON,
        .sum = option[DICE_ADJ].number == ADJ_SUM,
        .np = (uint16_t)option[DICE_NP].number,
    };
    rules->reach = rules->faces < rules->n - 1 ? rules->faces : (uint8_t)(rules->n - 1);
    rules->planes = 4u * rules->reach + 1;
    rules->stage = rules->squares * rules->planes;
    rules->by_planes = UINT32_MAX / rules->planes + 1;
    rules->by_reach = UINT32_MAX / rules->reach + 1;
    for (int square = 0; square < rules->squares; square++)
        rules->crossed[square] = crossed_by(rules, square);
    if (!dice_is_wide(rules))
        dice_board_tables(rules);

    setup->actions = rules->stage * (1u + rules->squares);
    setup->legal_max = longest_list(rules);
    setup->state_size = (uint32_t)(sizeof(struct dice_state) + rules->np * sizeof(uint64_t));
    setup->search_size = sizeof(struct dice_core);
    setup->observe_size = dice_observe_size(rules);
    setup->moves_max = (uint32_t)rules->squares * rules->np; /* every progress takes a unit off the board */
    return 0;
}

/* ---- check ---- */

static const char *check_bits(const struct dice_rules *rules, const struct dice_bits *b)
{
    uint64_t units = 0;
    for (int colour = 0; colour < DICE_COLOURS; colour++) {
        if (units & b->own[colour])
            return "a square has two owners";
        units |= b->own[colour];
    }
    if (units & ~rules->board)
        return "a unit stands off the board";
    uint64_t marks = b->diagonal | b->ally | b->value[0] | b->value[1] | b->value[2] | b->value[3];
    return marks & ~units ? "an empty square has a mark" : NULL;
}

static const char *check(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct dice_rules *rules = dice_rules_of(setup);
    const struct dice_state *s = dice_of(state);
    const struct dice_core *core = &s->core;
    const char *wrong = dice_is_wide(rules) ? NULL : check_bits(rules, &core->bits);
    if (wrong)
        return wrong;
    uint64_t key = 0;
    unsigned alive = 0;
    for (int square = 0; square < rules->squares; square++) {
        dice_unit unit = dice_unit_at(rules, core, square);
        if (!unit)
            continue;
        if (unit_value(unit) < 1 || unit_value(unit) > rules->faces)
            return "1.2: a unit has no such value";
        if (unit_is_ally(unit) && unit_value(unit) < 2)
            return "3.6: an alliance of value 1";
        if (unit_owner(unit) >= rules->colours)
            return "1.2: a colour the mode does not have";
        key ^= dice_unit_key(dice_is_wide(rules) ? square : rules->bit_of[square], unit);
        alive |= 1u << unit_owner(unit);
    }
    if (key != core->key || alive != core->alive)
        return "the key or the living do not fit the board";
    if (core->side >= rules->colours || core->end > END_EXTINCTION || core->turn < 1)
        return "side, end or turn out of range";
    if (core->seen > rules->np)
        return "3.8: more positions remembered than the limit allows";
    if (core->end)
        return core->named ? NULL : "3.8.8: over, but nobody has the point";
    if (!(alive >> core->side & 1) || (alive & (alive - 1)) == 0)
        return "3.8: not over, but the side to move cannot play on";
    if (core->clock >= core->limit || core->seen == 0 || s->keys[core->seen - 1] != dice_position_key(core))
        return "3.8: clock or history are wrong";
    return NULL;
}

/* ---- acceptance cases ---- */

/* perft.N; `fen` and `status` are members of the view. */
static bool fact(const struct ochre_setup *setup, const struct ochre_state *state, struct json given,
                 const ochre_action *drawn, int drawn_count, const char *path, struct ochre_text *json)
{
    (void)given;
    (void)drawn;
    (void)drawn_count;
    const char *at;
    int depth;
    if (!text_starts(path, "perft.", &at) || !text_read_number(&at, 2, &depth) || *at)
        return false;
    text_int(json, (int64_t)dice_perft(setup, state, depth, true, NULL));
    return true;
}

static const struct ochre_case_words cases = {.fact = fact};

const struct ochre_game ochre_dice = {
    .id = "dice",
    .name = "Sapiens (dice)",
    .designer = "Natrício Vale Almeida",
    .about = N_("dice as chessmen: they grow when they capture, turn, join and die as martyrs"),
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .seats_usual = 2,
    .seat_counts = 1 << 2 | 1 << 4,
    .position_key = "fen",
    .options = options,
    .events = events,
    .cases = &cases,
    .record = &dice_record,
    .terms_of = dice_terms_of,
    .compile = compile,
    .start = dice_start,
    .pending = dice_pending,
    .legal = dice_legal,
    .apply = dice_apply,
    .standing = dice_standing,
    .outcome = dice_outcome,
    .leave = dice_leave,
    .seat_name = dice_seat_name,
    .format_move = dice_format_move,
    .say_ask = dice_say_ask,
    .parse_move = dice_parse_move,
    .why_not = dice_why_not,
    .tell = dice_tell,
    .draw = dice_draw,
    .write_view = dice_write_view,
    .touch = dice_touch,
    .observe = dice_observe,
    .read_state = dice_read_state,
    .judge = dice_judge,
    .check = check,
    .perft = dice_perft,
    .duel = &dice_duel,
};
