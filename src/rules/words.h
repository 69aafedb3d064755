/* words.h: the facet of a game that puts it into words, from views.
 *
 * Notation is ASCII without blanks and the same in every language: what is formatted parses back to the same action.
 * Sentences are English to be translated and are written in the tongue of the text they go to.
 * parse_move and why_not return NULL when all is well, else the number of the rule that forbids it ("notation" when it
 * is no move at all) and, when `words` is given, a sentence. */
#ifndef OCHRE_RULES_WORDS_H
#define OCHRE_RULES_WORDS_H

#include "rules/show.h"

/* What of a seat's own a piece of somebody else could take if it were that one's turn now; all as one points at it. */
enum { OCHRE_DANGER_MAX = 8 };

struct ochre_danger {
    char by[OCHRE_TOUCH_SIZE];
    int count;
    char at[OCHRE_DANGER_MAX][OCHRE_TOUCH_SIZE];
};

struct ochre_words {
    /* What people call the seat; and its name in notation ("N"), NULL for p1 … p4. */
    const char *(*seat_name)(const struct ochre_setup *setup, const struct ochre_view *view, int seat);
    const char *(*seat_key)(const struct ochre_setup *setup, const struct ochre_view *view, int seat); /* (optional) */

    /* With OCHRE_NO_ACTION: what somebody reads who did not witness the move. */
    void (*format_move)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text);
    /* (optional) What a reader may want to know behind the move, in a word of notation; nothing where the move says
     * all. */
    void (*note_move)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                      struct ochre_text *note);
    const char *(*parse_move)(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words);

    /* (optional) What the seat is asked, in one sentence to "you". For the seat itself, from its own view. */
    void (*say_ask)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text);
    /* What a move does, told to whoever chooses: a short imperative without a full stop, with what it costs and brings
     * ("Take the Hunter: 5 berries"). From the seat's own view. Where it is silent, the first event of the move speaks.
     */
    void (*say_move)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                     struct ochre_text *text);

    /* (optional, both or neither) Kinds of moves as headings of a list ("Take", "Slide"), in the order in which they
     * are shown, NULL behind the last; and which of them a legal move belongs to. From the seat's own view. */
    const char *const *groups;
    int (*group_of)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action);

    /* (optional) The next danger that the seat's own pieces are in, in words without a full stop ("b3 and f5, from the
     * 4 on d6"). Looked for from 0; returns from where the next one is looked for, 0 when there is none any more. From
     * the seat's own view. */
    int (*find_danger)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, int from,
                       struct ochre_danger *danger, struct ochre_text *text);

    /* Asked about any action number. */
    const char *(*why_not)(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words);

    /* An event as a sentence, as the listener may hear it. The voice of the text says who is "you" ("You take …") and
     * what the others are called: see seat_called and text_tell. */
    void (*tell)(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text);
};

/* What the seat is called in a sentence: the name its person has in the voice of the text, else the game's. */
const char *seat_called(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                        const struct ochre_text *text);

#endif
