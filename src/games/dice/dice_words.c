/* dice_words.c: seats and turns in words (docs/packs/dice.md, section 4). */
#include "games/dice/dice_board.h"
#include "rules/why.h"

static const char *seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)view;
    static const char *const partners[] = {N_("White in the south-west"), N_("Black in the north-west"),
                                           N_("White in the north-east"), N_("Black in the south-east")};
    assert(seat >= 0 && seat < setup->seats);
    return dice_tables(setup)->mode == MODE_TEAMS ? partners[seat] : dice_colour_name(seat);
}

static void format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = dice_seen(view);
    if (action >= (seat == OCHRE_CHANCE ? setup->chance_actions : setup->actions)) {
        text_char(text, '?');
        return;
    }
    if (seat == OCHRE_CHANCE) {
        text_add(text, "first:");
        text_add(text, seat_code((int)action));
        return;
    }
    struct dice_move move = dice_move_of(t, core, action);
    dice_say_turn(t->n, &move, text);
}

/* A square's name; false when it is none of this board. */
static bool read_square(const struct dice_tables *t, const char **at, int *square)
{
    int file = **at - 'a';
    const char *digits = *at + 1;
    int rank;
    if (file < 0 || file >= t->n || *digits == '0' || !text_read_number(&digits, 2, &rank) || rank > t->n)
        return false;
    *at = digits;
    *square = (rank - 1) * t->n + file;
    return true;
}

static bool read_turn(const struct dice_tables *t, const char *text, struct dice_move *move)
{
    *move = (struct dice_move){.to = -1, .target = -1, .kind = MOVE_SLIDE};
    if (!read_square(t, &text, &move->from))
        return false;
    if (text_same(text, "r")) {
        move->kind = MOVE_ROTATE;
        move->to = move->from;
        return true;
    }
    if (*text == '+') {
        move->kind = MOVE_ALLY;
        text++;
    }
    if (!read_square(t, &text, &move->to))
        return false;
    if (move->kind == MOVE_SLIDE && *text == '=') {
        text++;
        if (!read_square(t, &text, &move->target))
            return false;
    }
    return *text == '\0';
}

/* 1.5: what chance says. */
static const char *parse_lot(const struct ochre_setup *setup, const char *text, ochre_action *action,
                             struct ochre_text *words)
{
    const char *code;
    int seat = text_starts(text, "first:", &code) ? seat_from_code(code) : -1;
    if (seat < 0 || seat >= setup->seats)
        return why_refuse(words, "1.5", N_("The lot is written first:p1, with the seat that begins."));
    *action = (ochre_action)seat;
    return NULL;
}

static const char *parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = dice_seen(view);
    struct dice_move move;
    if (seat == OCHRE_CHANCE)
        return parse_lot(setup, text, action, words);
    if (!read_turn(t, text, &move))
        return why_refuse(words, "notation",
                          N_("Turns are written a2a3 (slide), a2r (turn), c5+d6 (join) or d4d6=h8 (exchange), with "
                             "squares from a1 to {0}."),
                          DICE_SQUARE(t->n, t->squares - 1));
    if (dice_number_of(t, core, &move, action))
        return NULL;
    return dice_refuse(t, core, seat, &move, words);
}

const struct ochre_words dice_words = {
    .seat_name = seat_name,
    .format_move = format_move,
    .say_ask = dice_say_ask,
    .say_move = dice_say_move,
    .groups = dice_groups,
    .group_of = dice_group_of,
    .find_danger = dice_find_danger,
    .parse_move = parse_move,
    .why_not = dice_why_not,
    .tell = dice_tell,
};
