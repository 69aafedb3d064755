/* play.h: a play in the terminal: who sits where, what was told, and the screen. Rules and turns are the table's. */
#ifndef OCHRE_CLI_PLAY_H
#define OCHRE_CLI_PLAY_H

#include "ai/bot.h"
#include "cli/command.h"
#include "cli/sheet.h"
#include "table/log.h"
#include "table/table.h"

enum { STORY_SIZE = 8192, PLAYER_SIZE = 24, PATH_SIZE = 1024, SAID_SIZE = 200 };

/* Why the play stopped. */
enum play_end {
    PLAY_OVER,   /* to its end */
    PLAY_QUIT,   /* somebody went away; the log remains */
    PLAY_FAILED, /* after complaining */
};

/* What came of a line that was typed. */
enum play_answer { ANSWER_AGAIN, ANSWER_MOVED, ANSWER_SHOWN, ANSWER_QUIT };

struct play {
    const struct call *call;
    struct table *table;
    const struct ochre_setup *setup;
    struct bot *bot[OCHRE_SEATS_MAX]; /* NULL: a person */
    char player[OCHRE_SEATS_MAX][PLAYER_SIZE];
    ochre_seats humans;
    struct ochre_rng rng;                    /* the luck of the bots, not of the game */
    bool is_terminal;                        /* redraw, ask, spin; else plain lines */
    bool is_private;                         /* several people and secrets: hide the screen between them */
    int shown_to;                            /* the person who looks at the screen, OCHRE_NOBODY at first */
    char log[PATH_SIZE];                     /* kept after every move; "" for not at all */
    struct log_lines lines;                  /* the moves in it */
    bool has_warned;                         /* that the log cannot be kept */
    char story[OCHRE_SEATS_MAX][STORY_SIZE]; /* what each person was told since it last moved, one line each */
    /* The open question: moves of the seat that is asked. */
    int seat;
    int count;
    ochre_action *list;
    char (*text)[OCHRE_MOVE_SIZE];
    const char **group;      /* the heading that each move stands under; NULL where the game has none */
    char (*said)[SAID_SIZE]; /* what each move does, in words; "" where nobody can say it */
    const char **words;      /* the texts, then the words one may type, NULL after the last */
    const char *notice;      /* to show under the board, once */
    char notice_text[1024];
    int page;           /* of the table: 0 with the question, then what found no room there */
    struct sheet paper; /* help, a list, a story: shown instead of the table, page by page */
    bool has_paper;
    int paper_at; /* its line at the top */
};

/* Sits people and bots down at the table and listens to it. `players` holds a word per seat. */
int play_open(struct play *play, const struct call *call, struct table *table, char players[][PLAYER_SIZE],
              uint64_t seed);
void play_close(struct play *play);

/* Plays until the end or until somebody goes away. */
enum play_end play_run(struct play *play);

/* Writes the log, with a comment that says who sat where. */
int play_save(const struct play *play, const char *path, struct ochre_error *error);

/* What a bot would do for this seat, with a sign of life while it thinks; Ctrl-C makes it answer at once. `thoughts`
 * (may be NULL) is filled. */
ochre_action play_think(struct play *play, struct bot *bot, int seat, struct bot_thoughts *thoughts);

/* What the person at the screen sees of the play (play_show.c): the page it is on, or the paper it reads. */
void play_show(struct play *play);
/* A paper: print on what is opened, then show it. From a pipe it is printed at once. */
FILE *play_paper_open(struct play *play);
enum play_answer play_paper_show(struct play *play);
void play_paper_drop(struct play *play);
/* Enter: the next page of a paper or the end of it; false: of the table. */
bool play_turn_page(struct play *play);
void play_show_result(const struct play *play);
void play_say(struct play *play, const char *const said[]); /* into the notice */
#define play_notice(play, ...) play_say((play), (const char *const[]){__VA_ARGS__, NULL})
void play_seat_words(const struct play *play, int seat, struct ochre_text *text); /* "White (you)" */
void play_score_words(const struct play *play, const struct ochre_outcome *outcome, int seat, struct ochre_text *text);

/* The moves of the seat that is asked (play_moves.c): listed anew; all of them that begin so, one a line; what others
 * could take next; and a sheet of at most `rows` lines. */
void play_list_moves(struct play *play, int seat);
void play_print_moves(FILE *out, const struct play *play, const char *beginning);
void play_print_dangers(FILE *out, const struct play *play);
void play_sheet_of_moves(const struct play *play, int rows, struct sheet *sheet);

/* What was typed (play_words.c); play_enter: nothing was. */
enum play_answer play_enter(struct play *play);
enum play_answer play_answer(struct play *play, const char *line);
const char *const *play_command_words(void); /* NULL after the last */

/* Does the answer begin like a yes? */
bool play_is_yes(const char *line);

/* Yes or no; `fallback` on an empty line, no at the end of the input. */
bool play_confirm(const char *question, bool fallback);

#endif
