/* mutants.c: does each law bite? Every mutant is pebble with one thing broken; the law that is meant for it must find
 * it. Some mutants keep something outside the state on purpose: that is how they cheat. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "changed.h"
#include "games/pebble/pebble.h"
#include "laws.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/think.h"
#include "rules/words.h"

extern const struct ochre_game ochre_pebble;

/* A byte behind pebble's own state, for secrets that redact does not know of. */
enum { SPARE = sizeof(struct pebble_state) };

static int compile_spare(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    int status = ochre_pebble.rules->compile(setup, terms, error);
    setup->state_size = SPARE + 1;
    return status;
}

/* ---- leaks ---- */

static void apply_note_choice(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                              struct ochre_journal *journal)
{
    bool is_choice = pebble(state)->phase == PEBBLE_CHOOSE;
    pebble_rules.apply(setup, state, seat, action, journal);
    if (is_choice)
        state->bytes[SPARE] = (unsigned char)(action + 1);
}

static void leak_choice(struct changed_game *game)
{
    game->rules.compile = compile_spare;
    game->rules.apply = apply_note_choice;
    game->read.read_state = NULL; /* it knows nothing of the byte */
}

static void apply_note_card(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                            struct ochre_journal *journal)
{
    bool is_deal = pebble(state)->phase == PEBBLE_DEAL;
    pebble_rules.apply(setup, state, seat, action, journal);
    if (is_deal)
        state->bytes[SPARE] = (unsigned char)(action + 1);
}

static void leak_card(struct changed_game *game)
{
    game->rules.compile = compile_spare;
    game->rules.apply = apply_note_card;
    game->read.read_state = NULL;
}

static void redact_not_hands(const struct ochre_setup *setup, struct ochre_state *state, int viewer)
{
    struct pebble_state before = *pebble(state);
    pebble_redact(setup, state, viewer);
    memcpy(pebble(state)->hand, before.hand, sizeof before.hand);
}

static void leak_hands(struct changed_game *game)
{
    game->rules.redact = redact_not_hands;
}

static void redact_not_deck(const struct ochre_setup *setup, struct ochre_state *state, int viewer)
{
    struct pebble_state before = *pebble(state);
    pebble_redact(setup, state, viewer);
    memcpy(pebble(state)->deck, before.deck, sizeof before.deck);
}

static void leak_deck(struct changed_game *game)
{
    game->rules.redact = redact_not_deck;
}

/* The last hidden choice, kept outside the state. */
static ochre_action last_choice;

static void apply_remember(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                           struct ochre_journal *journal)
{
    if (seat != OCHRE_CHANCE)
        last_choice = action;
    pebble_rules.apply(setup, state, seat, action, journal);
}

static int legal_without_last(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                              ochre_action *out)
{
    int count = pebble_rules.legal(setup, state, seat, out);
    for (int i = 0; i < count && count > 1 && seat != OCHRE_CHANCE; i++)
        if (out[i] == last_choice) {
            memmove(out + i, out + i + 1, (size_t)(count - i - 1) * sizeof *out);
            count--;
        }
    return count;
}

static const char *why_not_last(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                ochre_action action, struct ochre_text *words)
{
    ochre_action list[PEBBLE_VALUES];
    const char *rule = pebble_why_not(setup, view, seat, action, words);
    if (rule || legal_has(list, legal_without_last(setup, (const struct ochre_state *)view, seat, list), action))
        return rule;
    if (words)
        text_add(words, "Not that one.");
    return "P3.1";
}

static void leak_in_moves(struct changed_game *game)
{
    game->rules.apply = apply_remember;
    game->rules.legal = legal_without_last;
    game->words.why_not = why_not_last;
}

static void note_last(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                      struct ochre_text *note)
{
    (void)setup, (void)view, (void)seat, (void)action;
    text_int(note, last_choice);
}

static void leak_in_note(struct changed_game *game)
{
    game->rules.apply = apply_remember;
    game->words.note_move = note_last;
}

static void note_blank(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                       struct ochre_text *note)
{
    (void)setup, (void)view, (void)seat, (void)action;
    text_add(note, "two words");
}

static void note_two_words(struct changed_game *game)
{
    game->words.note_move = note_blank;
}

static void note_hands(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                       struct ochre_text *note)
{
    (void)seat, (void)action;
    const struct pebble_state *s = (const struct pebble_state *)view->bytes;
    for (int other = 0; other < setup->seats; other++)
        text_int(note, s->choice[other]);
}

static void note_from_state(struct changed_game *game)
{
    game->words.note_move = note_hands;
}

