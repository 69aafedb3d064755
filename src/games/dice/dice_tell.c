/* dice_tell.c: the story, event by event. */
#include "games/dice/dice.h"

/* Parts of a sentence, in the listener's language, each in a buffer for the enclosing block. */
enum { PART_SIZE = 64 };
#define PART (char[PART_SIZE]){0}, text->tongue

/* A unit as a noun: "the 2", "the alliance of 4". */
static const char *noun(char buffer[PART_SIZE], const struct ochre_tongue *tongue, dice_unit unit)
{
    struct ochre_text text = text_in(buffer, PART_SIZE, tongue);
    if (dice_is_ally(unit))
        text_say(&text, "the alliance of {0}", NUM(dice_value(unit)));
    else
        text_say(&text, "the {0}", NUM(dice_value(unit)));
    return buffer;
}

/* A unit with its owner: "Black's 2". */
static const char *noun_of(char buffer[PART_SIZE], const struct ochre_tongue *tongue, dice_unit unit)
{
    struct ochre_text text = text_in(buffer, PART_SIZE, tongue);
    const char *owner = text_word(&text, dice_colour_name(dice_owner(unit)));
    if (dice_is_ally(unit))
        text_say(&text, "{0}'s alliance of {1}", owner, NUM(dice_value(unit)));
    else
        text_say(&text, "{0}'s {1}", owner, NUM(dice_value(unit)));
    return buffer;
}

/* "White, Red" for a set of colours. */
static const char *colours(char buffer[PART_SIZE], const struct ochre_tongue *tongue, int set)
{
    struct ochre_text text = text_in(buffer, PART_SIZE, tongue);
    for (int colour = 0; colour < DICE_COLOURS; colour++)
        if (set >> colour & 1) {
            text_add(&text, text.used ? ", " : "");
            text_add(&text, text_word(&text, dice_colour_name(colour)));
        }
    return buffer;
}

static void tell_end(const struct ochre_event *event, struct ochre_text *text)
{
    const char *who = colours(PART, event->args[1]);
    switch (event->args[0]) {
    case END_ELIMINATION: text_say(text, "{0} wins: no other colour has a unit left.", who); break;
    case END_SUM: text_say(text, "{0} wins with the largest sum of values.", who); break;
    case END_REPETITION: text_say(text, "The position occurs for the third time: a draw between {0}.", who); break;
    case END_NO_PROGRESS: text_say(text, "Too many turns without progress: a draw between {0}.", who); break;
    case END_EXTINCTION: text_say(text, "Nobody has a unit left: a draw."); break;
    default: text_say(text, "{0} wins by resignation.", who); break;
    }
}

/* Captures and exchanges: sentences about two units. */
static void tell_fight(const struct dice_tables *t, const struct ochre_event *event, const char *who,
                       struct ochre_text *text)
{
    const int16_t *args = event->args;
    if (event->kind == DICE_CAPTURED) {
        text_say(text, "{0} takes {1} on {2} with {3} from {4}; it is worth {5} now.", who,
                 noun_of(PART, (dice_unit)args[4]), DICE_SQUARE(t->n, args[2]), noun(PART, (dice_unit)args[3]),
                 DICE_SQUARE(t->n, args[1]), NUM(args[5]));
        return;
    }
    const char *square = DICE_SQUARE(t->n, args[1]);
    const char *chosen = noun_of(PART, (dice_unit)args[3]);
    const char *target = DICE_SQUARE(t->n, args[2]);
    if (event->kind == DICE_MARTYRED)
        text_say(text, "Martyr's right: {0} gives the unit on {1} for {2} on {3}; both leave the board.", who, square,
                 chosen, target);
    else
        text_say(text, "Martyr's right: {0} gives the unit on {1} for {2} on {3}; they change owner.", who, square,
                 chosen, target);
}

void dice_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
               struct ochre_text *text)
{
    const struct dice_tables *t = dice_tables(setup);
    const int16_t *args = event->args;
    assert(event->kind <= DICE_DRAWN && event->open == event->count); /* nothing is hidden in dice */
    const char *who = event->kind == DICE_ENDED   ? ""
                      : event->kind == DICE_DRAWN ? text_word(text, dice_words.seat_name(setup, view, args[0]))
                                                  : text_word(text, dice_colour_name(args[event->kind == DICE_LEFT]));
    switch (event->kind) {
    case DICE_SLID:
        text_say(text, "{0} moves {1} from {2} to {3}.", who, noun(PART, (dice_unit)args[3]),
                 DICE_SQUARE(t->n, args[1]), DICE_SQUARE(t->n, args[2]));
        break;
    case DICE_ROTATED:
        if (args[3])
            text_say(text, "{0} turns {1} on {2} to diagonal.", who, noun(PART, (dice_unit)args[2]),
                     DICE_SQUARE(t->n, args[1]));
        else
            text_say(text, "{0} turns {1} on {2} to straight.", who, noun(PART, (dice_unit)args[2]),
                     DICE_SQUARE(t->n, args[1]));
        break;
    case DICE_CAPTURED:
    case DICE_MARTYRED:
    case DICE_SWAPPED: tell_fight(t, event, who, text); break;
    case DICE_RENOUNCED:
        text_say(text, "{0} renounces the martyr's right and keeps the {1} on {2}.", who, NUM(args[2]),
                 DICE_SQUARE(t->n, args[1]));
        break;
    case DICE_ALLIED:
        text_say(text, "{0} joins {1} with {2}: an alliance of {3}.", who, DICE_SQUARE(t->n, args[1]),
                 DICE_SQUARE(t->n, args[2]), NUM(args[3]));
        break;
    case DICE_LEFT:
        if (t->mode == MODE_ALONE)
            text_say(text, "{0} leaves the play; its units are taken off the board.", who);
        else
            text_say(text, "{0} resigns.", who);
        break;
    case DICE_BEATEN: text_say(text, "{0} has no unit left.", who); break;
    case DICE_ENDED: tell_end(event, text); break;
    case DICE_DRAWN: text_say(text, "The lot decides: {0} begins.", who); break;
    default: break;
    }
}
