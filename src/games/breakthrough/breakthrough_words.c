/* breakthrough_words.c: notation, refusals and the story, from views. */
#include "games/breakthrough/breakthrough.h"

const char *breakthrough_seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)setup;
    (void)view;
    return seat == 0 ? N_("White") : N_("Black");
}

/* A square as text, in a buffer of the caller's. */
static const char *square_text(char buffer[3], int square)
{
    buffer[0] = (char)('a' + square % 8);
    buffer[1] = (char)('1' + square / 8);
    buffer[2] = '\0';
    return buffer;
}
#define SQUARE(square) square_text((char[3]){0}, (square))

void breakthrough_format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              ochre_action action, struct ochre_text *text)
{
    (void)setup;
    (void)view;
    if (action >= BREAKTHROUGH_ACTIONS) {
        text_char(text, '?');
        return;
    }
    int from = (int)(action % BREAKTHROUGH_SQUARES);
    text_add(text, SQUARE(from));
    text_add(text, SQUARE(breakthrough_target(seat, (int)(action / BREAKTHROUGH_SQUARES), from)));
}

/* "a1" … "h8" at the cursor. */
static bool read_square(const char **at, int *square)
{
    if ((*at)[0] < 'a' || (*at)[0] > 'h' || (*at)[1] < '1' || (*at)[1] > '8')
        return false;
    *square = ((*at)[1] - '1') * 8 + (*at)[0] - 'a';
    *at += 2;
    return true;
}

const char *breakthrough_parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                    const char *text, ochre_action *action, struct ochre_text *words)
{
    (void)setup;
    (void)view;
    int from;
    int to;
    if (!read_square(&text, &from) || !read_square(&text, &to) || *text) {
        if (words)
            text_say(words, "A move is written a2a3: the square of the pawn and the square it goes to.");
        return "notation";
    }
    int step = to % 8 - from % 8 + 1;
    if (to / 8 - from / 8 != (seat == 0 ? 1 : -1) || step < 0 || step >= BREAKTHROUGH_STEPS) {
        if (words)
            text_say(words, "A pawn goes one row ahead, straight or diagonally; {0} is no such step from {1}.",
                     SQUARE(to), SQUARE(from));
        return "B2.1";
    }
    *action = (ochre_action)(BREAKTHROUGH_SQUARES * step + from);
    return NULL;
}

/* Why a pawn that is there may not make this step. */
static const char *why_not_step(const struct breakthrough_state *s, int seat, int step, int from,
                                struct ochre_text *words)
{
    int file = breakthrough_target_file(step, from);
    if (file < 0 || file > 7) {
        if (words)
            text_say(words, "That step leaves the board.");
        return "B2.1";
    }
    int to = breakthrough_target(seat, step, from);
    if (step == BREAKTHROUGH_AHEAD && ((s->pawns[0] | s->pawns[1]) >> to & 1)) {
        if (words)
            text_say(words, "Straight ahead a pawn only goes to an empty square, and {0} is taken.", SQUARE(to));
        return "B2.2";
    }
    if (s->pawns[seat] >> to & 1) {
        if (words)
            text_say(words, "Your own pawn stands on {0}.", SQUARE(to));
        return "B2.3";
    }
    return NULL;
}

const char *breakthrough_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                 ochre_action action, struct ochre_text *words)
{
    (void)setup;
    const struct breakthrough_state *s = breakthrough_seen(view);
    if (s->winner) {
        if (words)
            text_say(words, "The race is over.");
        return "B3.1";
    }
    if (s->turn != seat) {
        if (words)
            text_say(words, "It is not your turn.");
        return "B1.3";
    }
    if (action >= BREAKTHROUGH_ACTIONS) {
        if (words)
            text_say(words, "There is no such move.");
        return "B2.1";
    }
    int from = (int)(action % BREAKTHROUGH_SQUARES);
    if (!(s->pawns[seat] >> from & 1)) {
        if (words)
            text_say(words, "No pawn of yours stands on {0}.", SQUARE(from));
        return "B2.1";
    }
    return why_not_step(s, seat, (int)(action / BREAKTHROUGH_SQUARES), from, words);
}

void breakthrough_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                       struct ochre_text *text)
{
    const char *who = text_word(text, breakthrough_seat_name(setup, view, event->args[0]));
    switch (event->kind) {
    case BREAKTHROUGH_MOVED:
        text_say(text, "{0} goes from {1} to {2}.", who, SQUARE(event->args[1]), SQUARE(event->args[2]));
        break;
    case BREAKTHROUGH_CAPTURED: text_say(text, "{0} captures the pawn on {1}.", who, SQUARE(event->args[1])); break;
    case BREAKTHROUGH_WON: text_say(text, "{0} has broken through.", who); break;
    default: break;
    }
}