/* From the state it knows the other's choice, from the view it does not. */
static int legal_peeking(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    const struct pebble_state *s = pebble_of(state);
    int count = pebble_rules.legal(setup, state, seat, out);
    int other = s->choice[seat == 0 ? 1 : 0];
    if (count > 1 && seat < setup->seats && other != 0 && other != OCHRE_UNKNOWN)
        count--;
    return count;
}

static void leak_by_peeking(struct changed_game *game)
{
    game->rules.legal = legal_peeking;
}

static void observe_last(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes)
{
    pebble_observe(setup, view, seat, planes);
    planes[0] += (float)last_choice / 16.0F;
}

static void leak_in_tensor(struct changed_game *game)
{
    game->rules.apply = apply_remember;
    game->show.observe = observe_last;
}

static void write_view_last(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                            struct json_writer *writer)
{
    pebble_write_view(setup, view, viewer, writer);
    json_field_int(writer, "hint", last_choice);
}

static void leak_in_json(struct changed_game *game)
{
    game->rules.apply = apply_remember;
    game->show.write_view = write_view_last;
}

static void draw_last(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas)
{
    pebble_show.draw(setup, view, viewer, canvas);
    canvas_put(canvas, 0, 20, NUM(last_choice));
}

static void leak_in_canvas(struct changed_game *game)
{
    game->rules.apply = apply_remember;
    game->show.draw = draw_last;
}

static void apply_open_events(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                              struct ochre_journal *journal)
{
    pebble_rules.apply(setup, state, seat, action, journal);
    for (int i = 0; journal && i < journal->count; i++)
        journal->events[i].open = journal->events[i].count;
}

static void leak_in_event(struct changed_game *game)
{
    game->rules.apply = apply_open_events;
}

/* ---- views and imagined states ---- */

static bool imagine_fewer(const struct ochre_setup *setup, struct ochre_view *view, int seat, struct ochre_rng *rng)
{
    bool is_possible = pebble_determinize(setup, view, seat, rng);
    struct pebble_state *s = (struct pebble_state *)view->bytes;
    for (int value = 0; value < PEBBLE_VALUES && s->phase != PEBBLE_OVER; value++)
        if (s->deck[value]) {
            s->deck[value]--;
            break;
        }
    return is_possible;
}

static void forget_card(struct changed_game *game)
{
    game->rules.determinize = imagine_fewer;
}

static bool imagine_unshown(const struct ochre_setup *setup, struct ochre_view *view, int seat, struct ochre_rng *rng)
{
    struct pebble_state *s = (struct pebble_state *)view->bytes;
    uint8_t played[PEBBLE_VALUES];
    memcpy(played, s->played, sizeof played);
    if (s->phase != PEBBLE_OVER)
        memset(s->played, 0, sizeof s->played);
    bool is_possible = pebble_determinize(setup, view, seat, rng);
    memcpy(s->played, played, sizeof played);
    return is_possible;
}

static void forget_shown(struct changed_game *game)
{
    game->rules.determinize = imagine_unshown;
}

/* Possible states all of them, but the others never hold a six that is still in the deck's reach. */
static bool imagine_low(const struct ochre_setup *setup, struct ochre_view *view, int seat, struct ochre_rng *rng)
{
    bool is_possible = pebble_determinize(setup, view, seat, rng);
    struct pebble_state *s = (struct pebble_state *)view->bytes;
    for (int other = 0; other < setup->seats && s->phase != PEBBLE_OVER; other++)
        for (int value = 0; other != seat && value < PEBBLE_VALUES - 1; value++)
            while (s->hand[other][PEBBLE_VALUES - 1] && s->deck[value]) {
                s->hand[other][PEBBLE_VALUES - 1]--;
                s->hand[other][value]++;
                s->deck[value]--;
                s->deck[PEBBLE_VALUES - 1]++;
                if (s->choice[other] == PEBBLE_VALUES)
                    s->choice[other] = (uint8_t)(value + 1);
            }
    return is_possible;
}

static void imagine_no_six(struct changed_game *game)
{
    game->rules.determinize = imagine_low;
}

static void redact_flip(const struct ochre_setup *setup, struct ochre_state *state, int viewer)
{
    pebble_redact(setup, state, viewer);
    pebble(state)->shown[0] ^= 0x40;
}

static void redact_restless(struct changed_game *game)
{
    game->rules.redact = redact_flip;
}

static void redact_choices_away(const struct ochre_setup *setup, struct ochre_state *state, int viewer)
{
    pebble_redact(setup, state, viewer);
    for (int seat = 0; seat < setup->seats; seat++)
        if (pebble(state)->choice[seat] == OCHRE_UNKNOWN)
            pebble(state)->choice[seat] = 0;
}

