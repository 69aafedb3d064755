/* valley_tell.c: the story: every event as a sentence, with people's names and "you". */
#include <assert.h>

#include "games/valley/valley.h"

/* The words of one event, looked up once. */
struct story {
    const struct ochre_setup *setup;
    const struct ochre_view *view; /* after what is told */
    const struct valley_state *s;
    struct ochre_text *text;
    const int16_t *arg;
    int seat;
    const char *who;
};

#define TILE(number) valley_tile_part(VALLEY_PART, story->text, story->setup, (number))
#define AT(whose, square) valley_at_part(VALLEY_PART, story->text, &story->s->seat[whose], (square))

static const char *player(const struct story *story, int seat)
{
    return seat_called(story->setup, story->view, seat, story->text);
}

static const char *token(const struct story *story, int number)
{
    return text_word(story->text, valley_token_name(number));
}

static void tell_laid(const struct story *story)
{
    const int16_t *arg = story->arg;
    const struct valley_put put = {arg[1], {arg[2], arg[3]}};
    const char *lies = valley_lie_part(VALLEY_PART, story->text, story->setup, &put);
    if (arg[4] == LAYING_NEW)
        text_tell(story->text, story->seat, "You begin a new tribe: {1}.", "{0} begins a new tribe: {1}.", story->who,
                  lies);
    else if (arg[4] == LAYING_BONUS || arg[4] == LAYING_BEFORE || arg[4] == LAYING_AFTER)
        text_tell(story->text, story->seat, "You lay another tile: {1}.", "{0} lays another tile: {1}.", story->who,
                  lies);
    else
        text_tell(story->text, story->seat, "You lay {1}.", "{0} lays {1}.", story->who, lies);
}

static void tell_fought(const struct story *story)
{
    const int16_t *arg = story->arg;
    const char *tile = TILE(arg[2]);
    bool is_to_you = text_is_you(story->text, arg[1]);
    const char *owner = player(story, arg[1]);
    if (arg[0] == arg[1])
        text_tell(story->text, story->seat, "You take your own Fight token off {1}.",
                  "{0} takes the own Fight token off {1}.", story->who, tile);
    else if (arg[3] && is_to_you)
        text_say(story->text, "{0} gives 1 food to you: your Fight token lay on {1}.", story->who, tile);
    else if (arg[3])
        text_tell(story->text, story->seat, "You give 1 food to {2}, whose Fight token lay on {1}.",
                  "{0} gives 1 food to {2}, whose Fight token lay on {1}.", story->who, tile, owner);
    else if (is_to_you)
        text_say(story->text, "{0} has no food to give to you: your Fight token on {1} comes back.", story->who, tile);
    else
        text_tell(story->text, story->seat, "You have no food to give to {2}, whose Fight token lay on {1}.",
                  "{0} has no food to give to {2}, whose Fight token lay on {1}.", story->who, tile, owner);
}

static void tell_swapped(const struct story *story)
{
    const int16_t *arg = story->arg;
    const char *given = TILE(arg[1]);
    const char *taken = TILE(arg[2]);
    if (arg[3] < 0)
        text_tell(story->text, story->seat, "You swap {1} for {2} in the Common Pool.",
                  "{0} swaps {1} for {2} in the Common Pool.", story->who, given, taken);
    else if (text_is_you(story->text, arg[3]))
        text_say(story->text, "{0} swaps {1} for your {2}.", story->who, given, taken);
    else
        text_tell(story->text, story->seat, "You swap {1} for {2} with {3}.", "{0} swaps {1} for {2} with {3}.",
                  story->who, given, taken, player(story, arg[3]));
}

/* A Fight token on a tile of somebody's pool. */
static void tell_threatened(const struct story *story)
{
    const char *tile = TILE(story->arg[1]);
    int address = valley_address_of(story->setup, story->s, story->seat, story->arg[1]);
    int step = address < ADDRESS_OTHERS ? 0 : (address - ADDRESS_OTHERS) / VALLEY_POOL + 1;
    int holder = valley_seat_from(story->setup, story->seat, step);
    if (address >= ADDRESS_COMMON && address < ADDRESS_OTHERS)
        text_tell(story->text, story->seat, "You put a Fight token on {1} in the Common Pool.",
                  "{0} puts a Fight token on {1} in the Common Pool.", story->who, tile);
    else if (holder == story->seat)
        text_tell(story->text, story->seat, "You put a Fight token on your own {1}.",
                  "{0} puts a Fight token on the own {1}.", story->who, tile);
    else if (text_is_you(story->text, holder))
        text_say(story->text, "{0} puts a Fight token on your {1}.", story->who, tile);
    else
        text_tell(story->text, story->seat, "You put a Fight token on {1}, a tile of {2}.",
                  "{0} puts a Fight token on {1}, a tile of {2}.", story->who, tile, player(story, holder));
}

