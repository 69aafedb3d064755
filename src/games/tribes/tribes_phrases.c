/* tribes_phrases.c: what actions and events do, in words (8.3), and which events have words. */
#include <assert.h>

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

const char *const tribes_track_names[TRIBES_TRACKS] = {N_("procreation"), N_("exploration"), N_("movement"),
                                                       N_("strength")};

const char *tribes_amount(enum tribes_amount of, int n, const struct ochre_text *text, char buffer[TRIBES_AMOUNT_SIZE])
{
    struct ochre_text out = text_in(buffer, TRIBES_AMOUNT_SIZE, text->tongue);
    const char *number = NUM(n);
    switch (of) {
    case TRIBES_POINTS: text_say_count(&out, n, "{0} point", "{0} points", number); break;
    case TRIBES_MEMBERS: text_say_count(&out, n, "{0} member", "{0} members", number); break;
    case TRIBES_LAND: text_say_count(&out, n, "{0} land tile", "{0} land tiles", number); break;
    case TRIBES_EMPTY_LAND: text_say_count(&out, n, "{0} empty land tile", "{0} empty land tiles", number); break;
    case TRIBES_FALLOW_LAND:
        text_say_count(&out, n, "{0} empty exhausted land tile", "{0} empty exhausted land tiles", number);
        break;
    case TRIBES_PACES: text_say_count(&out, n, "{0} step", "{0} steps", number); break;
    default:
        assert(of == TRIBES_SOME_SHELLS);
        text_say_count(&out, n, "{0} shell", "{0} shells", number);
        break;
    }
    return buffer;
}

/* An effect is told to whoever it befalls, told of somebody else (behind the name), or offered. Those beyond 8.3 are
 * only offered: an event with them has a text of its own. {0} is the amount, {1} a track. */
enum form { FORM_YOU, FORM_THEY, FORM_CHOICE };

static const struct phrase {
    const char *form[3];
    uint8_t amount;
} phrases[TRIBES_EFFECTS] = {
    [TRIBES_GAIN_POINTS] = {{N_("you gain {0}"), N_("gains {0}"), N_("Gain {0}")}, TRIBES_POINTS},
    [TRIBES_LOSE_POINTS] = {{N_("you lose {0}"), N_("loses {0}"), N_("Lose {0}")}, TRIBES_POINTS},
    [TRIBES_GAIN_MEMBERS] = {{N_("you add {0}"), N_("adds {0}"), N_("Add {0}")}, TRIBES_MEMBERS},
    [TRIBES_LOSE_MEMBERS] = {{N_("you lose {0}, never the last"), N_("loses {0}, never the last"),
                              N_("Lose {0}, never the last")},
                             TRIBES_MEMBERS},
    [TRIBES_DRAW_LAND] = {{N_("you draw and lay {0}"), N_("draws and lays {0}"), N_("Draw and lay {0}")}, TRIBES_LAND},
    [TRIBES_WITHER] = {{N_("you exhaust {0}"), N_("exhausts {0}"), N_("Exhaust {0}")}, TRIBES_EMPTY_LAND},
    [TRIBES_RENEW] = {{N_("you may renew {0}"), N_("may renew {0}"), N_("Renew up to {0}")}, TRIBES_FALLOW_LAND},
    [TRIBES_STEPS] = {{N_("you may walk {0}"), N_("may walk {0}"), N_("Walk up to {0}")}, TRIBES_PACES},
    [TRIBES_TAKE_SHELLS] = {{N_("you take {0} from every other tribe"), N_("takes {0} from every other tribe"),
                             N_("Take {0} from every other tribe")},
                            TRIBES_SOME_SHELLS},
    [TRIBES_GAIN_SHELLS] = {{[FORM_CHOICE] = N_("Take {0} from the box")}, TRIBES_SOME_SHELLS},
    [TRIBES_LOSE_SHELLS] = {{[FORM_CHOICE] = N_("Put {0} into the box")}, TRIBES_SOME_SHELLS},
};

