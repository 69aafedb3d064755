/* spears_called.c: what things are called in sentences: no codes, but articles, and the number by which one tells them
 * apart. */
#include <assert.h>

#include "games/spears/spears_text.h"

/* The prey of the built-in pack; translators choose the article. Other packs are called by their own names. */
static const struct {
    const char *name, *called;
} known_prey[] = {
    {"Marmot", N_("the marmot")},
    {"Owl", N_("the owl")},
    {"Bustard", N_("the bustard")},
    {"Badger", N_("the badger")},
    {"Fox", N_("the fox")},
    {"Beaver", N_("the beaver")},
    {"Wild boar", N_("the wild boar")},
    {"Ibex", N_("the ibex")},
    {"Lynx", N_("the lynx")},
    {"Reindeer", N_("the reindeer")},
    {"Wolf", N_("the wolf")},
    {"Giant eagle", N_("the giant eagle")},
    {"Aurochs", N_("the aurochs")},
    {"Cave hyena", N_("the cave hyena")},
    {"Giant deer", N_("the giant deer")},
    {"Moon bison", N_("the moon bison")},
    {"Horned lizard", N_("the horned lizard")},
    {"Swamp elk", N_("the swamp elk")},
    {"Sun stag", N_("the sun stag")},
    {"Moon hart", N_("the moon hart")},
    {"Woolly rhino", N_("the woolly rhino")},
    {"Mammoth", N_("the mammoth")},
    {"Sabre-tooth", N_("the sabre-tooth")},
    {"Valley behemoth", N_("the valley behemoth")},
};

static const char *const a_unit[SPEARS_TYPES] = {N_("a Hunter"), N_("a Gatherer"), N_("a Warrior"), N_("a Healer"),
                                                 N_("an Ambusher")};
static const char *const a_team[SPEARS_TEAMS] = {"", N_("a Survivor"), N_("the Amasser"), N_("the Dominator")};
static const char *const things[SPEARS_RESOURCES + 1] = {N_("meat"), N_("bones"), N_("trophies"), N_("of anything")};

void spears_call_prey(const struct spears_tables *t, int prey, struct ochre_text *text)
{
    char name[64];
    assert(prey >= 0 && prey < SPEARS_PREY);
    if (json_string(json_get(t->prey[prey].name, "en"), name, sizeof name))
        for (size_t i = 0; i < sizeof known_prey / sizeof known_prey[0]; i++)
            if (text_same(name, known_prey[i].name)) {
                text_add(text, text_word(text, known_prey[i].called));
                return;
            }
    size_t before = text->used;
    spears_say_name(t->prey[prey].name, "", text);
    if (text->used == before)
        text_say(text, "the prey of power {0}", NUM(t->prey[prey].power));
}

void spears_call_enemy(const struct spears_tables *t, int enemy, struct ochre_text *text)
{
    assert(enemy >= 0 && enemy < SPEARS_ENEMIES);
    spears_say_name(t->enemy[enemy].name, text_word(text, N_("the enemy")), text);
}

void spears_call_kind(const struct spears_tables *t, int tribe, int slot, struct ochre_text *text)
{
    assert(slot >= 0 && slot < SPEARS_UNITS && tribe < SPEARS_TRIBES);
    const struct spears_unit *unit = &t->unit[tribe][slot];
    spears_say_name(unit->name, text_word(text, a_unit[unit->type]), text);
}

void spears_call_unit(const struct spears_tables *t, int tribe, int slot, struct ochre_text *text)
{
    char kind[SPEARS_CALLED];
    struct ochre_text name = text_in(kind, sizeof kind, text->tongue);
    spears_call_kind(t, tribe, slot, &name);
    text_say(text, "{0} of power {1}", kind, NUM(t->unit[tribe][slot].power));
}

void spears_call_units(const struct spears_tables *t, int tribe, unsigned units, struct ochre_text *text)
{
    for (unsigned left = units; left; left &= left - 1) {
        if (left != units)
            text_add(text, left & (left - 1) ? ", " : text_word(text, N_(" and ")));
        spears_call_unit(t, tribe, __builtin_ctz(left), text);
    }
}

void spears_call_value(int value, struct ochre_text *text)
{
    text_add(text, value < 0 ? "−" : value > 0 ? "+" : "");
    text_int(text, value < 0 ? -value : value);
}

const char *spears_call_team(const struct ochre_text *text, int team)
{
    assert(team > SPEARS_NO_TEAM && team < SPEARS_TEAMS);
    return text_word(text, a_team[team]);
}

const char *spears_call_resource(const struct ochre_text *text, int resource)
{
    assert(resource >= 0 && resource <= SPEARS_RESOURCES);
    return text_word(text, things[resource]);
}