static void hide_who_is_asked(struct changed_game *game)
{
    game->rules.redact = redact_choices_away;
}

static ochre_seats witnesses_none(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                                  ochre_action action)
{
    (void)setup, (void)state, (void)seat, (void)action;
    return 0;
}

static void witness_nothing(struct changed_game *game)
{
    game->rules.witnesses = witnesses_none;
}

/* ---- moves ---- */

static int legal_twice(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    int count = pebble_rules.legal(setup, state, seat, out);
    if (count > 0 && count < PEBBLE_VALUES) {
        out[count] = out[count - 1];
        count++;
    }
    return count;
}

static void duplicate_moves(struct changed_game *game)
{
    game->rules.legal = legal_twice;
}

static int legal_swapped(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    int count = pebble_rules.legal(setup, state, seat, out);
    if (count > 1) {
        ochre_action first = out[0];
        out[0] = out[1];
        out[1] = first;
    }
    return count;
}

static void unsorted_moves(struct changed_game *game)
{
    game->rules.legal = legal_swapped;
}

static int legal_for_ever(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    if (pebble_of(state)->phase != PEBBLE_OVER || seat == OCHRE_CHANCE)
        return pebble_rules.legal(setup, state, seat, out);
    out[0] = 0;
    return 1;
}

static void moves_when_over(struct changed_game *game)
{
    game->rules.legal = legal_for_ever;
}

static uint32_t weight_nothing(const struct ochre_setup *setup, const struct ochre_state *state, ochre_action outcome)
{
    return outcome == PEBBLE_STAKE_BASE + 2 ? 0 : pebble_rules.weight(setup, state, outcome);
}

static void outcome_without_odds(struct changed_game *game)
{
    game->rules.weight = weight_nothing;
}

static bool even_always(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    (void)state;
    return true;
}

static void odds_called_even(struct changed_game *game)
{
    game->rules.is_even = even_always;
}

static ochre_action lot_of_another(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                                   struct ochre_rng *rng)
{
    ochre_action list[256];
    int count = pebble_rules.legal(setup, state, seat, list);
    return list[rng_below(rng, (uint32_t)count)]; /* the odds, and that the only move takes no number, are forgotten */
}

static void lot_unlike_list(struct changed_game *game)
{
    game->rules.lot = lot_of_another;
}

/* ---- apply ---- */

static void apply_heard(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                        struct ochre_journal *journal)
{
    pebble_rules.apply(setup, state, seat, action, journal);
    if (journal && journal->count > 1)
        pebble(state)->pebbles[0]++;
}

static void depend_on_journal(struct changed_game *game)
{
    game->rules.apply = apply_heard;
}

static void apply_count(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                        struct ochre_journal *journal)
{
    static unsigned char calls;
    pebble_rules.apply(setup, state, seat, action, journal);
    state->bytes[SPARE] = ++calls;
}

static void keep_count_outside(struct changed_game *game)
{
    game->rules.compile = compile_spare;
    game->rules.apply = apply_count;
}

/* A byte nobody set, as the padding of a struct on the stack would be. */
static void apply_padding(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                          struct ochre_journal *journal)
{
    unsigned char junk[4096];
    __asm__ volatile("" : "=m"(junk));
    state->bytes[SPARE] = junk[1024];
    pebble_rules.apply(setup, state, seat, action, journal);
}

static void leave_padding(struct changed_game *game)
{
    game->rules.compile = compile_spare;
    game->rules.apply = apply_padding;
}

static void apply_beyond(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                         struct ochre_journal *journal)
{
    pebble_rules.apply(setup, state, seat, action, journal);
    state->bytes[SPARE] = 1;
}

static void write_beyond(struct changed_game *game)
{
    game->rules.apply = apply_beyond;
}

static void apply_lose(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                       struct ochre_journal *journal)
{
    pebble_rules.apply(setup, state, seat, action, journal);
    if (pebble(state)->phase == PEBBLE_STAKE)
        pebble(state)->deck[0] = 0;
}

static void lose_card(struct changed_game *game)
{
    game->rules.apply = apply_lose;
}

static void apply_again(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                        struct ochre_journal *journal)
{
    pebble_rules.apply(setup, state, seat, action, journal);
    if (pebble(state)->phase == PEBBLE_OVER)
        pebble_rules.start(setup, state);
}

static void never_end(struct changed_game *game)
{
    game->rules.apply = apply_again;
}

