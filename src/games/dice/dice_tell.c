/* dice_tell.c: the story, event by event: who does what, by name, and "you" to whoever it is about. */
#include "games/dice/dice_board.h"

/* What every sentence needs. */
struct story {
    const struct ochre_setup *setup;
    const struct ochre_view *view; /* after the turn */
    const struct dice_tables *t;
    const int16_t *args;
    struct ochre_text *text;
};

/* Parts of a sentence, in the listener's language, each in a buffer for the enclosing block. */
enum { PART_SIZE = 256 };
#define PART                                                                                                           \
    (char[PART_SIZE])                                                                                                  \
    {                                                                                                                  \
        0                                                                                                              \
    }

/* The seat of a colour that is spoken to; its first seat when none is. */
static int person_of(const struct story *story, int colour)
{
    bool is_partner = story->t->mode == MODE_TEAMS && text_is_you(story->text, colour + 2);
    return is_partner ? colour + 2 : colour;
}

/* A colour as somebody: the person that plays it; in teams, where two do, the colour. */
static const char *side_called(const struct story *story, int colour)
{
    return story->t->mode == MODE_TEAMS ? text_word(story->text, dice_colour_name(colour))
                                        : seat_called(story->setup, story->view, colour, story->text);
}

/* 3.1: who has made the turn that led here. */
static int mover(const struct story *story)
{
    int colour = story->args[0];
    uint32_t round = dice_seen(story->view)->turn / 2;
    return story->t->mode == MODE_TEAMS && round % 2 == 0 ? colour + 2 : colour;
}

/* A stone as a noun: "the 2", "your 2", "the alliance of 4". */
static const char *noun(const struct story *story, char buffer[PART_SIZE], dice_unit unit)
{
    struct ochre_text text = text_in(buffer, PART_SIZE, story->text->tongue);
    int colour = dice_owner(unit);
    bool is_yours = colour != story->args[0] && text_is_you(story->text, person_of(story, colour));
    if (is_yours && dice_is_ally(unit))
        text_say(&text, "your alliance of {0}", NUM(dice_value(unit)));
    else if (is_yours)
        text_say(&text, "your {0}", NUM(dice_value(unit)));
    else
        dice_say_unit(unit, &text);
    return buffer;
}

static void tell_captured(const struct story *story, int seat, const char *who)
{
    const int16_t *args = story->args;
    dice_unit prey = (dice_unit)args[4];
    int owner = dice_owner(prey);
    bool is_said_whose = story->t->mode == MODE_ALONE && !text_is_you(story->text, owner);
    bool is_grown = args[5] > dice_value((dice_unit)args[3]);
    const char *what = noun(story, PART, prey);
    const char *square = DICE_SQUARE(story->t->n, args[2]);
    const char *value = NUM(args[5]);
    if (is_said_whose && is_grown)
        text_tell(story->text, seat, "You take {1} on {2} from {4} and grow to {3}.",
                  "{0} takes {1} on {2} from {4} and grows to {3}.", who, what, square, value,
                  side_called(story, owner));
    else if (is_said_whose)
        text_tell(story->text, seat, "You take {1} on {2} from {4} and stay a {3}.",
                  "{0} takes {1} on {2} from {4} and stays a {3}.", who, what, square, value,
                  side_called(story, owner));
    else if (is_grown)
        text_tell(story->text, seat, "You take {1} on {2} and grow to {3}.", "{0} takes {1} on {2} and grows to {3}.",
                  who, what, square, value);
    else
        text_tell(story->text, seat, "You take {1} on {2} and stay a {3}.", "{0} takes {1} on {2} and stays a {3}.",
                  who, what, square, value);
}

/* 3.5: the martyr has the largest value. */
static void tell_exchanged(const struct story *story, int kind, int seat, const char *who)
{
    const int16_t *args = story->args;
    const char *martyr = NUM(story->t->faces);
    const char *square = DICE_SQUARE(story->t->n, args[1]);
    const char *what = noun(story, PART, (dice_unit)args[3]);
    const char *there = DICE_SQUARE(story->t->n, args[2]);
    if (kind == DICE_MARTYRED)
        text_tell(story->text, seat, "You give the {1} on {2} for {3} on {4}: both leave the board.",
                  "{0} gives the {1} on {2} for {3} on {4}: both leave the board.", who, martyr, square, what, there);
    else
        text_tell(story->text, seat, "You exchange the {1} on {2} for {3} on {4}: both stay there and change sides.",
                  "{0} exchanges the {1} on {2} for {3} on {4}: both stay there and change sides.", who, martyr, square,
                  what, there);
}

static void tell_turned(const struct story *story, int seat, const char *who)
{
    const int16_t *args = story->args;
    const char *what = noun(story, PART, (dice_unit)args[2]);
    const char *square = DICE_SQUARE(story->t->n, args[1]);
    if (args[3])
        text_tell(story->text, seat, "You turn {1} on {2} to diagonal.", "{0} turns {1} on {2} to diagonal.", who, what,
                  square);
    else
        text_tell(story->text, seat, "You turn {1} on {2} to straight.", "{0} turns {1} on {2} to straight.", who, what,
                  square);
}

