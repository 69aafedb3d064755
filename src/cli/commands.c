/* commands.c: the list of commands. A new command adds a declaration and a line. */
#include "cli/command.h"

extern const struct command cmd_admin;
extern const struct command cmd_apply;
extern const struct command cmd_backup;
extern const struct command cmd_bench;
extern const struct command cmd_case;
extern const struct command cmd_compare;
extern const struct command cmd_completion;
extern const struct command cmd_engine;
extern const struct command cmd_games;
extern const struct command cmd_learn;
extern const struct command cmd_lesson;
extern const struct command cmd_man;
extern const struct command cmd_merge;
extern const struct command cmd_moves;
extern const struct command cmd_pack;
extern const struct command cmd_perft;
extern const struct command cmd_play;
extern const struct command cmd_puzzles;
extern const struct command cmd_replay;
extern const struct command cmd_review;
extern const struct command cmd_rules;
extern const struct command cmd_serve;
extern const struct command cmd_sim;
extern const struct command cmd_store;
extern const struct command cmd_tournament;
extern const struct command cmd_verify;

const struct command *const commands[] = {
    &cmd_play,   &cmd_serve,  &cmd_admin,   &cmd_backup,     &cmd_store,   &cmd_games, &cmd_rules,
    &cmd_replay, &cmd_review, &cmd_puzzles, &cmd_verify,     &cmd_moves,   &cmd_apply, &cmd_engine,
    &cmd_perft,  &cmd_bench,  &cmd_sim,     &cmd_tournament, &cmd_compare, &cmd_merge, &cmd_learn,
    &cmd_case,   &cmd_pack,   &cmd_lesson,  &cmd_completion, &cmd_man,     NULL,
};

static const char *const colour_wishes[] = {"auto", "always", "never", NULL};

const struct command_option common_options[] = {
    {.name = "lang", .value = "LANGUAGE", .about = N_("speak this language (en, fr)"), .choices = tongue_codes},
    {.name = "color", .value = "WHEN", .about = N_("colours: auto, always or never"), .choices = colour_wishes},
    {.name = "help", .about = N_("show this help")},
    {.name = "version", .about = N_("show the version")},
    {0},
};