static void start_dirty(const struct ochre_setup *setup, struct ochre_state *state)
{
    unsigned char spare = state->bytes[SPARE];
    pebble_rules.start(setup, state);
    state->bytes[SPARE] = spare;
}

static void start_unclear(struct changed_game *game)
{
    game->rules.compile = compile_spare;
    game->rules.start = start_dirty;
}

static void start_third(const struct ochre_setup *setup, struct ochre_state *state)
{
    static int calls;
    pebble_rules.start(setup, state);
    pebble(state)->pebbles[0] = ++calls % 3 == 0;
}

static void start_moody(struct changed_game *game)
{
    game->rules.start = start_third;
}

/* Lets a seat that has chosen take its choice back, which asks it again. */
static int legal_take_back(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                           ochre_action *out)
{
    const struct pebble_state *s = pebble_of(state);
    if (s->phase == PEBBLE_CHOOSE && seat < setup->seats && s->choice[seat] && s->choice[seat] != OCHRE_UNKNOWN) {
        out[0] = (ochre_action)(s->choice[seat] - 1);
        return 1;
    }
    return pebble_rules.legal(setup, state, seat, out);
}

static void apply_take_back(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                            struct ochre_journal *journal)
{
    if (seat < setup->seats && pebble(state)->choice[seat])
        pebble(state)->choice[seat] = 0;
    else
        pebble_rules.apply(setup, state, seat, action, journal);
}

static const char *why_not_take_back(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                     ochre_action action, struct ochre_text *words)
{
    ochre_action list[PEBBLE_VALUES];
    if (legal_has(list, legal_take_back(setup, (const struct ochre_state *)view, seat, list), action))
        return NULL;
    return pebble_why_not(setup, view, seat, action, words);
}

static void interrupt_asks(struct changed_game *game)
{
    game->rules.legal = legal_take_back;
    game->rules.apply = apply_take_back;
    game->words.why_not = why_not_take_back;
}

static void leave_not(const struct ochre_setup *setup, struct ochre_state *state, int seat,
                      struct ochre_journal *journal)
{
    (void)setup, (void)state, (void)seat, (void)journal;
}

static void leave_and_stay(struct changed_game *game)
{
    game->rules.leave = leave_not;
}

/* ---- words ---- */

static void format_next(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text)
{
    pebble_words.format_move(setup, view, seat, action == OCHRE_NO_ACTION ? action : action / 2, text);
}

static void write_wrongly(struct changed_game *game)
{
    game->words.format_move = format_next;
}

static void format_blank(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                         struct ochre_text *text)
{
    pebble_words.format_move(setup, view, seat, action, text);
    text_char(text, ' ');
}

static void write_blanks(struct changed_game *game)
{
    game->words.format_move = format_blank;
}

static const char *parse_kindly(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                const char *text, ochre_action *action, struct ochre_text *words)
{
    if (!pebble_words.parse_move(setup, view, seat, text, action, words))
        return NULL;
    *action = 99;
    return NULL;
}

static void read_anything(struct changed_game *game)
{
    game->words.parse_move = parse_kindly;
}

static const char *why_not_silent(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                  ochre_action action, struct ochre_text *words)
{
    (void)words;
    return pebble_why_not(setup, view, seat, action, NULL);
}

static void refuse_silently(struct changed_game *game)
{
    game->words.why_not = why_not_silent;
}

static const char *why_not_never(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                 ochre_action action, struct ochre_text *words)
{
    (void)setup, (void)view, (void)seat, (void)action, (void)words;
    return NULL;
}

static void refuse_nothing(struct changed_game *game)
{
    game->words.why_not = why_not_never;
}

static const char *why_not_one(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                               ochre_action action, struct ochre_text *words)
{
    const char *rule = pebble_why_not(setup, view, seat, action, words);
    if (rule || seat == OCHRE_CHANCE || action != 3)
        return rule;
    if (words)
        text_add(words, "No fours.");
    return "P3.1";
}

static void refuse_legal(struct changed_game *game)
{
    game->words.why_not = why_not_one;
}

static void tell_nothing(const struct ochre_setup *setup, const struct ochre_view *view,
                         const struct ochre_event *event, struct ochre_text *text)
{
    if (event->kind != PEBBLE_SHOWED)
        pebble_tell(setup, view, event, text);
}

static void keep_story_back(struct changed_game *game)
{
    game->words.tell = tell_nothing;
}

