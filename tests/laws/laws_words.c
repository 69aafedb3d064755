/* laws_words.c: the laws about words. Notation goes there and back, refusals name a rule, events can be told. */
#include <stdio.h>
#include <stdlib.h>

#include "laws_run.h"
#include "rules/rules.h"
#include "rules/words.h"

enum { WORDS_SIZE = 1024, ROUND_TRIPS = 48, REASONS = 48 };

/* Is it fit for a log: ASCII, no blanks, not empty? */
static bool is_notation(const char *text)
{
    if (!text[0])
        return false;
    for (const char *at = text; *at; at++)
        if (*at <= ' ' || *at > '~')
            return false;
    return true;
}

bool text_of_move(struct run *run, const struct ochre_view *view, int seat, ochre_action action,
                  char text[OCHRE_MOVE_SIZE])
{
    struct ochre_text out = text_on(text, OCHRE_MOVE_SIZE);
    run->game->words->format_move(run->setup, view, seat, action, &out);
    if (out.cut || !is_notation(text))
        return broken(run, "text", "action %d of %s reads '%s'%s: notation is ASCII without blanks, below %d bytes",
                      (int)action, seat_code(seat), text, out.cut ? " (cut)" : "", OCHRE_MOVE_SIZE);
    return true;
}

bool note_of_move(struct run *run, const struct ochre_view *view, int seat, ochre_action action,
                  char note[OCHRE_MOVE_SIZE])
{
    struct ochre_text out = text_on(note, OCHRE_MOVE_SIZE);
    if (!run->game->words->note_move)
        return true;
    run->game->words->note_move(run->setup, view, seat, action, &out);
    if (out.cut || (out.used && !is_notation(note)))
        return broken(run, "note", "behind action %d of %s stands '%s'%s: a note is a word of notation", (int)action,
                      seat_code(seat), note, out.cut ? " (cut)" : "");
    return true;
}

/* The seat and the log read the same note. */
static bool notes_agree(struct run *run, const struct ochre_view *own, const struct ochre_view *all, int seat,
                        ochre_action action)
{
    char note[OCHRE_MOVE_SIZE] = "";
    char log[OCHRE_MOVE_SIZE] = "";
    if (!note_of_move(run, own, seat, action, note) || !note_of_move(run, all, seat, action, log))
        return false;
    return strcmp(note, log) == 0 ||
           broken(run, "note", "%s reads '%s' behind its move, the log has '%s'", seat_code(seat), note, log);
}

/* Words a person reads: some, whole, and no hole of a template left. */
static bool is_sentence(const struct ochre_text *words)
{
    if (words->used == 0 || words->cut)
        return false;
    for (const char *at = words->at; *at; at++)
        if (*at == '{' && at[1] >= '0' && at[1] <= '9' && at[2] == '}')
            return false;
    return true;
}