static void say_effect(const struct tribes_effect *effect, enum form form, struct ochre_text *text)
{
    const struct phrase *phrase = &phrases[effect->kind];
    assert(phrase->form[form]);
    text_say(text, phrase->form[form], TRIBES_AMOUNT(phrase->amount, effect->n, text));
}

void tribes_say_choice(const struct tribes_effect *effect, struct ochre_text *text)
{
    static const char *const deeds[3] = {N_("Procreate once"), N_("Explore once"), N_("Move once")};
    const char *n = NUM(effect->n);
    switch (effect->kind) {
    case TRIBES_RAISE: text_say(text, "Raise {0} by {1}", text_word(text, tribes_track_names[effect->what]), n); break;
    case TRIBES_LOWER: text_say(text, "Lower {0} by {1}", text_word(text, tribes_track_names[effect->what]), n); break;
    case TRIBES_PERFORM: text_say(text, deeds[effect->what]); break;
    default: say_effect(effect, FORM_CHOICE, text); break;
    }
}

/* Whom a clause concerns: the beginning of its sentence. */
static void say_whom(const struct tribes_clause *clause, const char *taker, struct ochre_text *text)
{
    bool is_self = clause->who == TRIBES_SELF;
    if (clause->who == TRIBES_OTHERS && taker)
        text_say(text, "If {0} is the strongest, every other tribe ", taker);
    else if (clause->who == TRIBES_OTHERS)
        text_say(text, "If you are the strongest, every other tribe ");
    else if (!is_self && clause->only_if.is == TRIBES_IS_NOT_MAX)
        text_say(text, "Every tribe except the strongest ");
    else if (!is_self)
        text_say(text, "Every tribe ");
    else if (clause->only_if.is == TRIBES_IS_MAX && taker)
        text_say(text, "If {0} is the strongest, {0} ", taker);
    else if (clause->only_if.is == TRIBES_IS_MAX)
        text_say(text, "If you are the strongest, ");
    else if (clause->only_if.is == TRIBES_IS_MIN && taker)
        text_say(text, "If {0} is the weakest, {0} ", taker);
    else if (clause->only_if.is == TRIBES_IS_MIN)
        text_say(text, "If you are the weakest, ");
    else if (taker) {
        text_add(text, taker);
        text_char(text, ' ');
    }
}

/* No effect of 8.3 changes who is strong, so that two clauses for the same tribes are one sentence. */
static bool is_same_whom(const struct tribes_clause *a, const struct tribes_clause *b)
{
    return a->who == b->who && a->given.is == b->given.is && a->only_if.is == b->only_if.is;
}

/* A sentence begins with a capital, also with an accent (U+00E0 … U+00FE). */
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

void tribes_event_text(const struct tribes_tables *t, int index, const char *taker, struct ochre_text *text)
{
    const struct tribes_event_data *event = &t->event[index];
    if (event->text.in[TRIBES_ENGLISH]) {
        text_add(text, tribes_said(t, event->text, text->tongue));
        return;
    }
    if (event->clause_count == 0)
        text_say(text, "Nothing happens.");
    for (int i = 0; i < event->clause_count; i++) {
        const struct tribes_clause *clause = &event->clause[i];
        bool goes_on = i > 0 && is_same_whom(clause, clause - 1);
        if (goes_on)
            text_say(text, " and ");
        else if (i > 0)
            text_add(text, ". ");
        size_t begin = text->used;
        if (!goes_on)
            say_whom(clause, taker, text);
        bool is_bare = !goes_on && text->used == begin;
        say_effect(&clause->effect, clause->who == TRIBES_SELF && !taker ? FORM_YOU : FORM_THEY, text);
        if (is_bare)
            capitalize(text, begin);
    }
    if (event->clause_count)
        text_char(text, '.');
}