static void tell_as_to_others(const struct ochre_setup *setup, const struct ochre_view *view,
                              const struct ochre_event *event, struct ochre_text *text)
{
    const struct ochre_voice *voice = text->voice;
    const struct ochre_voice to_others = {.you = -1, .name = {"Qadaq", "Qbenq", "Qcleoq", "Qdovq"}};
    text->voice = voice ? &to_others : NULL;
    pebble_tell(setup, view, event, text);
    text->voice = voice;
}

static void call_you_by_name(struct changed_game *game)
{
    game->words.tell = tell_as_to_others;
}

static void say_sentence(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                         struct ochre_text *text)
{
    pebble_say_move(setup, view, seat, action, text);
    text_char(text, '.');
}

static void offer_sentences(struct changed_game *game)
{
    game->words.say_move = say_sentence;
}

static void offer_nothing(struct changed_game *game)
{
    game->words.say_move = NULL;
}

static void say_no_question(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                            struct ochre_text *text)
{
    (void)setup, (void)view, (void)seat;
    text_add(text, "well");
}

static void ask_in_a_word(struct changed_game *game)
{
    game->words.say_ask = say_no_question;
}

static const char *const low_and_high[] = {"Low", "High", NULL};
static const char *const low_and_low[] = {"Low", "Low", NULL};

static int group_by_number(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action)
{
    (void)setup, (void)view, (void)seat;
    return (int)action;
}

static int group_by_view(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action)
{
    (void)action;
    return pebble_seen(view)->hand[(seat + 1) % setup->seats][0] == OCHRE_UNKNOWN;
}

static int group_first(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action)
{
    (void)setup, (void)view, (void)seat, (void)action;
    return 0;
}

static void group_beyond(struct changed_game *game)
{
    game->words.groups = low_and_high;
    game->words.group_of = group_by_number;
}

static void group_by_secrets(struct changed_game *game)
{
    game->words.groups = low_and_high;
    game->words.group_of = group_by_view;
}

static void group_twice(struct changed_game *game)
{
    game->words.groups = low_and_low;
    game->words.group_of = group_first;
}

static int danger_of_secrets(const struct ochre_setup *setup, const struct ochre_view *view, int seat, int from,
                             struct ochre_danger *danger, struct ochre_text *text)
{
    *danger = (struct ochre_danger){.by = "a", .count = 1, .at = {"b"}};
    text_add(text, "something");
    return pebble_seen(view)->hand[(seat + 1) % setup->seats][0] == OCHRE_UNKNOWN ? 0 : from + 1;
}

static int danger_without_end(const struct ochre_setup *setup, const struct ochre_view *view, int seat, int from,
                              struct ochre_danger *danger, struct ochre_text *text)
{
    (void)setup, (void)view, (void)seat, (void)from;
    *danger = (struct ochre_danger){.by = "a", .count = 1, .at = {"b"}};
    text_add(text, "something");
    return 1;
}

static int danger_to_itself(const struct ochre_setup *setup, const struct ochre_view *view, int seat, int from,
                            struct ochre_danger *danger, struct ochre_text *text)
{
    (void)setup, (void)view, (void)seat;
    *danger = (struct ochre_danger){.by = "a", .count = 1, .at = {"a"}};
    text_add(text, "something");
    return from == 0;
}

static void warn_of_secrets(struct changed_game *game)
{
    game->words.find_danger = danger_of_secrets;
}

static void warn_for_ever(struct changed_game *game)
{
    game->words.find_danger = danger_without_end;
}

static void warn_of_itself(struct changed_game *game)
{
    game->words.find_danger = danger_to_itself;
}

static void apply_bare_events(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                              struct ochre_journal *journal)
{
    pebble_rules.apply(setup, state, seat, action, journal);
    if (journal)
        journal_tell(journal, PEBBLE_TOOK, 0);
}

static void drop_argument(struct changed_game *game)
{
    game->rules.apply = apply_bare_events;
}

static const char *seat_name_none(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)setup, (void)view, (void)seat;
    return "";
}

static void nameless(struct changed_game *game)
{
    game->words.seat_name = seat_name_none;
}

/* ---- pictures, numbers, results ---- */

static void draw_wide(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas)
{
    pebble_show.draw(setup, view, viewer, canvas);
    canvas_put(canvas, CANVAS_WIDTH - 2, 0, "wide");
}

static void draw_beside(struct changed_game *game)
{
    game->show.draw = draw_wide;
}

static void draw_apart(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct canvas *canvas)
{
    pebble_show.draw(setup, view, viewer, canvas);
    canvas_band(canvas, 0, BAND_ASKED);
    canvas_put(canvas, 0, CANVAS_ASKED_ROWS + 2, "far below");
}

static void draw_too_tall(struct changed_game *game)
{
    game->show.draw = draw_apart;
}