static bool reads_back(struct run *run, const struct ochre_view *view, int seat, ochre_action action, const char *text,
                       const char *whose)
{
    ochre_action read = OCHRE_NO_ACTION;
    char buffer[WORDS_SIZE];
    struct ochre_text words = text_on(buffer, sizeof buffer);
    const char *rule = run->game->words->parse_move(run->setup, view, seat, text, &read, &words);
    if (rule)
        return broken(run, "text", "%s cannot read '%s' back from %s view: %s, %s", seat_code(seat), text, whose, rule,
                      buffer);
    if (read != action)
        return broken(run, "text", "%s writes action %u as '%s' and reads that as %u from %s view", seat_code(seat),
                      action, text, read, whose);
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* No two moves of one decision read the same. */
static bool texts_differ(struct run *run, const struct ochre_view *view, int seat, const ochre_action *list, int count)
{
    char(*texts)[OCHRE_MOVE_SIZE] = calloc((size_t)count + 1, OCHRE_MOVE_SIZE);
    bool is_kept = texts != NULL;
    for (int i = 0; is_kept && i < count; i++)
        is_kept = text_of_move(run, view, seat, list[i], texts[i]);
    if (is_kept)
        qsort(texts, (size_t)count, OCHRE_MOVE_SIZE, by_text);
    for (int i = 1; is_kept && i < count; i++)
        if (strcmp(texts[i - 1], texts[i]) == 0)
            is_kept = broken(run, "text", "two moves of %s both read '%s'", seat_code(seat), texts[i]);
    free(texts);
    return is_kept;
}

/* Somebody mistypes: one of a few kinds of damage. */
static void mistype(struct run *run, char text[2 * OCHRE_MOVE_SIZE])
{
    static const char odd[] = "azAZ019:@>-+,._?*/ \t\"{}\\\x80\xC3\xFF";
    size_t length = strlen(text);
    size_t at = length ? rng_below(&run->rng, (uint32_t)length) : 0;
    char letter = odd[rng_below(&run->rng, sizeof odd - 1)];
    switch (rng_below(&run->rng, 6)) {
    case 0: text[at] = letter; break;
    case 1: text[at] = '\0'; break;
    case 2:
        memmove(text + at + 1, text + at, length - at + 1);
        text[at] = letter;
        break;
    case 3: memmove(text + at, text + at + 1, length - at); break;
    case 4:
        memmove(text + length, text + at, length - at);
        text[length + length - at] = '\0';
        break;
    default:
        for (size_t i = 0; i < length; i++)
            text[i] = (char)(1 + rng_below(&run->rng, 255));
        break;
    }
}

/* parse_move meets anything and either gives a number within bounds or refuses with words. */
static bool survives_typing(struct run *run, const struct ochre_view *view, int seat, const char *text)
{
    const struct ochre_setup *setup = run->setup;
    char typed[2 * OCHRE_MOVE_SIZE + 2] = "";
    char buffer[WORDS_SIZE];
    char tiny[2];
    snprintf(typed, sizeof typed, "%s", text);
    for (uint32_t damage = 1 + rng_below(&run->rng, 2); damage > 0; damage--)
        if (strlen(typed) < OCHRE_MOVE_SIZE)
            mistype(run, typed);
    ochre_action action = OCHRE_NO_ACTION;
    ochre_action again = OCHRE_NO_ACTION;
    struct ochre_text words = text_on(buffer, sizeof buffer);
    const char *rule = run->game->words->parse_move(setup, view, seat, typed, &action, &words);
    const char *silent = run->game->words->parse_move(setup, view, seat, typed, &again, NULL);
    if (!rule != !silent || (rule && strcmp(rule, silent) != 0))
        return broken(run, "parse", "'%s' of %s is answered differently with and without words", typed,
                      seat_code(seat));
    if (rule && (!rule[0] || !is_sentence(&words)))
        return broken(run, "parse", "'%s' of %s is refused by '%s' with the words '%s'", typed, seat_code(seat), rule,
                      buffer);
    struct ochre_text narrow = text_on(tiny, sizeof tiny);
    run->game->words->parse_move(setup, view, seat, typed, &again, &narrow);
    uint32_t bound = seat == OCHRE_CHANCE ? setup->chance_actions : setup->actions;
    if (!rule && action >= bound)
        return broken(run, "parse", "'%s' of %s is read as %u, but its numbers end at %u", typed, seat_code(seat),
                      action, bound - 1);
    return true;
}

/* A choice is said to whoever makes it, in a phrase that begins with a capital letter and ends without a full stop. */
static bool choice_is_said(struct run *run, const struct ochre_view *view, int seat, ochre_action action)
{
    char buffer[WORDS_SIZE];
    struct ochre_text words = text_on(buffer, sizeof buffer);
    const struct ochre_voice voice = {.you = seat};
    words.voice = &voice;
    if (run->game->words->say_move)
        run->game->words->say_move(run->setup, view, seat, action, &words);
    if (!is_sentence(&words) || buffer[words.used - 1] == '.' || (buffer[0] >= 'a' && buffer[0] <= 'z'))
        return broken(run, "choice", "move %u is offered to %s as '%s'", action, seat_code(seat), buffer);
    return true;
}

/* A list of moves has headings: each a capital letter and more, and none twice. Every move stands under one of them, in
 * the seat's own list as in the log's. */
static bool group_fits(struct run *run, const struct ochre_view *own, const struct ochre_view *all, int seat,
                       ochre_action action)
{
    const struct ochre_words *words = run->game->words;
    int count = 0;
    if (!words->groups != !words->group_of)
        return broken(run, "group", "there are groups, or moves that belong to some, but not both");
    for (; words->groups && words->groups[count]; count++) {
        const char *name = words->groups[count];
        if (name[0] < 'A' || name[0] > 'Z' || !name[1] || name[strlen(name) - 1] == '.')
            return broken(run, "group", "'%s' is no heading", name);
        for (int before = 0; before < count; before++)
            if (strcmp(words->groups[before], name) == 0)
                return broken(run, "group", "two groups are called '%s'", name);
    }
    int group = words->group_of ? words->group_of(run->setup, own, seat, action) : 0;
    if (words->group_of && (group < 0 || group >= count))
        return broken(run, "group", "move %u of %s is in group %d of %d", action, seat_code(seat), group, count);
    if (words->group_of && group != words->group_of(run->setup, all, seat, action))
        return broken(run, "group", "move %u of %s is in another group for everybody", action, seat_code(seat));
    return true;
}

/* A seat that owes a choice is asked for it in a sentence. */
static bool question_is_said(struct run *run, const struct ochre_view *view, int seat)
{
    char buffer[WORDS_SIZE];
    struct ochre_text words = text_on(buffer, sizeof buffer);
    const struct ochre_voice voice = {.you = seat};
    words.voice = &voice;
    if (!run->game->words->say_ask || !seats_has(view_pending(run->setup, view), seat))
        return true;
    run->game->words->say_ask(run->setup, view, seat, &words);
    char last = words.used ? buffer[words.used - 1] : ' ';
    if (!is_sentence(&words) || (last != '.' && last != '?') || (buffer[0] >= 'a' && buffer[0] <= 'z'))
        return broken(run, "question", "%s is asked '%s'", seat_code(seat), buffer);
    return true;
}

/* A danger is a phrase and the things it speaks of, each of them once; and it is there for everybody to see. */
static bool dangers_are_said(struct run *run, const struct ochre_view *own, const struct ochre_view *all, int seat)
{
    const struct ochre_words *words = run->game->words;
    char text[WORDS_SIZE];
    char other[WORDS_SIZE];
    struct ochre_danger danger;
    const struct ochre_voice voice = {.you = seat};
    for (int from = 0; words->find_danger;) {
        struct ochre_text said = text_on(text, sizeof text);
        struct ochre_text open = text_on(other, sizeof other);
        said.voice = open.voice = &voice;
        int next = words->find_danger(run->setup, own, seat, from, &danger, &said);
        if (next != words->find_danger(run->setup, all, seat, from, &(struct ochre_danger){0}, &open) ||
            strcmp(text, other) != 0)
            return broken(run, "danger", "%s hears '%s', everybody '%s'", seat_code(seat), text, other);
        if (next == 0)
            return true;
        if (next <= from)
            return broken(run, "danger", "after %d the next danger is looked for from %d", from, next);
        if (!is_sentence(&said) || text[said.used - 1] == '.' || danger.count < 1 || danger.count > OCHRE_DANGER_MAX)
            return broken(run, "danger", "%s hears of %d things in danger: '%s'", seat_code(seat), danger.count, text);
        for (int i = 0; i < danger.count; i++)
            if (!danger.at[i][0] || strcmp(danger.at[i], danger.by) == 0)
                return broken(run, "danger", "'%s' is in danger by '%s'", danger.at[i], danger.by);
        from = next;
    }
    return true;
}

bool law_words(struct run *run, const struct guarded *play, int seat, const ochre_action *list, int count)
{
    struct guarded own;
    struct guarded all;
    if (!look(run, play, seat == OCHRE_CHANCE ? OCHRE_EVERYBODY : seat, &own) ||
        !look(run, play, OCHRE_EVERYBODY, &all) || !texts_differ(run, seen(&own), seat, list, count))
        return false;
    char text[OCHRE_MOVE_SIZE];
    char log[OCHRE_MOVE_SIZE];
    for (int trip = 0; trip < count && trip < ROUND_TRIPS; trip++) {
        ochre_action action = count <= ROUND_TRIPS ? list[trip] : list[rng_below(&run->rng, (uint32_t)count)];
        if (!text_of_move(run, seen(&own), seat, action, text) || !text_of_move(run, seen(&all), seat, action, log))
            return false;
        if (strcmp(text, log) != 0)
            return broken(run, "text", "%s reads its move as '%s', the log has '%s'", seat_code(seat), text, log);
        if (!notes_agree(run, seen(&own), seen(&all), seat, action) ||
            !reads_back(run, seen(&own), seat, action, text, "its own") ||
            !reads_back(run, seen(&all), seat, action, text, "the all-seeing"))
            return false;
        if (!survives_typing(run, seen(&own), seat, text) ||
            (seat != OCHRE_CHANCE && (!choice_is_said(run, seen(&own), seat, action) ||
                                      !group_fits(run, seen(&own), seen(&all), seat, action))))
            return false;
    }
    if (seat != OCHRE_CHANCE &&
        (!question_is_said(run, seen(&own), seat) || !dangers_are_said(run, seen(&own), seen(&all), seat)))
        return false;
    return text_of_move(run, seen(&all), seat, OCHRE_NO_ACTION, text);
}

static bool reason_fits(struct run *run, const struct ochre_view *view, int seat, ochre_action action, bool is_legal)
{
    char buffer[WORDS_SIZE];
    struct ochre_text words = text_on(buffer, sizeof buffer);
    const char *rule = run->game->words->why_not(run->setup, view, seat, action, &words);
    const char *silent = run->game->words->why_not(run->setup, view, seat, action, NULL);
    char text[OCHRE_MOVE_SIZE] = "?";
    if (is_legal)
        text_of_move(run, view, seat, action, text);
    if (is_legal && rule)
        return broken(run, "why", "%s may play %u (%s), but why_not says %s: %s", seat_code(seat), action, text, rule,
                      buffer);
    if (!is_legal && !rule)
        return broken(run, "why", "%s may not play %u, but why_not has nothing against it", seat_code(seat), action);
    if (rule && (!rule[0] || !is_sentence(&words)))
        return broken(run, "why", "%s may not play %u by rule '%s', in the words '%s'", seat_code(seat), action, rule,
                      buffer);
    if (!rule != !silent || (rule && strcmp(rule, silent) != 0))
        return broken(run, "why", "action %u of %s is answered differently with and without words", action,
                      seat_code(seat));
    return true;
}

bool law_reasons(struct run *run, const struct guarded *play, int seat, const ochre_action *list, int count)
{
    struct guarded view;
    if (!look(run, play, seat == OCHRE_CHANCE ? OCHRE_EVERYBODY : seat, &view))
        return false;
    uint32_t bound = seat == OCHRE_CHANCE ? run->setup->chance_actions : run->setup->actions;
    const ochre_action beyond[] = {bound, bound + 1, 0x7FFFFFFFu, OCHRE_NO_ACTION};
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++)
        if (!reason_fits(run, seen(&view), seat, beyond[i], false))
            return false;
    for (uint32_t i = 0; i < bound && i < REASONS; i++) {
        ochre_action action = bound <= REASONS ? i : rng_below(&run->rng, bound);
        if (bound > REASONS && count > 0 && i % 3 == 0) /* near a legal one */
            action = (list[rng_below(&run->rng, (uint32_t)count)] + rng_below(&run->rng, 3) + bound - 1) % bound;
        if (!reason_fits(run, seen(&view), seat, action, legal_has(list, count, action)))
            return false;
    }
    for (int i = 0; i < count; i++)
        if (!reason_fits(run, seen(&view), seat, list[i], true))
            return false;
    return true;
}