static void tell_bear(const struct story *story)
{
    const int16_t *arg = story->arg;
    const char *at = AT(arg[1], arg[2]);
    const char *points = NUM(arg[3]);
    if (text_is_you(story->text, arg[1]))
        text_say(story->text, "{0} puts a bear {1} of your valley and gets {2} shelter.", story->who, at, points);
    else
        text_tell(story->text, story->seat, "You put a bear {1} of {3} and get {2} shelter.",
                  "{0} puts a bear {1} of {3} and gets {2} shelter.", story->who, at, points, player(story, arg[1]));
}

/* The set-up (2). */
static void tell_dealt(const struct story *story, int kind)
{
    const int16_t *arg = story->arg;
    if (kind == VALLEY_BOARD && valley_tables(story->setup)->half[arg[1] >> 1].is_right)
        text_tell(story->text, story->seat, "You get the right half of your valley.",
                  "{0} gets the right half of a valley.", story->who);
    else if (kind == VALLEY_BOARD)
        text_tell(story->text, story->seat, "You get the left half of your valley.",
                  "{0} gets the left half of a valley.", story->who);
    else if (arg[1] < VALLEY_CAVES)
        text_tell(story->text, story->seat, "The {1} token lies {2} of your valley.", "The {1} token lies {2} of {0}.",
                  story->who, token(story, arg[2]), AT(arg[0], VALLEY_FIELDS + arg[1]));
    else
        text_tell(story->text, story->seat, "The {1} token lies at a waterfall of your valley.",
                  "The {1} token lies at a waterfall of {0}.", story->who, token(story, arg[2]));
}

/* "Noor, Iris and you" for a set of seats. */
static const char *list(const struct story *story, char part[VALLEY_PART_SIZE], ochre_seats seats)
{
    struct ochre_text out = text_in(part, VALLEY_PART_SIZE, story->text->tongue);
    for (int seat = 0; seat < story->setup->seats; seat++) {
        if (!seats_has(seats, seat))
            continue;
        if (out.used)
            text_add(&out, seats >> (seat + 1) ? ", " : text_word(&out, " and "));
        text_add(&out, text_is_you(story->text, seat) ? text_word(&out, "you") : player(story, seat));
    }
    return part;
}

/* 7: who, then why. */
static void tell_ended(const struct story *story)
{
    ochre_seats winners = 0;
    int most = -1;
    int winner = 0;
    for (int seat = 0; seat < story->setup->seats; seat++) {
        const struct valley_seat *v = &story->s->seat[seat];
        int score = v->fp < v->sp ? v->fp : v->sp;
        if (score > most) {
            winners = 0;
            most = score;
            winner = seat;
        }
        if (score == most)
            winners |= SEAT_BIT(seat);
    }
    const struct valley_seat *v = &story->s->seat[winner];
    if (bits_count(winners) > 1)
        text_say(story->text, "The victory is shared by {0}. The lower of food and shelter is {1}.",
                 list(story, VALLEY_PART, winners), NUM(most));
    else
        text_tell(story->text, winner, "You win. The lower of {1} food and {2} shelter is {3}.",
                  "{0} wins. The lower of {1} food and {2} shelter is {3}.", player(story, winner), NUM(v->fp),
                  NUM(v->sp), NUM(most));
}

/* Set-up, pools and the course of the game. */
static bool tell_course(const struct story *story, int kind)
{
    struct ochre_text *text = story->text;
    const int16_t *arg = story->arg;
    const char *who = story->who;
    switch (kind) {
    case VALLEY_WAS_FIRST: text_tell(text, story->seat, "You begin.", "{0} begins.", who); return true;
    case VALLEY_REVEALED: text_say(text, "{0} comes to the Common Pool.", TILE(arg[0])); return true;
    case VALLEY_BOARD:
    case VALLEY_TOKEN: tell_dealt(story, kind); return true;
    case VALLEY_DREW: text_tell(text, story->seat, "You draw {1}.", "{0} draws {1}.", who, TILE(arg[1])); return true;
    case VALLEY_TOOK:
        text_tell(text, story->seat, "You take {1} from the Common Pool.", "{0} takes {1} from the Common Pool.", who,
                  TILE(arg[1]));
        return true;
    case VALLEY_DROPPED:
        text_tell(text, story->seat, "You remove {1} from the game.", "{0} removes {1} from the game.", who,
                  TILE(arg[1]));
        return true;
    case VALLEY_RECALLED:
        text_tell(text, story->seat, "You get a Fight token back from {1}.", "{0} gets a Fight token back from {1}.",
                  who, TILE(arg[1]));
        return true;
    case VALLEY_WENT_ON:
        if (arg[1] == PHASE_BONUS)
            text_tell(text, story->seat, "You leave the rest out.", "{0} leaves the rest out.", who);
        else
            text_tell(text, story->seat, "You use no Mountain token.", "{0} uses no Mountain token.", who);
        return true;
    case VALLEY_STOPPED:
        text_tell(text, story->seat, "You can lay no tile any more and stop; your points stay.",
                  "{0} can lay no tile any more and stops; the points stay.", who);
        return true;
    case VALLEY_FINAL_ROUND: text_say(text, "The last tile is taken: this round is the last."); return true;
    case VALLEY_ENDED: tell_ended(story); return true;
    default: return false;
    }
}

