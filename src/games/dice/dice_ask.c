/* dice_ask.c: what a seat is asked, and what each turn does, in words to whoever chooses. */
#include "games/dice/dice_board.h"

void dice_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text)
{
    (void)setup;
    (void)view;
    (void)seat;
    text_say(text, "Your turn. Choose a stone.");
}

enum { PART_SIZE = 64 };
#define PART (char[PART_SIZE]){0}, text->tongue

static const char *noun(char buffer[PART_SIZE], const struct ochre_tongue *tongue, dice_unit unit)
{
    struct ochre_text text = text_in(buffer, PART_SIZE, tongue);
    dice_say_unit(unit, &text);
    return buffer;
}

/* The stone of the side that stands nearest in a direction and reaches the square; -1: none. */
static int taker_from(const struct dice_tables *t, const struct dice_core *core, int square, bool is_diagonal,
                      int direction)
{
    for (int steps = 1; steps <= t->reach; steps++) {
        int from = dice_square_towards(t, square, is_diagonal, direction, steps);
        dice_unit unit = from < 0 ? 0 : dice_unit_at(t, core, from);
        if (from < 0)
            return -1;
        if (unit)
            return dice_owner(unit) == core->side && dice_is_diagonal(unit) == is_diagonal && dice_value(unit) >= steps
                       ? from
                       : -1;
    }
    return -1;
}

/* Can only one stone of the side take there? Then nobody needs to hear which. */
static bool is_only_taker(const struct dice_tables *t, const struct dice_core *core, int square)
{
    int takers = 0;
    for (int direction = 0; direction < 8; direction++)
        takers += taker_from(t, core, square, direction >= 4, direction % 4) >= 0;
    assert(takers > 0);
    return takers == 1;
}

/* "Take the 2 on h4", and with which stone where several could. */
static void say_prey(const struct dice_tables *t, const struct dice_core *core, const struct dice_move *move,
                     struct ochre_text *text)
{
    const char *prey = noun(PART, dice_unit_at(t, core, move->to));
    const char *square = DICE_SQUARE(t->n, move->to);
    if (is_only_taker(t, core, move->to))
        text_say(text, "Take {0} on {1}", prey, square);
    else
        text_say(text, "Take {0} on {1} from {2}", prey, square, DICE_SQUARE(t->n, move->from));
}

/* 3.4, 3.5: a capture, and what becomes of the stone that made it. */
static void say_capture(const struct dice_tables *t, const struct dice_core *core, const struct dice_move *move,
                        struct ochre_text *text)
{
    char bytes[PART_SIZE * 2];
    struct ochre_text prey = text_in(bytes, sizeof bytes, text->tongue);
    dice_unit unit = dice_unit_at(t, core, move->from);
    const char *value = NUM(dice_grown(t, dice_value(unit), false));
    say_prey(t, core, move, &prey);
    if (move->target >= 0) {
        const char *chosen = noun(PART, dice_unit_at(t, core, move->target));
        const char *there = DICE_SQUARE(t->n, move->target);
        if (t->martyr == MARTYR_SWAP)
            text_say(text, "{0}, then exchange your {1} for {2} on {3}: both change sides", bytes, value, chosen,
                     there);
        else
            text_say(text, "{0}, then give your {1} for {2} on {3}: both leave the board", bytes, value, chosen, there);
    } else if (dice_has_right(t, unit) && dice_has_choice(t, core)) {
        text_say(text, "{0}, grow to {1} and keep it", bytes, value);
    } else if (dice_value(unit) < t->faces) {
        text_say(text, "{0} and grow to {1}", bytes, value);
    } else {
        text_say(text, "{0} and stay a {1}", bytes, value);
    }
}

static void say_turn(const struct dice_tables *t, dice_unit unit, int square, struct ochre_text *text)
{
    const char *what = noun(PART, unit);
    if (dice_is_diagonal(unit))
        text_say(text, "Turn {0} on {1} to straight", what, DICE_SQUARE(t->n, square));
    else
        text_say(text, "Turn {0} on {1} to diagonal", what, DICE_SQUARE(t->n, square));
}