/* What somebody did in his turn. */
static void tell_turn(const struct story *story, int kind)
{
    const int16_t *args = story->args;
    int n = story->t->n;
    int seat = mover(story);
    const char *who = seat_called(story->setup, story->view, seat, story->text);
    switch (kind) {
    case DICE_SLID:
        text_tell(story->text, seat, "You slide {1} from {2} to {3}.", "{0} slides {1} from {2} to {3}.", who,
                  noun(story, PART, (dice_unit)args[3]), DICE_SQUARE(n, args[1]), DICE_SQUARE(n, args[2]));
        break;
    case DICE_ROTATED: tell_turned(story, seat, who); break;
    case DICE_CAPTURED: tell_captured(story, seat, who); break;
    case DICE_RENOUNCED:
        text_tell(story->text, seat, "You keep the {1} on {2}.", "{0} keeps the {1} on {2}.", who, NUM(args[2]),
                  DICE_SQUARE(n, args[1]));
        break;
    case DICE_ALLIED:
        text_tell(story->text, seat, "You join {1} to {2}: an alliance of {3}.",
                  "{0} joins {1} to {2}: an alliance of {3}.", who, DICE_SQUARE(n, args[1]), DICE_SQUARE(n, args[2]),
                  NUM(args[3]));
        break;
    default: tell_exchanged(story, kind, seat, who); break;
    }
}

/* 3.8.7 */
static void tell_left(const struct story *story)
{
    static const char *const leaving[] = {
        N_("The white stones leave the board."), N_("The black stones leave the board."),
        N_("The red stones leave the board."), N_("The green stones leave the board.")};
    int colour = story->args[1];
    assert(colour >= 0 && colour < DICE_COLOURS);
    if (story->t->mode != MODE_ALONE) { /* 3.8.7: the others have won, and that is told next */
        text_say(story->text, "The board stays as it is.");
        return;
    }
    text_tell(story->text, person_of(story, colour), "Your stones leave the board.", leaving[colour]);
}

/* "White, Red and you" for a set of colours. */
static const char *list(const struct story *story, char buffer[PART_SIZE], int set)
{
    struct ochre_text text = text_in(buffer, PART_SIZE, story->text->tongue);
    for (int colour = 0; colour < DICE_COLOURS; colour++) {
        if (!(set >> colour & 1))
            continue;
        bool is_last = set >> (colour + 1) == 0;
        if (text.used)
            text_add(&text, is_last ? text_word(&text, " and ") : ", ");
        text_add(&text, text_is_you(story->text, person_of(story, colour)) ? text_word(&text, "you")
                                                                           : side_called(story, colour));
    }
    return buffer;
}

/* Who, then why. */
static void tell_end(const struct story *story)
{
    struct ochre_text *text = story->text;
    int set = story->args[1];
    assert(set != 0);
    int winner = bits_first((uint64_t)set);
    int person = person_of(story, winner);
    const char *who = side_called(story, winner);
    const char *quiet = NUM(dice_seen(story->view)->clock);
    switch (story->args[0]) {
    case END_ELIMINATION:
        text_tell(text, person, "You win. No other stone is left.", "{0} wins. No other stone is left.", who);
        break;
    case END_SUM:
        text_tell(text, person, "You win. Your stones have the largest sum of values.",
                  "{0} wins. The stones of that side have the largest sum of values.", who);
        break;
    case END_REPETITION:
        text_say(text, "A draw between {0}. The same position has come for the third time.", list(story, PART, set));
        break;
    case END_NO_PROGRESS:
        text_say_count(text, dice_seen(story->view)->clock,
                       "A draw between {0}. Nothing was taken or joined for {1} turn.",
                       "A draw between {0}. Nothing was taken or joined for {1} turns.", list(story, PART, set), quiet);
        break;
    case END_RESIGNED: text_tell(text, person, "You win by resignation.", "{0} wins by resignation.", who); break;
    default: text_say(text, "A draw. No stone is left on the board."); break;
    }
}

void dice_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
               struct ochre_text *text)
{
    assert(event->kind <= DICE_DRAWN && event->open == event->count); /* nothing is hidden in dice */
    const struct story story = {setup, view, dice_tables(setup), event->args, text};
    switch (event->kind) {
    case DICE_LEFT: tell_left(&story); break;
    case DICE_BEATEN:
        text_tell(text, person_of(&story, event->args[0]), "You have no stone left.", "{0} has no stone left.",
                  side_called(&story, event->args[0]));
        break;
    case DICE_ENDED: tell_end(&story); break;
    case DICE_DRAWN:
        text_tell(text, event->args[0], "The lot decides: you begin.", "The lot decides: {0} begins.",
                  seat_called(setup, view, event->args[0], text));
        break;
    default: tell_turn(&story, event->kind); break;
    }
}