/* How many arguments the kind names; -1 - n when the last may repeat ("seat card..."). */
static int args_named(const char *names)
{
    int count = 0;
    for (const char *at = names; at && *at; at++)
        count += *at != ' ' && (at == names || at[-1] == ' ');
    size_t length = names ? strlen(names) : 0;
    return length >= 3 && strcmp(names + length - 3, "...") == 0 ? -1 - count : count;
}

static bool event_tells(struct run *run, const struct guarded *after, const struct ochre_event *event, int viewer)
{
    struct guarded view;
    char buffer[WORDS_SIZE];
    struct ochre_text words = text_on(buffer, sizeof buffer);
    if (!look(run, after, viewer, &view))
        return false;
    struct ochre_event heard = journal_heard(event, viewer);
    run->game->words->tell(run->setup, seen(&view), &heard, &words);
    if (!is_sentence(&words) || strstr(buffer, "-32768"))
        return broken(run, "tell", "event %s is told to %s as '%s'", run->game->events[event->kind].id,
                      seat_code(viewer), buffer);
    return true;
}

/* People have names that stand in no game; whoever is spoken to is "you" and is never called by name. */
static bool event_tells_you(struct run *run, const struct guarded *after, const struct ochre_event *event, int you)
{
    struct guarded view;
    char buffer[WORDS_SIZE];
    struct ochre_text words = text_on(buffer, sizeof buffer);
    const struct ochre_voice voice = {.you = you, .name = {"Qadaq", "Qbenq", "Qcleoq", "Qdovq"}};
    words.voice = &voice;
    if (!look(run, after, you, &view))
        return false;
    struct ochre_event heard = journal_heard(event, you);
    run->game->words->tell(run->setup, seen(&view), &heard, &words);
    if (!is_sentence(&words) || strstr(buffer, voice.name[you]))
        return broken(run, "you", "event %s is told to %s itself as '%s'", run->game->events[event->kind].id,
                      seat_code(you), buffer);
    return true;
}