void dice_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                   struct ochre_text *text)
{
    (void)seat;
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = dice_seen(view);
    struct dice_move move = dice_move_of(t, core, action);
    dice_unit unit = dice_unit_at(t, core, move.from);
    assert(unit && move.to >= 0); /* only legal turns are said */
    dice_unit there = dice_unit_at(t, core, move.to);
    if (move.kind == MOVE_ROTATE)
        say_turn(t, unit, move.from, text);
    else if (move.kind == MOVE_ALLY)
        text_say(text, "Join {0} on {1} to {2} on {3}: an alliance of {4}", noun(PART, unit),
                 DICE_SQUARE(t->n, move.from), noun(PART, there), DICE_SQUARE(t->n, move.to),
                 NUM(dice_grown(t, dice_value(unit), true)));
    else if (there)
        say_capture(t, core, &move, text);
    else
        text_say(text, "Slide {0} from {1} to {2}", noun(PART, unit), DICE_SQUARE(t->n, move.from),
                 DICE_SQUARE(t->n, move.to));
}

/* ---- groups ---- */

enum dice_group { GROUP_TAKE, GROUP_JOIN, GROUP_SLIDE, GROUP_STAY };

const char *const dice_groups[] = {
    [GROUP_TAKE] = N_("Take"), [GROUP_JOIN] = N_("Join"), [GROUP_SLIDE] = N_("Slide"), [GROUP_STAY] = N_("Stay"), NULL};

int dice_group_of(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action)
{
    (void)seat;
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = dice_seen(view);
    struct dice_move move = dice_move_of(t, core, action);
    if (move.kind == MOVE_ROTATE)
        return GROUP_STAY;
    if (move.kind == MOVE_ALLY)
        return GROUP_JOIN;
    return dice_unit_at(t, core, move.to) ? GROUP_TAKE : GROUP_SLIDE;
}

/* ---- danger (3.2, 3.4) ---- */

/* The first stone that one on the square meets within its value; -1: none. */
static int first_met(const struct dice_tables *t, const struct dice_core *core, int square, int direction)
{
    dice_unit unit = dice_unit_at(t, core, square);
    for (int steps = 1; steps <= dice_value(unit); steps++) {
        int to = dice_square_towards(t, square, dice_is_diagonal(unit), direction, steps);
        if (to < 0)
            return -1;
        if (dice_unit_at(t, core, to))
            return to;
    }
    return -1;
}

/* What of the colour the stone on the square could take: at most one stone in each of its directions. */
static int prey_of(const struct dice_tables *t, const struct dice_core *core, int square, int colour, int prey[4])
{
    int count = 0;
    for (int direction = 0; direction < 4; direction++) {
        int met = first_met(t, core, square, direction);
        if (met >= 0 && dice_owner(dice_unit_at(t, core, met)) == colour)
            prey[count++] = met;
    }
    return count;
}

static void say_danger(const struct dice_tables *t, const struct dice_core *core, int by, const int *prey, int count,
                       struct ochre_text *text)
{
    const char *const at[] = {DICE_SQUARE(t->n, prey[0]), DICE_SQUARE(t->n, prey[count > 1 ? 1 : 0]),
                              DICE_SQUARE(t->n, prey[count > 2 ? 2 : 0]), DICE_SQUARE(t->n, prey[count - 1])};
    const char *taker = noun(PART, dice_unit_at(t, core, by));
    const char *there = DICE_SQUARE(t->n, by);
    if (count == 1)
        text_say(text, "{0}, from {1} on {2}", at[0], taker, there);
    else if (count == 2)
        text_say(text, "{0} and {1}, from {2} on {3}", at[0], at[1], taker, there);
    else if (count == 3)
        text_say(text, "{0}, {1} and {2}, from {3} on {4}", at[0], at[1], at[2], taker, there);
    else
        text_say(text, "{0}, {1}, {2} and {3}, from {4} on {5}", at[0], at[1], at[2], at[3], taker, there);
}

/* A square as one points at it. */
static void point_at(const struct dice_tables *t, int square, char id[OCHRE_TOUCH_SIZE])
{
    struct ochre_text text = text_on(id, OCHRE_TOUCH_SIZE);
    text_add(&text, DICE_SQUARE(t->n, square));
}

int dice_find_danger(const struct ochre_setup *setup, const struct ochre_view *view, int seat, int from,
                     struct ochre_danger *danger, struct ochre_text *text)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = dice_seen(view);
    int own = dice_colour_of_seat(t, seat);
    assert(from >= 0 && from <= t->squares);
    for (int square = from; square < t->squares; square++) {
        dice_unit unit = dice_unit_at(t, core, square);
        int prey[4];
        int count = unit && dice_owner(unit) != own ? prey_of(t, core, square, own, prey) : 0;
        if (count == 0)
            continue;
        point_at(t, square, danger->by);
        danger->count = count;
        for (int i = 0; i < count; i++)
            point_at(t, prey[i], danger->at[i]);
        say_danger(t, core, square, prey, count, text);
        return square + 1;
    }
    return 0;
}
