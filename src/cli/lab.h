/* lab.h: what the commands of the laboratory have in common: players, numbers, progress, being stopped, tables. */
#ifndef OCHRE_CLI_LAB_H
#define OCHRE_CLI_LAB_H

#include "cli/command.h"
#include "lab/arena.h"

enum { LAB_PLAYERS_MAX = 24, LAB_LIST_SIZE = 1024 };

/* Entries for the option table of a command. */
#define OPTION_GAMES(about_games)                                                                                      \
    {                                                                                                                  \
        .name = "games", .value = "N", .about = (about_games)                                                          \
    }
#define OPTION_THREADS                                                                                                 \
    {                                                                                                                  \
        .name = "threads", .value = "N", .about = N_("games played at once (usually one per core)")                    \
    }
#define OPTION_SEED                                                                                                    \
    {                                                                                                                  \
        .name = "seed", .value = "N", .about = N_("the number all chance comes from (usually 1)")                      \
    }
#define OPTION_REPORT                                                                                                  \
    {                                                                                                                  \
        .name = "report", .value = "FILE", .about = N_("write a report with plots as one HTML file")                   \
    }
#define OPTION_JSON                                                                                                    \
    {                                                                                                                  \
        .name = "json", .about = N_("as one JSON document")                                                            \
    }

#define OPTION_MIND                                                                                                    \
    {                                                                                                                  \
        .name = "mind", .value = "FILE", .about = N_("what the player mind uses, made by ochre learn")                 \
    }

/* Reads what --mind names, for the players of this process. EXIT_FINE, or another code after complaining. */
int lab_mind(const struct call *call);

/* Names separated by commas, each that of a computer player. How many, or 0 after complaining. */
int lab_players(const struct call *call, const char *option, char names[][ARENA_NAME_SIZE], int max);

/* --games, --threads and --seed. False after complaining. */
bool lab_numbers(const struct call *call, int usual_games, struct arena_plan *plan);

/* Can these players play this? False after complaining. */
bool lab_suits(const struct call *call, const struct ochre_setup *setup, char names[][ARENA_NAME_SIZE], int count);

/* Is there a place for the file that this option names ("report")? Looked at before anything is played. False after
 * complaining. */
bool lab_can_save(const struct call *call, const char *option);

/* Writes a text to that file. EXIT_FINE, or EXIT_FAILED after complaining. */
int lab_save(const struct call *call, const char *option, const char *text, size_t length);

/* From now on Ctrl-C asks to stop; the third one kills. True once it was asked. */
atomic_bool *lab_stop(void);
bool lab_is_stopped(void);

/* A line on the terminal that says how far it is; nothing when standard error is no terminal. What MPI starts has none:
 * there rank 0 says it in a new line now and then. */
struct lab_progress {
    int total;
    double start, shown;
    bool is_terminal, is_rank;
};
void lab_progress_begin(struct lab_progress *progress, int total);
void lab_progress_show(struct lab_progress *progress, int done);
void lab_progress_end(struct lab_progress *progress);

double lab_now(void);

/* Text in a column of this many characters, to the left or (width below 0) to the right, and two blanks. */
void lab_column(const char *text, int width);

/* "52.3 %"; "50.1 – 54.5 %"; a number with so many decimals. In a buffer of the caller's. */
enum { LAB_NUMBER_SIZE = 48 };
const char *lab_percent(char buffer[LAB_NUMBER_SIZE], double rate);
const char *lab_percents(char buffer[LAB_NUMBER_SIZE], double low, double high);
const char *lab_number(char buffer[LAB_NUMBER_SIZE], double number, int decimals);

/* The command line, to be typed again: the same for the same figures, in the order of the command's options. */
void lab_command_line(const struct call *call, struct ochre_text *text);

#endif
