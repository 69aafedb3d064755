/* tribes_phrases.c: what events do, in words (8.3), and which of them have words. */
#include "games/tribes/tribes.h"

static bool is_strength(const struct tribes_condition *condition, int relation)
{
    return condition->is == relation && (relation == TRIBES_ALWAYS || condition->of == TRIBES_OF_STRENGTH);
}

/* 8.3 has words for six ways of saying whom, and for nine effects. */
static bool has_phrase(const struct tribes_clause *clause)
{
    bool is_free = is_strength(&clause->given, TRIBES_ALWAYS);
    const struct tribes_condition *only_if = &clause->only_if;
    if (clause->effect.kind > TRIBES_TAKE_SHELLS)
        return false;
    if (clause->who == TRIBES_SELF)
        return is_free && (is_strength(only_if, TRIBES_ALWAYS) || is_strength(only_if, TRIBES_IS_MAX) ||
                           is_strength(only_if, TRIBES_IS_MIN));
    if (clause->who == TRIBES_ALL)
        return is_free && (is_strength(only_if, TRIBES_ALWAYS) || is_strength(only_if, TRIBES_IS_NOT_MAX));
    return is_strength(&clause->given, TRIBES_IS_MAX) && is_strength(only_if, TRIBES_ALWAYS);
}

bool tribes_has_phrases(const struct tribes_event_data *event)
{
    for (int i = 0; i < event->clause_count; i++)
        if (!has_phrase(&event->clause[i]))
            return false;
    return true;
}

/* Whom a clause concerns. */
static void say_whom(const struct tribes_clause *clause, struct ochre_text *text)
{
    if (clause->who == TRIBES_OTHERS)
        text_say(text, "If you are the strongest, every other tribe: ");
    else if (clause->who == TRIBES_ALL && clause->only_if.is == TRIBES_IS_NOT_MAX)
        text_say(text, "Every tribe except the strongest: ");
    else if (clause->who == TRIBES_ALL)
        text_say(text, "Every tribe: ");
    else if (clause->only_if.is == TRIBES_IS_MAX)
        text_say(text, "If you are the strongest: ");
    else if (clause->only_if.is == TRIBES_IS_MIN)
        text_say(text, "If you are the weakest: ");
}

const char *const tribes_track_names[TRIBES_TRACKS] = {N_("procreation"), N_("exploration"), N_("movement"),
                                                       N_("strength")};

/* The effects of 8.3, and, for the options of pick, those that need a text of their own elsewhere. */
void tribes_say_effect(const struct tribes_effect *effect, struct ochre_text *text)
{
    static const char *const deeds[3] = {N_("procreate once."), N_("explore once."), N_("move once.")};
    const char *n = NUM(effect->n);
    switch (effect->kind) {
    case TRIBES_RAISE: text_say(text, "raise {0} by {1}.", text_word(text, tribes_track_names[effect->what]), n); break;
    case TRIBES_LOWER: text_say(text, "lower {0} by {1}.", text_word(text, tribes_track_names[effect->what]), n); break;
    case TRIBES_PERFORM: text_say(text, deeds[effect->what]); break;
    case TRIBES_GAIN_POINTS:
        text_say_count(text, effect->n, "gain {0} victory point.", "gain {0} victory points.", n);
        break;
    case TRIBES_LOSE_POINTS:
        text_say_count(text, effect->n, "lose {0} victory point.", "lose {0} victory points.", n);
        break;
    case TRIBES_GAIN_MEMBERS:
        text_say_count(text, effect->n, "add {0} tribe member.", "add {0} tribe members.", n);
        break;
    case TRIBES_LOSE_MEMBERS:
        text_say_count(text, effect->n, "lose {0} tribe member, never the last.",
                       "lose {0} tribe members, never the last.", n);
        break;
    case TRIBES_DRAW_LAND:
        text_say_count(text, effect->n, "draw and lay {0} land tile.", "draw and lay {0} land tiles.", n);
        break;
    case TRIBES_WITHER:
        text_say_count(text, effect->n, "exhaust {0} unoccupied land tile.", "exhaust {0} unoccupied land tiles.", n);
        break;
    case TRIBES_RENEW:
        text_say_count(text, effect->n, "may renew {0} unoccupied exhausted land tile.",
                       "may renew {0} unoccupied exhausted land tiles.", n);
        break;
    case TRIBES_STEPS:
        text_say_count(text, effect->n, "may take {0} movement step.", "may take {0} movement steps.", n);
        break;
    case TRIBES_TAKE_SHELLS:
        text_say_count(text, effect->n, "take {0} shell from every other player.",
                       "take {0} shells from every other player.", n);
        break;
    case TRIBES_GAIN_SHELLS:
        text_say_count(text, effect->n, "take {0} shell from the box.", "take {0} shells from the box.", n);
        break;
    case TRIBES_LOSE_SHELLS:
        text_say_count(text, effect->n, "put {0} shell into the box.", "put {0} shells into the box.", n);
        break;
    default: break;
    }
}

/* 8.3: a text begins with a capital, also with an accent (U+00E0 … U+00FE). */
static void capitalize(struct ochre_text *text, size_t from)
{
    unsigned char *first = (unsigned char *)text->at + from;
    if (text->used == from)
        return;
    if (first[0] >= 'a' && first[0] <= 'z')
        first[0] = (unsigned char)(first[0] - 'a' + 'A');
    else if (first[0] == 0xC3 && first[1] >= 0xA0 && first[1] <= 0xBE && first[1] != 0xB7)
        first[1] = (unsigned char)(first[1] - 0x20);
}

void tribes_event_text(const struct tribes_tables *t, int index, struct ochre_text *text)
{
    const struct tribes_event_data *event = &t->event[index];
    size_t from = text->used;
    if (event->text.in[TRIBES_ENGLISH]) {
        text_add(text, tribes_said(t, event->text, text->tongue));
        return;
    }
    if (event->clause_count == 0)
        text_say(text, "Nothing happens.");
    for (int i = 0; i < event->clause_count; i++) {
        if (i)
            text_char(text, ' ');
        say_whom(&event->clause[i], text);
        tribes_say_effect(&event->clause[i].effect, text);
    }
    capitalize(text, from);
}