/* Mountain tokens. */
static bool tell_token(const struct story *story, int kind)
{
    struct ochre_text *text = story->text;
    const char *who = story->who;
    switch (kind) {
    case VALLEY_LOST_TOKEN:
        text_tell(text, story->seat, "You lose the {1} token.", "{0} loses the {1} token.", who,
                  token(story, story->arg[1]));
        return true;
    case VALLEY_CLAIMED:
        text_tell(text, story->seat, "You get the {1} token.", "{0} gets the {1} token.", who,
                  token(story, story->arg[1]));
        return true;
    case VALLEY_USED:
        text_tell(text, story->seat, "You use the {1} token.", "{0} uses the {1} token.", who,
                  token(story, story->arg[1]));
        return true;
    case VALLEY_TOOK_TOKEN:
        if (story->arg[2] < 0)
            text_tell(text, story->seat, "You take back the used {1} token.", "{0} takes back the used {1} token.", who,
                      token(story, story->arg[1]));
        else
            text_tell(text, story->seat, "You take the {1} token.", "{0} takes the {1} token.", who,
                      token(story, story->arg[1]));
        return true;
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
    case VALLEY_LEFT_TRIBE:
        text_tell(text, story->seat, "You abandon your tribe.", "{0} abandons the tribe.", who);
        break;
    case VALLEY_FOUGHT: tell_fought(story); break;
    case VALLEY_FOOD: text_tell(text, story->seat, "You get {1} food.", "{0} gets {1} food.", who, NUM(arg[1])); break;
    case VALLEY_SHELTER:
        text_tell(text, story->seat, "You get {2} shelter {1}.", "{0} gets {2} shelter {1}.", who,
                  AT(arg[0], VALLEY_FIELDS + arg[1]), NUM(arg[2]));
        break;
    case VALLEY_PICKED:
        text_tell(text, story->seat, "Picking gives you 1 food.", "Picking gives 1 food to {0}.", who);
        break;
    case VALLEY_THREATENED: tell_threatened(story); break;
    case VALLEY_SWAPPED: tell_swapped(story); break;
    case VALLEY_CAMPED:
        text_tell(text, story->seat, "Camp gives you {1} shelter.", "Camp gives {1} shelter to {0}.", who, NUM(arg[1]));
        break;
    case VALLEY_HUNTED:
        text_tell(text, story->seat, "You take a steak and have {1}.", "{0} takes a steak and has {1}.", who,
                  NUM(arg[1]));
        break;
    case VALLEY_CONVERTED:
        text_tell_count(text, story->seat, arg[1], "You turn {1} steak into {2} food.",
                        "You turn {1} steaks into {2} food.", "{0} turns {1} steak into {2} food.",
                        "{0} turns {1} steaks into {2} food.", who, NUM(arg[1]), NUM(arg[2]));
        break;
    case VALLEY_BEAR: tell_bear(story); break;
    case VALLEY_BEAR_AWAY:
        text_tell(text, story->seat, "You send the bear {1} away.", "{0} sends the bear {1} away.", who,
                  AT(arg[0], arg[1]));
        break;
    default: break;
    }
}

void valley_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text)
{
    assert(event->kind <= VALLEY_ENDED);
    struct story story = {
        .setup = setup, .view = view, .s = valley_seen(view), .text = text, .arg = event->args, .seat = -1, .who = ""};
    if (event->kind != VALLEY_REVEALED && event->count > 0) {
        story.seat = event->args[0];
        story.who = player(&story, story.seat);
    }
    if (!tell_course(&story, event->kind) && !tell_token(&story, event->kind))
        tell_deed(&story, event->kind);
}
