/* spears_ask.c: what a seat is asked, and what those moves mean that tell no story. */
#include <assert.h>

#include "games/spears/spears_text.h"

static const char *const questions[SPEARS_PHASES] = {
    [SPEARS_TIME] = N_("Day or night? You choose for everybody."),
    [SPEARS_PLAY] = N_("Buy units for berries, then say that you are done."),
    [SPEARS_ACTION] = N_("Your action: hunt a prey, gather berries, or fight."),
    [SPEARS_HUNT_UNITS] = N_("Send units into the hunt, then say that you are done."),
    [SPEARS_REACT] = N_("Support, block, or stay out of it?"),
    [SPEARS_BLOCK_UNITS] = N_("Send units into the block, then say that you are done."),
    [SPEARS_SUPPORT_UNITS] = N_("Offer one or two units, then say that you are done."),
    [SPEARS_ACCEPT] = N_("Whose support do you accept?"),
    [SPEARS_OBLIGE] = N_("As Shaman you may oblige somebody to help."),
    [SPEARS_OBLIGE_UNIT] = N_("Which of their units must help?"),
    [SPEARS_OBLIGE_SIDE] = N_("Which side must it help?"),
    [SPEARS_CARDS] = N_("Choose your card. A placed card stays placed."),
    [SPEARS_HEAL] = N_("Your Healer may raise the level of one unit."),
    [SPEARS_SACRIFICE] = N_("Which units do you give?"),
    [SPEARS_VIGOR] = N_("Add one vigor, or leave it?"),
    [SPEARS_FIGHT_UNITS] = N_("Send units into the fight, then say that you are done."),
    [SPEARS_PICK] = N_("Pick the unit of theirs that must fight."),
    [SPEARS_LOOT] = N_("Which of their prey do you fight for?"),
    [SPEARS_DEFENDER_UNITS] = N_("You are attacked. Add units, then say that you are done."),
    [SPEARS_FIGHT_REACT] = N_("Support one side of the fight, or stay out of it?"),
    [SPEARS_AFTER] = N_("Flip day and night for a berry, or end your turn."),
    [SPEARS_DEFEND_UNITS] = N_("The valley attacks. Send units to defend, then say that you are done."),
};

void spears_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text)
{
    (void)setup;
    (void)seat;
    assert(spears_seen(view)->phase < SPEARS_PHASES);
    const char *question = questions[spears_seen(view)->phase];
    if (question)
        text_add(text, text_word(text, question));
}

/* What it means to have done enough. */
static const char *nothing_more(int phase)
{
    switch (phase) {
    case SPEARS_PLAY: return N_("buys nothing more");
    case SPEARS_HUNT_UNITS:
    case SPEARS_BLOCK_UNITS:
    case SPEARS_SUPPORT_UNITS:
    case SPEARS_FIGHT_UNITS:
    case SPEARS_DEFENDER_UNITS:
    case SPEARS_DEFEND_UNITS: return N_("sends nobody else");
    case SPEARS_OBLIGE: return N_("obliges nobody");
    case SPEARS_REACT:
    case SPEARS_FIGHT_REACT: return N_("stays out of it");
    case SPEARS_HEAL: return N_("does not heal");
    case SPEARS_VIGOR: return N_("leaves the vigor as it is");
    case SPEARS_AFTER: return N_("ends the turn");
    case SPEARS_ACCEPT: return NULL;
    default: return N_("is done");
    }
}

void spears_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                     struct ochre_text *text)
{
    const struct spears_state *s = spears_seen(view);
    int number = (int)action;
    (void)setup;
    (void)seat;
    if (number == SPEARS_DONE && nothing_more(s->phase)) {
        text_add(text, text_word(text, nothing_more(s->phase)));
    } else if (number > SPEARS_DONE && number < SPEARS_UNIT && s->phase == SPEARS_VIGOR) {
        text_say(text, "adds one vigor");
    } else if (number >= SPEARS_OBLIGE_SEAT && number < SPEARS_OBLIGE_SEAT + OCHRE_SEATS_MAX) {
        int other = number - SPEARS_OBLIGE_SEAT;
        text_say(text, "obliges {0} to help", text_word(text, spears_name(view, other)));
    }
}
