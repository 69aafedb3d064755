/* valley_tell.c: the story: every event as a sentence. */
#include <assert.h>

#include "games/valley/valley.h"

/* The words of one event, looked up once. */
struct story {
    const struct valley_tables *t;
    struct ochre_text *text;
    const int16_t *arg;
    const char *who;
};

static const char *player(const struct story *story, int seat)
{
    return text_word(story->text, valley_player_name(seat));
}

static const char *scene(const struct story *story, int number)
{
    return text_word(story->text, valley_scene_name(number));
}

static const char *tile(const struct story *story, int number)
{
    return story->t->tile[number].id;
}

static void tell_laid(const struct story *story)
{
    const int16_t *arg = story->arg;
    const char *first = valley_square_name(arg[2]);
    const char *second = valley_square_name(arg[3]);
    if (arg[4] == LAYING_NEW)
        text_say(story->text, "{0} begins a new tribe with {1} on {2} and {3}.", story->who, tile(story, arg[1]), first,
                 second);
    else if (arg[4] == LAYING_BONUS || arg[4] == LAYING_BEFORE || arg[4] == LAYING_AFTER)
        text_say(story->text, "{0} lays the additional tile {1} on {2} and {3}.", story->who, tile(story, arg[1]),
                 first, second);
    else
        text_say(story->text, "{0} lays {1} on {2} and {3}.", story->who, tile(story, arg[1]), first, second);
}

static void tell_fought(const struct story *story)
{
    const int16_t *arg = story->arg;
    if (arg[0] == arg[1])
        text_say(story->text, "{0} takes the own Fight token off {1}.", story->who, tile(story, arg[2]));
    else if (arg[3])
        text_say(story->text, "The Fight token on {0}: {1} gives one FP to {2}.", tile(story, arg[2]), story->who,
                 player(story, arg[1]));
    else
        text_say(story->text, "The Fight token on {0}: {1} has no FP to give to {2}.", tile(story, arg[2]), story->who,
                 player(story, arg[1]));
}

static void tell_swapped(const struct story *story)
{
    const int16_t *arg = story->arg;
    if (arg[3] < 0)
        text_say(story->text, "{0} swaps {1} for {2} of the Common Pool.", story->who, tile(story, arg[1]),
                 tile(story, arg[2]));
    else
        text_say(story->text, "{0} swaps {1} for {2} of {3}.", story->who, tile(story, arg[1]), tile(story, arg[2]),
                 player(story, arg[3]));
}

static void tell_board(const struct story *story)
{
    char id[8];
    struct ochre_text face = text_on(id, sizeof id);
    valley_say_face(story->t, story->arg[1], &face);
    if (story->t->half[story->arg[1] >> 1].is_right)
        text_say(story->text, "{0} gets the right half board {1}.", story->who, id);
    else
        text_say(story->text, "{0} gets the left half board {1}.", story->who, id);
}

/* Set-up, pools and the course of the game. */
static bool tell_course(const struct story *story, int kind)
{
    struct ochre_text *text = story->text;
    const int16_t *arg = story->arg;
    const char *who = story->who;
    switch (kind) {
    case VALLEY_WAS_FIRST: text_say(text, "{0} is first player.", who); return true;
    case VALLEY_REVEALED: text_say(text, "{0} comes to the Common Pool.", tile(story, arg[0])); return true;
    case VALLEY_BOARD: tell_board(story); return true;
    case VALLEY_TOKEN:
        text_say(text, "{0}: the {1} token lies on {2}.", who, scene(story, arg[2]), valley_spot_name(arg[1]));
        return true;
    case VALLEY_DREW: text_say(text, "{0} draws {1}.", who, tile(story, arg[1])); return true;
    case VALLEY_TOOK: text_say(text, "{0} takes {1} from the Common Pool.", who, tile(story, arg[1])); return true;
    case VALLEY_DROPPED: text_say(text, "{0} removes {1} from the game.", who, tile(story, arg[1])); return true;
    case VALLEY_RECALLED:
        text_say(text, "A Fight token of {0} comes back from {1}.", who, tile(story, arg[1]));
        return true;
    case VALLEY_WENT_ON:
        if (arg[1] == PHASE_BONUS)
            text_say(text, "{0} declines.", who);
        else
            text_say(text, "{0} uses no Mountain token.", who);
        return true;
    case VALLEY_STOPPED: text_say(text, "{0} can lay no tile: the game is over for this player.", who); return true;
    case VALLEY_FINAL_ROUND: text_say(text, "The last tile is taken: this round is the last."); return true;
    case VALLEY_ENDED: text_say(text, "The game is over."); return true;
    default: return false;
    }
}

