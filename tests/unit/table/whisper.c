/* whisper.c: see whisper.h. */
#include "whisper.h"

#include "rules/read.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/think.h"
#include "rules/words.h"

struct whisper_state {
    uint8_t turn, turns, secret[2], shown[2], boasted[2], coughs, gone;
};

static struct whisper_state *own(struct ochre_state *state)
{
    return (struct whisper_state *)state->bytes;
}

static const struct whisper_state *seen(const void *bytes)
{
    return bytes;
}

static const char *const texts[] = {"hum", "show", "boast", "end", "cough", "murmur"};

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    (void)terms;
    (void)error;
    setup->actions = WHISPER_ACTIONS;
    setup->chance_actions = 1;
    setup->legal_max = WHISPER_ACTIONS;
    setup->state_size = sizeof(struct whisper_state);
    setup->moves_max = 1000;
    return 0;
}

static void start(const struct ochre_setup *setup, struct ochre_state *state)
{
    memset(state->bytes, 0, setup->state_size);
    own(state)->secret[0] = 2;
    own(state)->secret[1] = 1;
}

static ochre_seats pending(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    const struct whisper_state *s = seen(state);
    if (s->turns >= 6 || s->gone == 2)
        return 0;
    return SEAT_BIT(s->turn);
}

static int legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    const struct whisper_state *s = seen(state);
    int count = 0;
    if (!pending(setup, state) || seat > 1)
        return 0;
    if (seat == s->turn) {
        out[count++] = WHISPER_HUM;
        out[count++] = WHISPER_SHOW;
        if (s->secret[seat] >= 2)
            out[count++] = WHISPER_BOAST;
        out[count++] = WHISPER_END;
    }
    out[count++] = WHISPER_COUGH;
    if (seat == s->turn)
        out[count++] = WHISPER_MURMUR;
    return count;
}

static void apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal)
{
    (void)setup;
    struct whisper_state *s = own(state);
    if (action == WHISPER_SHOW) {
        s->shown[seat] = 1;
    } else if (action == WHISPER_MURMUR) {
        journal_tell(journal, 1, seat, s->secret[seat] % 2);
    } else if (action == WHISPER_BOAST) {
        s->boasted[seat] = 1;
    } else if (action == WHISPER_END) {
        s->turn = (uint8_t)!s->turn;
        s->turns++;
    } else if (action == WHISPER_COUGH) {
        s->coughs++;
    }
    journal_tell(journal, 0, seat, (int)action);
}

static void standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    (void)setup;
    (void)state;
    *out = (struct ochre_outcome){0};
}

static void outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    (void)setup;
    const struct whisper_state *s = seen(state);
    int winner = s->secret[1] > s->secret[0];
    *out = (struct ochre_outcome){.winners = SEAT_BIT(winner), .reason = "six turns"};
    out->payoff[winner] = 1.0F;
    out->rank[winner] = 1;
    out->rank[!winner] = 2;
}

static void leave(const struct ochre_setup *setup, struct ochre_state *state, int seat, struct ochre_journal *journal)
{
    (void)setup;
    (void)journal;
    own(state)->gone++;
    own(state)->turn = (uint8_t)!seat;
}

static void redact(const struct ochre_setup *setup, struct ochre_state *state, int viewer)
{
    (void)setup;
    for (int seat = 0; seat < 2; seat++)
        if (seat != viewer && !own(state)->shown[seat])
            own(state)->secret[seat] = OCHRE_UNKNOWN;
}

static bool determinize(const struct ochre_setup *setup, struct ochre_view *view, int seat, struct ochre_rng *rng)
{
    (void)setup;
    struct whisper_state *s = (struct whisper_state *)view->bytes;
    for (int other = 0; other < 2; other++)
        if (other != seat && !s->shown[other])
            s->secret[other] = (uint8_t)(s->boasted[other] ? 2 + rng_below(rng, 2) : rng_below(rng, 4));
    return true;
}

static ochre_seats witnesses(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                             ochre_action action)
{
    (void)setup;
    (void)state;
    (void)action;
    return SEAT_BIT(seat);
}

static const char *seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)setup;
    (void)view;
    return seat ? "Right" : "Left";
}

static void format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text)
{
    (void)setup;
    (void)view;
    (void)seat;
    text_add(text, action == OCHRE_NO_ACTION ? "?" : texts[action]);
}

/* Behind a hum stands which of the four secrets it is about, where the reader may know it. */
static void note_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                      struct ochre_text *note)
{
    (void)setup;
    if (action == 0)
        text_char(note, seen(view)->secret[seat] == OCHRE_UNKNOWN ? 'x' : (char)('0' + seen(view)->secret[seat]));
}

static const char *parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words)
{
    (void)setup;
    (void)view;
    (void)seat;
    for (*action = 0; *action < WHISPER_ACTIONS; (*action)++)
        if (text_same(texts[*action], text))
            return NULL;
    if (words)
        text_add(words, "no such move");
    return "notation";
}

static const char *why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words)
{
    (void)setup;
    (void)action;
    if (words)
        text_add(words, seen(view)->turn == seat ? "nothing to boast of" : "not your turn");
    return seen(view)->turn == seat ? "W2" : "W1";
}

static void tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text)
{
    (void)setup;
    (void)view;
    text_add(text, event->kind ? "murmured " : "made ");
    text_int(text, event->args[1]);
}

static void write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer)
{
    (void)setup;
    (void)viewer;
    json_field_string(writer, "phase", seen(view)->turns >= 6 ? "OVER" : "PLAY");
}

static const struct ochre_event_kind events[] = {{"made", "seat action"}, {"murmured", "seat odd"}, {0}};

#define WHISPER_RULES                                                                                                  \
    .compile = compile, .start = start, .pending = pending, .legal = legal, .apply = apply, .standing = standing,      \
    .outcome = outcome, .redact = redact, .determinize = determinize
#define WHISPER_WORDS                                                                                                  \
    .seat_name = seat_name, .format_move = format_move, .parse_move = parse_move, .why_not = why_not, .tell = tell

static const struct ochre_rules plain_rules = {WHISPER_RULES};
static const struct ochre_rules secret_rules = {WHISPER_RULES, .witnesses = witnesses};
static const struct ochre_rules leaving_rules = {WHISPER_RULES, .leave = leave};
static const struct ochre_words plain_words = {WHISPER_WORDS};
static const struct ochre_words noting_words = {WHISPER_WORDS, .note_move = note_move};
static const struct ochre_show show = {.write_view = write_view};
static const struct ochre_think think = {0};
static const struct ochre_read reading = {0};

#define WHISPER(rules_of_it, words_of_it)                                                                              \
    {                                                                                                                  \
        .id = "whisper", .name = "Whisper", .designer = "Ochre", .about = "", .rules_version = 1, .seats_min = 2,      \
        .seats_max = 2, .seats_usual = 2, .seat_counts = 1 << 2, .is_internal = true, .events = events,                \
        .rules = &(rules_of_it), .words = &(words_of_it), .show = &show, .think = &think, .read = &reading             \
    }

const struct ochre_game whisper = WHISPER(plain_rules, plain_words);
const struct ochre_game whisper_secret = WHISPER(secret_rules, noting_words);
const struct ochre_game whisper_noting = WHISPER(plain_rules, noting_words);
const struct ochre_game whisper_leaving = WHISPER(leaving_rules, plain_words);
