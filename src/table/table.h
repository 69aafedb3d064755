/* table.h: one running play. People, bots, logs and tests knock at the same door, table_play; the table knows what is
 * asked, plays chance from the fair stream, remembers every move and tells whoever watches. It knows no game, no
 * screen and no socket.
 *
 *     struct ochre_error error;
 *     struct opening *opening = opening_new(&(struct opening_request){.game = game_by_id("dice")}, &error);
 *     struct table *table = table_new(opening, SEAT_BIT(0), NULL, &error);     (takes the opening over)
 *     table_watch(table, heard, me);
 *     table_begin(table, &no);                                    chance acts until a seat is asked
 *     while (!table_is_over(table)) {
 *         int seat = seats_first(table_pending(table));
 *         if (table_play(table, seat, table_ask(table, seat), text, tongue, &no) < 0)
 *             … no.why says why, no.rule by which rule
 *     }
 *     table_delete(table);
 *
 * Functions that may refuse return 0 or -1 and fill a struct table_no in the language of the tongue (NULL: English). */
#ifndef OCHRE_TABLE_TABLE_H
#define OCHRE_TABLE_TABLE_H

#include "table/fair.h"
#include "table/opening.h"

struct table;

/* ---- refusals ---- */

enum { TABLE_WHY_SIZE = 512 };

/* Why something was refused. `rule` is a rule number of the game, or one of the table's own words: "ask" (an answer to
 * a question that is no longer open), "turn" (not asked), "over", "seat" (no such seat, or it has left), "notation" (no
 * move at all), "undo", "keep" (could not be stored), "memory". */
struct table_no {
    char rule[16];
    char why[TABLE_WHY_SIZE];
};

/* ---- steps, and who is told of them ---- */

enum table_step_kind {
    TABLE_MOVED,  /* a seat or chance has moved */
    TABLE_LEFT,   /* a seat has resigned */
    TABLE_UNDONE, /* moves were taken back; `after` is where play stands again */
};

/* One applied move. The pointers hold during the call that hands it out. */
struct table_step {
    enum table_step_kind kind;
    int number;                       /* 1 for the first move of the play; after an undo: moves that remain */
    int seat;                         /* who moved, left or took back; OCHRE_CHANCE for chance */
    ochre_action action;              /* OCHRE_NO_ACTION unless TABLE_MOVED */
    bool is_last;                     /* the last step of what one call caused */
    const struct ochre_state *before; /* the truth before and after; show views of it, never the states */
    const struct ochre_state *after;
    const struct ochre_journal *journal; /* what happened; hear it through journal_heard */
};

/* Called once per step, after the step is kept, in the order of the moves. Must not play at the same table. */
typedef void table_told(void *who, const struct table *table, const struct table_step *step);

/* Persist, then tell: called when something new stands (table_news), but before anybody is told. 0: it is stored, and
 * everybody is told at once. TABLE_LATER: it is being stored; play goes on, and everybody is told when table_kept says
 * so. -1: could not store; the moves are withdrawn and the mover is refused. */
typedef int table_keep(void *who, const struct table *table, struct ochre_error *error);
enum { TABLE_LATER = 1 };

enum { TABLE_WATCHERS_MAX = 16 };

/* ---- making a table ---- */

/* `humans`: the seats that people sit in (undo depends on it). `seed`: the secret of the fair stream, NULL: a new one
 * from the system. On success the opening belongs to the table. NULL and an error without memory. */
struct table *table_new(struct opening *opening, ochre_seats humans, const unsigned char seed[FAIR_SIZE],
                        struct ochre_error *error);
void table_delete(struct table *table);

/* -1 when there are TABLE_WATCHERS_MAX already. */
int table_watch(struct table *table, table_told *told, void *who);
void table_unwatch(struct table *table, void *who);
void table_keeper(struct table *table, table_keep *keep, void *who);

/* What the keeper is asked about, step by step; only while it is asked. */
void table_news(const struct table *table, table_told *told, void *who);

/* All that the keeper took for later is stored. What was taken back in the meantime is told as taken back only. */
void table_kept(struct table *table);

/* Other seats are people's now: somebody has joined, or has left for good. */
void table_seat_people(struct table *table, ochre_seats humans);

/* A seat pledges a share of chance (NULL: takes its pledge back), and opens it. Only before table_begin, else -1; -1
 * too when the share does not fit the pledge. What is not open when play begins is withheld. */
int table_pledge(struct table *table, int seat, const unsigned char pledge[FAIR_SIZE]);
int table_open(struct table *table, int seat, const unsigned char share[FAIR_SIZE]);

/* The same for a play that was begun before, with its way of making keys (fair_restore). */
int table_restore_chance(struct table *table, int version, const struct fair_part part[OCHRE_SEATS_MAX],
                         struct ochre_error *error);

/* Lets chance act until a seat is asked or play is over. Once, after the shares. */
int table_begin(struct table *table, const struct ochre_tongue *tongue, struct table_no *no);

/* ---- the door ---- */

/* A seat answers question `ask` with a move in the game's notation. A seat that is not asked may make one of its
 * interrupts (ask is then 0); that leaves the open questions as they are. */
int table_play(struct table *table, int seat, uint32_t ask, const char *text, const struct ochre_tongue *tongue,
               struct table_no *no);

/* The same with the number of a move from table_moves. */
int table_play_action(struct table *table, int seat, uint32_t ask, ochre_action action,
                      const struct ochre_tongue *tongue, struct table_no *no);

/* Would this be a move of the seat now? 0 and its number, or -1 and why not; nothing is done. */
int table_try(const struct table *table, int seat, const char *text, const struct ochre_tongue *tongue,
              ochre_action *action, struct table_no *no);