static void write_no_phase(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                           struct json_writer *writer)
{
    (void)setup, (void)view, (void)viewer;
    json_field_int(writer, "step", 1);
}

static void forget_phase(struct changed_game *game)
{
    game->show.write_view = write_no_phase;
}

static void write_twice(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                        struct json_writer *writer)
{
    pebble_write_view(setup, view, viewer, writer);
    pebble_write_view(setup, view, viewer, writer);
}

static void repeat_keys(struct changed_game *game)
{
    game->show.write_view = write_twice;
}

static const char rulebook[] = "what everybody has read long before they sit down to play";

static void write_at_length(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                            struct json_writer *writer)
{
    pebble_write_view(setup, view, viewer, writer);
    json_field_string(writer, "rulebook", rulebook);
}

static void tell_again_and_again(struct changed_game *game)
{
    game->show.write_view = write_at_length;
}

static void print_phase(const struct ochre_setup *setup, struct json_writer *writer)
{
    (void)setup;
    json_field_string(writer, "phase", "ANY");
}

static void print_what_changes(struct changed_game *game)
{
    game->show.write_printed = print_phase;
}

static void print_anew(const struct ochre_setup *setup, struct json_writer *writer)
{
    static int edition;
    (void)setup;
    json_field_int(writer, "edition", edition++);
}

static void print_editions(struct changed_game *game)
{
    game->show.write_printed = print_anew;
}

static void observe_more(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes)
{
    pebble_observe(setup, view, seat, planes);
    planes[setup->observe_size] = 0.0F;
}

static void observe_too_much(struct changed_game *game)
{
    game->show.observe = observe_more;
}

static void observe_gap(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes)
{
    float first = planes[3];
    pebble_observe(setup, view, seat, planes);
    planes[3] = first;
}

static void observe_too_little(struct changed_game *game)
{
    game->show.observe = observe_gap;
}

static int read_less(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                     struct ochre_error *error)
{
    int result = pebble_read.read_state(setup, position, state, error);
    memset(pebble(state)->shown, 0, sizeof pebble(state)->shown);
    return result;
}

static void read_too_little(struct changed_game *game)
{
    game->read.read_state = read_less;
}

static int read_nothing(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                        struct ochre_error *error)
{
    if (json_is(json_get(position, "phase"), "DEAL"))
        return error_set(error, "P1.2", "not now");
    return pebble_read.read_state(setup, position, state, error);
}

static void read_some_phases(struct changed_game *game)
{
    game->read.read_state = read_nothing;
}

static void plan_less(const struct ochre_setup *setup, struct ochre_plan *plan)
{
    plan_put(plan, "all but one", PLAN_TABLE, setup->observe_size - 1);
}

static void plan_too_little(struct changed_game *game)
{
    game->show.planes = plan_less;
}

static void plan_alike(const struct ochre_setup *setup, struct ochre_plan *plan)
{
    plan_put(plan, "one", PLAN_TABLE, 1);
    plan_put(plan, "one", PLAN_TABLE, setup->observe_size - 1);
}

static void plan_twice(struct changed_game *game)
{
    game->show.planes = plan_alike;
}

static void touch_none(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                       struct ochre_touch *touch)
{
    (void)setup, (void)view, (void)seat, (void)action;
    touch->count = 0;
}

static void untouchable(struct changed_game *game)
{
    game->show.touch = touch_none;
}

static void touch_renamed(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                          struct ochre_touch *touch)
{
    pebble_show.touch(setup, view, seat, action, touch);
    touch->move[0] = 'P';
}

static void misnamed(struct changed_game *game)
{
    game->show.touch = touch_renamed;
}

static void judge_wild(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    pebble_think.judge(setup, state, payoff);
    payoff[0] = (float)NAN;
}

static void judge_nan(struct changed_game *game)
{
    game->think.judge = judge_wild;
}

static void judge_share(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    (void)state;
    for (int seat = 0; seat < setup->seats; seat++)
        payoff[seat] = 1.0F / (float)setup->seats;
}

static void judge_without_end(struct changed_game *game)
{
    game->think.judge = judge_share;
}

static void appraise_nan(struct changed_game *game)
{
    game->think.appraise = judge_wild;
}

static void outcome_last_wins(const struct ochre_setup *setup, const struct ochre_state *state,
                              struct ochre_outcome *out)
{
    pebble_outcome(setup, state, out);
    for (int seat = 0; seat < setup->seats; seat++)
        if (out->rank[seat] > 1)
            out->winners |= SEAT_BIT(seat);
}

