/* prompt.h: a line from a person, with editing, history and completion on a terminal, plainly from a pipe. Also keeps
 * an eye on Ctrl-C. Knows no game. */
#ifndef OCHRE_CLI_PROMPT_H
#define OCHRE_CLI_PROMPT_H

#include <stdbool.h>

enum prompt_end {
    PROMPT_LINE,    /* a line was typed */
    PROMPT_OVER,    /* Ctrl-D, or the input ends */
    PROMPT_STOPPED, /* Ctrl-C */
};

/* Are both input and output a terminal? */
bool prompt_is_terminal(void);

/* Begins and ends the watch for Ctrl-C and for a changed window. */
void prompt_open(void);
void prompt_close(void);

/* Asks. `words` (NULL after the last, or NULL) are what the tabulator completes. The line has no blanks at its ends;
 * it holds until the next question. */
enum prompt_end prompt_ask(const char *question, const char *const *words, const char **line);

/* What draws the screen anew when the window changes its size while somebody is asked; the prompt follows by itself.
 * NULL: nothing but the prompt. */
typedef void prompt_redraw(void *who);
void prompt_redraw_with(prompt_redraw *redraw, void *who);

/* Has Ctrl-C been pressed since the last question? */
bool prompt_was_stopped(void);

#endif
