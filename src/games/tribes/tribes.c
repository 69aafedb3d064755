/* tribes.c: the table of tribes, its options, and the terms of a play. */
#include "games/tribes/tribes.h"

extern const char tribes_default_pack[];

static const struct ochre_option options[] = {
    [TRIBES_OPEN_SCORES] = {.name = "open_scores",
                            .choices = (const char *const[]){"true", "false", NULL},
                            .fallback = "true",
                            .about = N_("everybody sees everybody's points")},
    [TRIBES_START_ARRANGEMENT] = {.name = "start_arrangement",
                                  .choices = (const char *const[]){"auto", "choose", NULL},
                                  .fallback = "auto",
                                  .about = N_("how the three start tiles are laid")},
    [TRIBES_ROUND_LIMIT] = {.name = "round_limit",
                            .min = 0,
                            .max = 1000,
                            .fallback = "100",
                            .about = N_("score after this round at the latest; 0: never")},
    {0},
};

static const struct ochre_event_kind events[] = {
    [TRIBES_NEWS_DREW] = {"drew", "seat resource"},
    [TRIBES_NEWS_RETURNED] = {"returned", "seat tiles"},
    [TRIBES_NEWS_LINED] = {"lined", "place tile"},
    [TRIBES_NEWS_UNCOVERED] = {"uncovered", "epoch column board"},
    [TRIBES_NEWS_ARRANGED] = {"arranged", "seat"},
    [TRIBES_NEWS_FOUNDED] = {"founded", "seat cell"},
    [TRIBES_NEWS_TOOK] = {"took", "seat place tile shells"},
    [TRIBES_NEWS_BORN] = {"born", "seat cell"},
    [TRIBES_NEWS_LIFTED] = {"lifted", "seat cell"},
    [TRIBES_NEWS_DROPPED] = {"dropped", "seat from to"},
    [TRIBES_NEWS_LAID] = {"laid", "seat resource cell"},
    [TRIBES_NEWS_RENEWED] = {"renewed", "seat cell"},
    [TRIBES_NEWS_WALKED] = {"walked", "seat from to"},
    [TRIBES_NEWS_USED_UP] = {"used_up", "seat cell"},
    [TRIBES_NEWS_WITHERED] = {"withered", "seat cell"},
    [TRIBES_NEWS_LINKED] = {"linked", "seat epoch from to"},
    [TRIBES_NEWS_ACHIEVED] = {"achieved", "seat epoch column board points"},
    [TRIBES_NEWS_LEVEL] = {"level", "seat track level"},
    [TRIBES_NEWS_CAME] = {"came", "tile"},
    [TRIBES_NEWS_HAPPENS] = {"happens", "seat tile"},
    [TRIBES_NEWS_SPARED] = {"spared", "seat"},
    [TRIBES_NEWS_GAINED] = {"gained", "seat points"},
    [TRIBES_NEWS_LOST] = {"lost", "seat points"},
    [TRIBES_NEWS_DIED] = {"died", "seat cell"},
    [TRIBES_NEWS_SHELLS] = {"shells", "from to shells"},
    [TRIBES_NEWS_PICKED] = {"picked", "seat option"},
    [TRIBES_NEWS_EXECUTED] = {"executed", "events"},
    [TRIBES_NEWS_FINAL] = {"final", "events"},
    [TRIBES_NEWS_ROUND] = {"round", "round"},
    [TRIBES_NEWS_OVER] = {"over", "round"},
    {0},
};

/* 1.3: E, NE, NW, W, SW, SE. */
static void compile_land(struct tribes_tables *t)
{
    static const int8_t direction[TRIBES_DIRECTIONS][2] = {{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}};
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            int cell = tribes_cell_at(column, row);
            for (int d = 0; cell >= 0 && d < TRIBES_DIRECTIONS; d++) {
                int to = tribes_cell_at(column + direction[d][0], row + direction[d][1]);
                t->neighbour[cell][d] = (uint8_t)(to < 0 ? TRIBES_NO_CELL : to);
                if (to >= 0)
                    t->around[cell] |= TRIBES_BIT(to);
            }
        }
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The moves one effect may take at most, chance included. */
static uint32_t moves_of_effect(const struct tribes_tables *t, const struct tribes_effect *effect)
{
    if (effect->kind == TRIBES_PERFORM)
        return 2u * t->track[effect->what].value[t->top];
    return effect->kind == TRIBES_DRAW_LAND ? 2u * effect->n : effect->n;
}