static void everybody_wins(struct changed_game *game)
{
    game->rules.outcome = outcome_last_wins;
}

/* Before the deal everybody has card 0, and card 0 is worth what stands before the table: what the stack holds. */
static void standing_of_no_card(const struct ochre_setup *setup, const struct ochre_state *state,
                                struct ochre_outcome *out)
{
    int before = out->score[0];
    pebble_standing(setup, state, out);
    if (pebble_of(state)->phase == PEBBLE_DEAL)
        out->score[0] = out->part[0][0] = before;
}

static void standing_before_the_deal(struct changed_game *game)
{
    game->rules.standing = standing_of_no_card;
}

static void standing_past_the_parts(const struct ochre_setup *setup, const struct ochre_state *state,
                                    struct ochre_outcome *out)
{
    pebble_standing(setup, state, out);
    int *beside = (int *)(void *)out - (pebble_of(state)->phase == PEBBLE_DEAL);
    *beside = 0;
}

static void standing_beside(struct changed_game *game)
{
    game->rules.standing = standing_past_the_parts;
}

static void standing_with_end(const struct ochre_setup *setup, const struct ochre_state *state,
                              struct ochre_outcome *out)
{
    pebble_standing(setup, state, out);
    out->winners = SEAT_BIT(0);
}

static void lead_is_victory(struct changed_game *game)
{
    game->rules.standing = standing_with_end;
}

static void standing_more(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    pebble_standing(setup, state, out);
    out->score[0]++;
}

static void miscount(struct changed_game *game)
{
    game->rules.standing = standing_more;
}

static bool hush_and_take(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): this is how it cheats */
    ((struct pebble_state *)(uintptr_t)state->bytes)->on_table++;
    return false;
}

static void asking_changes(struct changed_game *game)
{
    game->rules.is_hushed = hush_and_take;
}

static int compile_short(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    int status = ochre_pebble.rules->compile(setup, terms, error);
    setup->search_size = 1;
    return status;
}

static void search_too_little(struct changed_game *game)
{
    game->rules.compile = compile_short;
}

static int compile_long(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    int status = ochre_pebble.rules->compile(setup, terms, error);
    setup->search_size = setup->state_size + 1;
    return status;
}

static void search_too_much(struct changed_game *game)
{
    game->rules.compile = compile_long;
}