bool law_journal(struct run *run, const struct guarded *after, const struct ochre_journal *journal)
{
    int kinds = 0;
    while (run->game->events && run->game->events[kinds].id)
        kinds++;
    if (journal->count >= OCHRE_JOURNAL_MAX)
        return broken(run, "events", "one move fills the journal; what does not fit is lost");
    for (int i = 0; i < journal->count; i++) {
        const struct ochre_event *event = &journal->events[i];
        if (event->kind >= kinds)
            return broken(run, "events", "event kind %d is none of the %d", event->kind, kinds);
        const struct ochre_event_kind *kind = &run->game->events[event->kind];
        int named = args_named(kind->args);
        bool is_counted = named >= 0 ? event->count == named : event->count >= -1 - named - 1;
        if (!is_counted || event->count > OCHRE_EVENT_ARGS || event->open > event->count)
            return broken(run, "events", "event %s has %d arguments (%d open), its kind names '%s'", kind->id,
                          event->count, event->open, kind->args ? kind->args : "");
        for (int viewer = 0; viewer <= OCHRE_EVERYBODY; viewer++)
            if ((viewer < run->setup->seats || viewer >= OCHRE_NOBODY) && !event_tells(run, after, event, viewer))
                return false;
        for (int seat = 0; seat < run->setup->seats; seat++)
            if (!event_tells_you(run, after, event, seat))
                return false;
    }
    return true;
}
