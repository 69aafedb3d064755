/* spears_names.c: what things are called: seats, cards, phases; and reading such names (section 6). */
#include <assert.h>

#include "games/spears/spears_text.h"

const char spears_letters[] = "NESW";
const char *const spears_keys[SPEARS_TRIBES] = {"N", "E", "S", "W"};
const char *const spears_times[] = {"day", "night", NULL};
const char *const spears_tribe_names[SPEARS_TRIBES] = {N_("North"), N_("East"), N_("South"), N_("West")};
const char *const spears_type_names[SPEARS_TYPES] = {N_("Hunter"), N_("Gatherer"), N_("Warrior"), N_("Healer"),
                                                     N_("Ambusher")};
const char spears_type_letters[] = "hgwma";
const char *const spears_team_names[SPEARS_TEAMS] = {"-", N_("Survivor"), N_("Amasser"), N_("Dominator")};
const char *const spears_resource_names[SPEARS_RESOURCES] = {N_("meat"), N_("bone"), N_("trophy")};

const char *const spears_prey_names[SPEARS_PREY] = {"p01", "p02", "p03", "p04", "p05", "p06", "p07", "p08",
                                                    "p09", "p10", "p11", "p12", "p13", "p14", "p15", "p16",
                                                    "p17", "p18", "p19", "p20", "p21", "p22", "p23", "p24"};

const char *const spears_phase_names[SPEARS_PHASES] = {
    "TRIBE",       "FIRST",          "TOKEN",       "TEAM",  "GOAL",         "PREY",          "ENEMY",       "TIME",
    "PLAY",        "ACTION",         "HUNT_UNITS",  "REACT", "BLOCK_UNITS",  "SUPPORT_UNITS", "ACCEPT",      "OBLIGE",
    "OBLIGE_UNIT", "OBLIGE_SIDE",    "CARDS",       "HEAL",  "SACRIFICE",    "VIGOR",         "FIGHT_UNITS", "PICK",
    "LOOT",        "DEFENDER_UNITS", "FIGHT_REACT", "AFTER", "DEFEND_UNITS", "OVER",
};

const char *spears_name(const struct ochre_view *view, int seat)
{
    static const char *const places[] = {N_("Player 1"), N_("Player 2"), N_("Player 3"), N_("Player 4")};
    assert(seat >= 0 && seat < OCHRE_SEATS_MAX);
    int tribe = spears_seen(view)->tribe[seat];
    return tribe < SPEARS_TRIBES ? spears_tribe_names[tribe] : places[seat];
}

const char *spears_letter(const struct ochre_view *view, int seat)
{
    assert(seat >= 0 && seat < OCHRE_SEATS_MAX);
    int tribe = spears_seen(view)->tribe[seat];
    return tribe < SPEARS_TRIBES ? spears_keys[tribe] : NULL;
}

const char *spears_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    if (seat >= setup->seats)
        return "-";
    const char *letter = spears_letter(view, seat);
    return letter ? letter : seat_code(seat);
}

void spears_say_value(int value, struct ochre_text *text)
{
    if (value > 0)
        text_char(text, '+');
    text_int(text, value);
}

int spears_unit_owner(const struct spears_state *s)
{
    switch (s->phase) {
    case SPEARS_HEAL:
    case SPEARS_SACRIFICE: return s->payer;
    case SPEARS_PICK: return s->side[1];
    case SPEARS_OBLIGE_UNIT: return s->obliged;
    default: return s->actor;
    }
}

/* The language of the words: translators put the code of their language here ("fr"), so that names of cards are looked
 * up in the pack in the reader's language. */
static const char *language(const struct ochre_text *text)
{
    return text_word(text, "en");
}

void spears_say_name(struct json name, const char *fallback, struct ochre_text *text)
{
    char buffer[64];
    if (json_string(json_get(name, language(text)), buffer, sizeof buffer) ||
        json_string(json_get(name, "en"), buffer, sizeof buffer))
        text_add(text, buffer);
    else
        text_add(text, fallback);
}

/* ---- reading ---- */

int spears_read_prey(const char *word)
{
    for (int prey = 0; prey < SPEARS_PREY; prey++)
        if (text_same(word, spears_prey_names[prey]))
            return prey;
    return -1;
}

int spears_read_card(const struct spears_tables *t, const char *word)
{
    bool is_minus = word[0] == '-';
    const char *at = word + (is_minus || word[0] == '+');
    int number;
    if (!text_read_number(&at, 1, &number) || *at)
        return -1;
    for (int rank = 0; rank < t->values; rank++)
        if (t->value[rank] == (is_minus ? -number : number))
            return rank;
    return -1;
}

bool spears_is_code(const char *at)
{
    return *at && strchr(spears_type_letters, *at) && at[1] >= '1' && at[1] <= '9';
}

int spears_slot_of_code(const struct spears_tables *t, int tribe, const char *code)
{
    assert(tribe >= 0 && tribe < SPEARS_TRIBES);
    for (int slot = 0; slot < SPEARS_UNITS; slot++)
        if (text_same(code, t->unit[tribe][slot].code))
            return slot;
    return -1;
}