static const struct mutant {
    const char *name, *law;
    void (*mutate)(struct changed_game *game);
} mutants[] = {
    {"a hidden choice stays in a byte of every view", "twins-view", leak_choice},
    {"a dealt card stays in a byte of every view", "twins-view", leak_card},
    {"redact forgets the hands", "round-trip", leak_hands},
    {"redact forgets the deck", "round-trip", leak_deck},
    {"the moves show a hidden choice", "twins-moves", leak_in_moves},
    {"the moves of the state are not those of the view", "view-moves", leak_by_peeking},
    {"the note behind a move shows a hidden choice", "twins-note", leak_in_note},
    {"the log has another note than the seat", "note", note_from_state},
    {"a note of two words", "note", note_two_words},
    {"the tensor shows a hidden choice", "twins-tensor", leak_in_tensor},
    {"the JSON shows a hidden choice", "twins-json", leak_in_json},
    {"the picture shows a hidden choice", "twins-canvas", leak_in_canvas},
    {"an event tells everybody a secret", "twins-told", leak_in_event},
    {"determinize forgets a card", "imagine", forget_card},
    {"determinize ignores what was shown", "imagine", forget_shown},
    {"determinize never imagines a six", "coverage", imagine_no_six},
    {"redact twice is another view", "redact", redact_restless},
    {"who is asked is hidden", "pending", hide_who_is_asked},
    {"a seat does not see its own move", "witnesses", witness_nothing},
    {"duplicate moves", "moves", duplicate_moves},
    {"unsorted moves", "moves", unsorted_moves},
    {"moves after the end", "over", moves_when_over},
    {"an outcome without odds", "weights", outcome_without_odds},
    {"odds that are called even and are not", "weights", odds_called_even},
    {"a move by lot that the list does not give", "moves", lot_unlike_list},
    {"apply depends on the journal", "journal", depend_on_journal},
    {"apply counts its calls", "pure", keep_count_outside},
    {"apply leaves garbage", "pure", leave_padding},
    {"apply writes behind the state", "canary", write_beyond},
    {"apply loses a card", "check", lose_card},
    {"the play begins anew instead of ending", "ends", never_end},
    {"start does not clear", "pure", start_unclear},
    {"start has moods", "replay", start_moody},
    {"an interrupt changes who is asked", "interrupt", interrupt_asks},
    {"a seat that left is asked", "leave", leave_and_stay},
    {"two moves read the same", "text", write_wrongly},
    {"a move with a blank", "text", write_blanks},
    {"anything is a move", "parse", read_anything},
    {"a refusal without words", "why", refuse_silently},
    {"nothing is refused", "why", refuse_nothing},
    {"a legal move is refused", "why", refuse_legal},
    {"an event that cannot be told", "tell", keep_story_back},
    {"a listener who is called by name", "you", call_you_by_name},
    {"choices that are sentences", "choice", offer_sentences},
    {"choices without words", "choice", offer_nothing},
    {"a question that is no sentence", "question", ask_in_a_word},
    {"a move in no group", "group", group_beyond},
    {"a group that rests on what is hidden", "group", group_by_secrets},
    {"two groups of one name", "group", group_twice},
    {"a danger that rests on what is hidden", "danger", warn_of_secrets},
    {"dangers without an end", "danger", warn_for_ever},
    {"a piece in danger by itself", "danger", warn_of_itself},
    {"an event without its arguments", "events", drop_argument},
    {"a seat without a name", "names", nameless},
    {"a board wider than the canvas", "draw", draw_beside},
    {"a question taller than a small screen", "bands", draw_too_tall},
    {"JSON without a phase", "json", forget_phase},
    {"JSON with a key twice", "json", repeat_keys},
    {"a view that repeats what never changes", "printed", tell_again_and_again},
    {"something printed that a view says too", "printed", print_what_changes},
    {"something printed that changes", "printed", print_editions},
    {"a number too many", "tensor", observe_too_much},
    {"a number too few", "tensor", observe_too_little},
    {"a position that forgets", "position", read_too_little},
    {"a phase that is no position", "position", read_some_phases},
    {"a part without a name", "planes", plan_too_little},
    {"two parts of one name", "planes", plan_twice},
    {"a move that cannot be pointed at", "touch", untouchable},
    {"a move that is pointed at under another name", "touch", misnamed},
    {"an estimate that is no number", "judge", judge_nan},
    {"an estimate that goes on after the end", "judge", judge_without_end},
    {"a better estimate that is no number", "judge", appraise_nan},
    {"the loser wins", "outcome", everybody_wins},
    {"a standing before the deal, of what memory holds", "standing", standing_before_the_deal},
    {"a standing written before its place", "standing", standing_beside},
    {"a standing that names a winner", "standing", lead_is_victory},
    {"a point from nowhere", "standing", miscount},
    {"asking changes what is asked about", "entries", asking_changes},
    {"a search copies too little", "search", search_too_little},
    {"a search copies more than there is", "sizes", search_too_much},
};

/* Plays the mutant until a law is broken; "" when none is. */
static void hunt(const struct ochre_game *game, struct laws_fault *fault)
{
    enum { SEEDS = 30 };
    struct laws_case *cases = calloc(LAWS_CASES_MAX, sizeof *cases);
    struct laws_coverage *coverage = malloc(sizeof *coverage);
    struct ochre_setup *setup = malloc(sizeof *setup);
    struct ochre_error error;
    uint64_t seed;
    if (!cases || !coverage || !setup)
        abort();
    int count = laws_cases(game, 1, cases);
    for (int i = 0; i < count && !fault->law[0]; i++) {
        memset(coverage, 0, sizeof *coverage);
        if (setup_make(setup, &cases[i].terms, &error) == 0 &&
            laws_keep(setup, 1, SEEDS, 2, coverage, fault, &seed) >= 0)
            laws_covered(setup, coverage, fault);
    }
    free(cases);
    free(coverage);
    free(setup);
}

int main(void)
{
    int failed = 0;
    for (size_t i = 0; i < sizeof mutants / sizeof mutants[0]; i++) {
        struct changed_game game;
        struct laws_fault fault = {{0}, {0}, 0};
        change_game(&game, &ochre_pebble);
        mutants[i].mutate(&game);
        hunt(&game.game, &fault);
        bool is_caught = strcmp(fault.law, mutants[i].law) == 0;
        failed += !is_caught;
        printf("%s  %s: %s%s%s\n", is_caught ? "caught " : "MISSED ", mutants[i].name,
               fault.law[0] ? fault.law : "no law broken", is_caught ? "" : ", expected ",
               is_caught ? "" : mutants[i].law);
        if (!is_caught)
            printf("         %s\n", fault.words);
    }
    printf("%zu mutants, %d not caught by the law meant for them\n", sizeof mutants / sizeof mutants[0], failed);
    return failed > 0;
}
