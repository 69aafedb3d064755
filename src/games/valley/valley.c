/* valley.c: the table of valley and its options. */
#include "games/valley/valley.h"

extern const char valley_recon_1[]; /* packs/valley/recon-1.json */

static const struct ochre_option options[] = {
    [VALLEY_CONVERT] = {.name = "convert",
                        .choices = (const char *const[]){"all", "any", NULL},
                        .fallback = "all",
                        .about = N_("steaks that a Hunt may convert: all or none, or any number")},
    [VALLEY_SIDES] = {.name = "sides",
                      .choices = (const char *const[]){"random", "A", NULL},
                      .fallback = "random",
                      .about = N_("sides of the half boards: by chance, or always A")},
    [VALLEY_FIRST] = {.name = "first",
                      .choices = (const char *const[]){"random", "1", "2", "3", "4", NULL},
                      .fallback = "random",
                      .about = N_("the first player: by chance, or a seat")},
    [VALLEY_RECALL] = {.name = "recall",
                       .choices = (const char *const[]){"any", "needed", NULL},
                       .fallback = "any",
                       .about = N_("taking Fight tokens back: at any time, or only to place one with an empty supply")},
    [VALLEY_ABANDONED] = {.name = "abandoned",
                          .choices = (const char *const[]){"forbidden", "ignored", NULL},
                          .fallback = "forbidden",
                          .about = N_("contact with an abandoned tribe: forbidden, or without meaning")},
    [VALLEY_START_DROP] = {.name = "start_drop",
                           .choices = (const char *const[]){"no", "yes", NULL},
                           .fallback = "no",
                           .about = N_("do two players drop a tile in the start round too?")},
    {0},
};

static const struct ochre_event_kind events[] = {
    [VALLEY_WAS_FIRST] = {"first", "seat"},
    [VALLEY_REVEALED] = {"revealed", "tile"},
    [VALLEY_BOARD] = {"board", "seat face"},
    [VALLEY_TOKEN] = {"token", "seat spot scene"},
    [VALLEY_DREW] = {"drew", "seat tile"},
    [VALLEY_LAID] = {"laid", "seat tile first second how"},
    [VALLEY_LEFT_TRIBE] = {"abandoned", "seat tribe"},
    [VALLEY_LOST_TOKEN] = {"lost_token", "seat scene"},
    [VALLEY_FOUGHT] = {"fought", "seat owner tile paid"},
    [VALLEY_FOOD] = {"food", "seat points"},
    [VALLEY_SHELTER] = {"shelter", "seat cave points"},
    [VALLEY_CLAIMED] = {"claimed", "seat scene"},
    [VALLEY_USED] = {"used", "seat scene"},
    [VALLEY_PICKED] = {"picked", "seat"},
    [VALLEY_TOOK_TOKEN] = {"took_token", "seat scene spot"},
    [VALLEY_THREATENED] = {"threatened", "seat tile"},
    [VALLEY_SWAPPED] = {"swapped", "seat own other with"},
    [VALLEY_CAMPED] = {"camped", "seat points"},
    [VALLEY_HUNTED] = {"hunted", "seat steaks"},
    [VALLEY_CONVERTED] = {"converted", "seat steaks points"},
    [VALLEY_BEAR] = {"bear", "seat victim square points"},
    [VALLEY_BEAR_AWAY] = {"bear_away", "seat square"},
    [VALLEY_TOOK] = {"took", "seat tile"},
    [VALLEY_DROPPED] = {"dropped", "seat tile"},
    [VALLEY_RECALLED] = {"recalled", "seat tile"},
    [VALLEY_WENT_ON] = {"went_on", "seat phase"},
    [VALLEY_STOPPED] = {"stopped", "seat"},
    [VALLEY_FINAL_ROUND] = {"final_round", ""},
    [VALLEY_ENDED] = {"ended", ""},
    {0},
};

_Static_assert(sizeof(struct valley_tables) <= OCHRE_TABLES_MAX, "the tables fit into a setup");

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    (void)terms;
    if (setup->option[VALLEY_FIRST].number > setup->seats)
        return error_set(error, "R03", "option first: there is no seat {0} (expected random or 1 to {1})",
                         NUM(setup->option[VALLEY_FIRST].number), NUM(setup->seats));
    if (valley_read_pack(setup, (struct valley_tables *)(void *)setup->tables, error) < 0)
        return -1;
    setup->actions = VALLEY_ACTIONS;
    setup->chance_actions = VALLEY_OUTCOMES;
    setup->legal_max = VALLEY_ACTIONS;
    setup->state_size = sizeof(struct valley_state);
    setup->observe_size = VALLEY_PLANES;
    setup->moves_max = 900; /* 11.1: 600 decisions are safe; set-up and draws are chance */
    return 0;
}

const struct ochre_game ochre_valley = {
    .id = "valley",
    .name = "Sapiens (valley)",
    .designer = "Cyrille Leroy",
    .about = N_("tiles in a valley: feed your tribe and find it shelter"),
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .seats_usual = 2,
    .seat_counts = 1 << 2 | 1 << 3 | 1 << 4,
    .options = options,
    .events = events,
    .pack_format = "valley-pack/1",
    .default_pack = valley_recon_1,
    .cases = &valley_case_words,
    .terms_of = valley_terms_of,
    .compile = compile,
    .start = valley_start,
    .pending = valley_pending,
    .legal = valley_legal,
    .weight = valley_weight,
    .apply = valley_apply,
    .standing = valley_standing,
    .outcome = valley_outcome,
    .seat_name = valley_seat_name,
    .format_move = valley_format_move,
    .say_ask = valley_say_ask,
    .say_move = valley_say_choice,
    .parse_move = valley_parse_move,
    .why_not = valley_why_not,
    .tell = valley_tell,
    .draw = valley_draw,
    .write_view = valley_write_view,
    .touch = valley_touch,
    .observe = valley_observe,
    .read_state = valley_read_state,
    .judge = valley_judge,
    .appraise = valley_appraise,
    .foresight = 16,
    .foresight_moves = 4,
    .check = valley_check,
    .pack_warnings = valley_pack_warnings,
};