/* The seat gives up. Where the game lets the others go on they do, else play ends and the others share the victory. */
int table_resign(struct table *table, int seat, const struct ochre_tongue *tongue, struct table_no *no);

/* The seat takes back its last move, and with it the replies of computers when it is the only person at the table.
 * Refused when chance has been drawn since, when somebody learnt something from it (computed, table_undo.c), when the
 * seat's turn is over and other people play, or after a resignation. Undone moves leave no trace in the log. */
int table_undo(struct table *table, int seat, const struct ochre_tongue *tongue, struct table_no *no);

/* The same when the other people have agreed: what they did since may be taken back too. Chance and what somebody
 * learnt stay final. */
int table_undo_agreed(struct table *table, int seat, const struct ochre_tongue *tongue, struct table_no *no);
int table_undoable_agreed(const struct table *table, int seat, const struct ochre_tongue *tongue, struct table_no *no);

/* Would table_undo take something back? How many moves (0: no; `no`, when given, says why). */
int table_undoable(const struct table *table, int seat, const struct ochre_tongue *tongue, struct table_no *no);

/* A move of a play that has been played before (a log, a case), chance and "resign" included: nothing is drawn. The
 * error names move and rule. Before table_begin only. Questions are counted as if they had been asked. */
int table_follow(struct table *table, int seat, const char *text, struct ochre_error *error);

/* The same after table_begin: a move that was made, and stored, by somebody else who runs the same play. Nothing of our
 * own may be untold. The draws of chance that belong to a move follow as moves of their own. */
int table_follow_on(struct table *table, int seat, const char *text, struct ochre_error *error);

/* Counts so many questions to every seat as asked: after moves that were taken back and are not followed, no number is
 * used again. Before table_begin only. */
void table_skip_asks(struct table *table, uint32_t count);

/* Of the story: another number after every undo, so that moves of the same numbers are known to be the same moves. It
 * grows as store.h says of lost_asks, which table_skip_asks brings back. */
uint32_t table_edition(const struct table *table);

/* ---- looking ---- */

const struct ochre_game *table_game(const struct table *table);
const struct ochre_setup *table_setup(const struct table *table);
const struct opening *table_opening(const struct table *table);
const struct ochre_state *table_state(const struct table *table); /* the truth: for logs and tests only */
const struct fair *table_fair(const struct table *table);
ochre_seats table_humans(const struct table *table);

/* The number of the question open for this seat, 0 when it is not asked. */
uint32_t table_ask(const struct table *table, int seat);

ochre_seats table_pending(const struct table *table); /* none: over */
ochre_seats table_left(const struct table *table);    /* seats that have resigned */
bool table_has_begun(const struct table *table); /* chance is fixed: by table_begin, or by moves that were followed */
bool table_is_over(const struct table *table);
/* Points, at any time; and how it ended, resignations included, of a table that is over. */
void table_standing(const struct table *table, struct ochre_outcome *out);
void table_outcome(const struct table *table, struct ochre_outcome *out);
int table_step_count(const struct table *table);
uint64_t table_draw_count(const struct table *table); /* the draws of chance among them */

/* What a viewer may know. OCHRE_NOBODY for a watcher, OCHRE_EVERYBODY only for logs and finished plays. */
void table_view(const struct table *table, int viewer, struct ochre_view *view);

/* A seat's own moves, interrupts included; `out` holds setup->legal_max. 0 when play is over or the seat has left. */
int table_moves(const struct table *table, int seat, ochre_action *out);

/* The same from the seat's view, which the caller has already; the list is the table's own and holds until its next
 * call. */
int table_list_moves(const struct table *table, const struct ochre_view *view, int seat, const ochre_action **list);

/* A move of table_moves in notation. */
void table_move_text(const struct table *table, int seat, ochre_action action, struct ochre_text *text);

/* What the seat is asked, in one sentence; nothing where the game does not say it. */
void table_question(const struct table *table, int seat, struct ochre_text *text);

/* A move in words to whoever chooses. Nothing unknown to the seat is used. */
void table_move_words(const struct table *table, int seat, ochre_action action, struct ochre_text *text);

/* What people call the seat (English, to be translated). */
const char *table_seat_name(const struct table *table, int seat);

/* The step's move as this viewer may read it: hidden parts are "?" for who did not witness it; "resign", "undo". */
void table_step_text(const struct table *table, const struct table_step *step, int viewer, struct ochre_text *text);

/* What a reader may want to know behind the move ("E+", the tile behind T3), for who witnessed it; else nothing. */
void table_step_note(const struct table *table, const struct table_step *step, int viewer, struct ochre_text *note);

/* Both, as a line of a log has them: "T3 # E+". */
enum { TABLE_LINE_SIZE = 2 * OCHRE_MOVE_SIZE + 4 };
void table_step_line(const struct table *table, const struct table_step *step, int viewer, struct ochre_text *text);

/* The step as sentences for this viewer, one line each: what it may hear of the journal. */
void table_step_story(const struct table *table, const struct table_step *step, int viewer, struct ochre_text *text);

/* A step of chance for a check without the game: its number among the draws, what could have come and with which odds,
 * as members "draw" and "outcomes" (docs/fair.md). */
void table_write_draw(const struct table *table, const struct table_step *step, int draw, struct json_writer *writer);

/* Tells every step from the first one on to one listener, as if it had watched from the start (undone moves are gone).
 */
int table_retell(const struct table *table, table_told *told, void *who);

/* The same for steps from+1 … to. The newest are told as they were played; for what was before, the play is played
 * again in silence. */
void table_retell_part(const struct table *table, int from, int to, table_told *told, void *who);

/* Nobody will ask for the steps up to this one soon: they need no memory any more. */
void table_forget_steps(struct table *table, int to);

#endif