/* The moves of the longest turn: a tile and its action (lift and drop, draw and lay: two moves each), an achievement
 * (mode, two wild tiles, two things turned up), or an event for all seats. */
static uint32_t moves_of_turn(const struct tribes_tables *t, uint32_t seats)
{
    uint32_t most = 5;
    for (int deed = 0; deed < 3; deed++)
        most = larger(most, 1 + 2u * t->track[deed].value[t->top]);
    for (int i = 0; i < TRIBES_EVENTS; i++) {
        uint32_t moves = 0;
        for (int c = 0; c < t->event[i].clause_count; c++) {
            const struct tribes_clause *clause = &t->event[i].clause[c];
            uint32_t one = moves_of_effect(t, &clause->effect);
            for (int option = 0; option < clause->pick_count; option++)
                one = larger(one, 1 + moves_of_effect(t, &clause->pick[option]));
            moves += seats * one;
        }
        most = larger(most, moves);
    }
    return 1 + most;
}

/* Puts the pack's file in front of what is wrong with it. */
static int name_file(const char *file, struct ochre_error *error)
{
    struct ochre_error inner = *error;
    return error_set(error, inner.rule, "{0}: {1}", file ? file : "the pack", inner.words);
}

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    struct tribes_tables *t = (struct tribes_tables *)setup->tables;
    uint32_t seats = (uint32_t)setup->seats;
    uint32_t limit = (uint32_t)setup->option[TRIBES_ROUND_LIMIT].number;
    if (tribes_read_pack(t, json_root(&setup->pack->doc), error) < 0)
        return name_file(setup->pack->file, error);
    if (tribes_replace_events(t, json_get(terms->position, "pack_events"), error) < 0)
        return -1;
    compile_land(t);
    setup->actions = TRIBES_ACTIONS;
    setup->chance_actions = TRIBES_OUTCOMES;
    setup->legal_max = TRIBES_LEGAL_MAX;
    setup->state_size = sizeof(struct tribes_state);
    setup->observe_size = TRIBES_PLANES;
    setup->moves_max = seats * (51 + 2) + TRIBES_ACTION_TILES + TRIBES_COLUMNS +
                       (limit ? limit : TRIBES_ROUNDS_MAX) * seats * moves_of_turn(t, seats);
    return 0;
}

static const struct ochre_case_words case_words = {
    .foretell = tribes_foretell, .speak = tribes_speak, .fact = tribes_fact};

const struct ochre_game ochre_tribes = {
    .id = "tribes",
    .name = "Tribes",
    .designer = "Rustan Håkansson",
    .about = N_("a row of actions, hexagonal land, achievements of three epochs, and events"),
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .seats_usual = 2,
    .seat_counts = 1 << 2 | 1 << 3 | 1 << 4,
    .options = options,
    .events = events,
    .pack_format = "tribes-pack/1",
    .default_pack = tribes_default_pack,
    .cases = &case_words,
    .terms_of = tribes_terms_of,
    .compile = compile,
    .start = tribes_start,
    .pending = tribes_pending,
    .legal = tribes_legal,
    .weight = tribes_weight,
    .apply = tribes_apply,
    .standing = tribes_standing,
    .outcome = tribes_outcome,
    .seat_name = tribes_seat_name,
    .seat_key = tribes_seat_key,
    .format_move = tribes_format_move,
    .note_move = tribes_note_move,
    .say_ask = tribes_say_ask,
    .say_move = tribes_say_move,
    .parse_move = tribes_parse_move,
    .why_not = tribes_why_not,
    .tell = tribes_story,
    .draw = tribes_draw,
    .write_view = tribes_write_view,
    .touch = tribes_touch,
    .observe = tribes_observe,
    .read_state = tribes_read_state,
    .judge = tribes_judge,
    .appraise = tribes_appraise,
    .foresight = 20,
    .check = tribes_check,
    .pack_warnings = tribes_pack_warnings,
};