/* Tiles laid, points and effects. */
static void tell_deed(const struct story *story, int kind)
{
    struct ochre_text *text = story->text;
    const int16_t *arg = story->arg;
    const char *who = story->who;
    switch (kind) {
    case VALLEY_LAID: tell_laid(story); break;
    case VALLEY_LEFT_TRIBE: text_say(text, "{0} abandons the tribe.", who); break;
    case VALLEY_LOST_TOKEN: text_say(text, "{0} loses the {1} token.", who, scene(story, arg[1])); break;
    case VALLEY_FOUGHT: tell_fought(story); break;
    case VALLEY_FOOD: text_say_count(text, arg[1], "{0} gains one FP.", "{0} gains {1} FP.", who, NUM(arg[1])); break;
    case VALLEY_SHELTER:
        text_say_count(text, arg[2], "{0} finds shelter in {1}: one SP.", "{0} finds shelter in {1}: {2} SP.", who,
                       valley_spot_name(arg[1]), NUM(arg[2]));
        break;
    case VALLEY_CLAIMED: text_say(text, "{0} claims the {1} token.", who, scene(story, arg[1])); break;
    case VALLEY_USED: text_say(text, "{0} uses the {1} token.", who, scene(story, arg[1])); break;
    case VALLEY_PICKED: text_say(text, "Picking: {0} gains one FP.", who); break;
    case VALLEY_TOOK_TOKEN:
        if (arg[2] < 0)
            text_say(text, "Ritual: {0} takes the used {1} token back.", who, scene(story, arg[1]));
        else
            text_say(text, "Ritual: {0} takes the {1} token from {2}.", who, scene(story, arg[1]),
                     valley_spot_name(arg[2]));
        break;
    case VALLEY_THREATENED: text_say(text, "Fight: {0} puts a Fight token on {1}.", who, tile(story, arg[1])); break;
    case VALLEY_SWAPPED: tell_swapped(story); break;
    case VALLEY_CAMPED:
        text_say_count(text, arg[1], "Camp: {0} gains one SP.", "Camp: {0} gains {1} SP.", who, NUM(arg[1]));
        break;
    case VALLEY_HUNTED:
        text_say_count(text, arg[1], "Hunt: {0} takes a steak and has one.", "Hunt: {0} takes a steak and has {1}.",
                       who, NUM(arg[1]));
        break;
    case VALLEY_CONVERTED:
        text_say_count(text, arg[1], "{0} converts one steak: {2} FP.", "{0} converts {1} steaks: {2} FP.", who,
                       NUM(arg[1]), NUM(arg[2]));
        break;
    case VALLEY_BEAR:
        text_say(text, "Fire: {0} drives a bear to {1} of {2}: {3} SP.", who, valley_square_name(arg[2]),
                 player(story, arg[1]), NUM(arg[3]));
        break;
    case VALLEY_BEAR_AWAY:
        text_say(text, "Fire: {0} drives the bear away from {1}.", who, valley_square_name(arg[1]));
        break;
    default: break;
    }
}

void valley_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text)
{
    (void)view;
    assert(event->kind <= VALLEY_ENDED);
    bool has_seat = event->kind != VALLEY_REVEALED && event->count > 0;
    struct story story = {.t = valley_tables(setup), .text = text, .arg = event->args, .who = ""};
    if (has_seat)
        story.who = player(&story, event->args[0]);
    if (!tell_course(&story, event->kind))
        tell_deed(&story, event->kind);
}
