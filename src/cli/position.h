/* position.h: a state on standard output, for people and for programs: who is asked, what they may do, the board. */
#ifndef OCHRE_CLI_POSITION_H
#define OCHRE_CLI_POSITION_H

#include "cli/command.h"

/* A text that is long enough for any answer in JSON; position_text_free it. */
struct ochre_text position_text(void);
void position_text_free(struct ochre_text *text);

/* A list long enough for the moves of any seat; free it. */
ochre_action *position_list(const struct ochre_setup *setup);

/* A move as its own seat (for chance: everybody) writes it. */
void position_move(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action action,
                   struct ochre_text *text);

/* "pending":[…] and "moves":{…}, members of an object that is open. A seat reads its own moves only: the list of
   another one, or of chance, may tell what is hidden (the cards in a hand, those not dealt yet). */
void position_write_moves(const struct ochre_setup *setup, const struct ochre_state *state, int viewer,
                          struct json_writer *writer);

/* "view":{…} as `viewer` may know it, and after the end "result":{…}. */
void position_write_view(const struct ochre_setup *setup, const struct ochre_state *state, int viewer,
                         struct json_writer *writer);

/* The moves, one a line; with their seats (p2>play:4) unless one seat alone is asked. */
void position_print_moves(const struct ochre_setup *setup, const struct ochre_state *state);

/* The board, in colour where that is wanted. */
void position_print_board(const struct ochre_setup *setup, const struct ochre_state *state, int viewer);

/* "Asked: p1 (White)", or who has won and why. */
void position_print_asked(const struct ochre_setup *setup, const struct ochre_state *state, int viewer);

#endif
