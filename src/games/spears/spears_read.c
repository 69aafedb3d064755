/* spears_read.c: a position typed in by a person or a test, fully checked (9.1, 9.1.1). */
#include "games/spears/spears_reading.h"

/* ---- seats, order, memories ---- */

/* Every seat gets another one of some things, named by letters. */
static int read_each(struct spears_reading *r, const char *key,
                     int (*thing_of)(const struct spears_reading *, const char *), uint8_t out[OCHRE_SEATS_MAX])
{
    int count = 0;
    unsigned seen = 0;
    bool is_right = true;
    if (spears_begin_text(r, r->given, key) < 0)
        return -1;
    for (; is_right && spears_next_word(r); count++) {
        int thing = thing_of(r, r->word);
        is_right = count < r->t->seats && thing >= 0 && !bits_has(seen, thing);
        if (is_right) {
            seen |= 1u << thing;
            out[count] = (uint8_t)thing;
        }
    }
    if (json_there(r->text) && (!is_right || count != r->t->seats))
        return spears_refuse_text(r, "9.1", "expected the letters of {0} different tribes at the table",
                                  NUM(r->t->seats));
    return 0;
}

static int tribe_of_letter(const struct spears_reading *r, const char *word)
{
    (void)r;
    const char *letter = word[0] && !word[1] ? strchr(spears_letters, word[0]) : NULL;
    return letter ? (int)(letter - spears_letters) : -1;
}

static int read_places(struct spears_reading *r)
{
    for (int seat = 0; seat < r->t->seats; seat++) {
        r->s->tribe[seat] = (uint8_t)(r->t->tribes[seat] >= 0 ? r->t->tribes[seat] : seat);
        r->s->token[seat] = (uint8_t)seat;
    }
    if (read_each(r, "seats", tribe_of_letter, r->s->tribe) < 0 ||
        read_each(r, "order", spears_seat_of_letter, r->s->token) < 0)
        return -1;
    return 0;
}

/* The enemies that chance will draw are named, not stored. */
static int check_enemies(struct spears_reading *r)
{
    if (spears_begin_text(r, r->given, "enemy") < 0)
        return -1;
    while (spears_next_thing(r))
        if (r->word[0] != 'e' || r->word[1] < '1' || r->word[1] > '0' + SPEARS_ENEMIES || r->word[2])
            return spears_refuse_text(r, "9.1", "'{0}' is no enemy (expected e1 to e4)", r->word);
    return 0;
}

/* ---- what each tribe has ---- */

/* Maps have no letters but those of tribes at the table. */
static int check_maps(struct spears_reading *r)
{
    static const char *const maps[] = {"berries", "units", "own", "hand", "team", "goal"};
    const char *letters[1 + OCHRE_SEATS_MAX + 1] = {"?"};
    for (int seat = 0; seat < r->t->seats; seat++)
        letters[1 + seat] = spears_keys[r->s->tribe[seat]];
    for (int i = 0; i < 6; i++)
        if (reader_members(&r->reader, json_get(r->given, maps[i]), letters) < 0)
            return -1;
    return 0;
}

static int read_tribes(struct spears_reading *r)
{
    if (check_maps(r) < 0)
        return -1;
    for (int seat = 0; seat < r->t->seats; seat++)
        if (spears_read_things(r, seat) < 0)
            return -1;
    return 0;
}

/* ---- where play begins ---- */

static int begin_at(struct spears_reading *r)
{
    const struct spears_tables *t = r->t;
    struct spears_state *s = r->s;
    if (spears_begin_text(r, r->given, "begin") < 0)
        return -1;
    if (!json_there(r->text) && !json_there(json_get(r->given, "phase")) && !json_there(json_get(r->given, "team")))
        return reader_refuse_member(&r->reader, "9.1", r->given, "begin",
                                    "is missing: setup, gathering, play X, action X or defence. A play that is over "
                                    "names its teams");
    if (!json_there(r->text)) {
        s->phase = SPEARS_OVER;
        s->actor = OCHRE_NOBODY;
        return 0;
    }
    char phase[SPEARS_WORD_SIZE];
    struct ochre_text name = text_on(phase, sizeof phase);
    spears_next_word(r);
    text_add(&name, r->word);
    int seat = spears_next_word(r) ? spears_seat_of_letter(r, r->word) : -1;
    bool is_second = spears_next_word(r) && text_same(r->word, "2");
    int at = 0;
    while (seat >= 0 && s->token[at] != seat)
        at++;
    if (text_same(phase, "setup")) {
        s->phase = SPEARS_TIME;
        s->actor = s->token[0];
    } else if (text_same(phase, "gathering")) {
        s->chased_spot = 0;
        spears_begin_gathering(t, s, NULL);
    } else if (text_same(phase, "play") && seat >= 0) {
        spears_begin_play(t, s, at);
    } else if (text_same(phase, "action") && seat >= 0 && (!is_second || at == 0)) {
        spears_begin_action(s, at, is_second);
    } else if (text_same(phase, "defence")) {
        spears_begin_defence(t, s, NULL);
    } else {
        return spears_refuse_text(
            r, "9.1",
            "expected setup, gathering, play X, action X, action X 2 (the first in order) or defence, "
            "where X is a tribe at the table");
    }
    spears_run(t, s, NULL);
    return 0;
}

static int terms_of(struct json position, struct ochre_terms *terms, struct ochre_error *error)
{
    const struct reader r = {error, "9.1"};
    char line[SPEARS_LINE_SIZE] = "";
    if (reader_text(&r, position, "seats", line, sizeof line) < 0)
        return -1;
    char word[SPEARS_WORD_SIZE];
    int count = 0;
    for (const char *at = line; text_next_word(&at, word, sizeof word);)
        count++;
    if (json_there(json_get(position, "seats")))
        terms->seats = count;
    return 0;
}

/* What belongs to views in the middle of a turn is no use without the rest. */
static int check_typed(const struct spears_reading *r)
{
    static const char *const known[] = {"?",
                                        "seats",
                                        "order",
                                        "time",
                                        "turn_number",
                                        "vigor",
                                        "banned",
                                        "obliged",
                                        "blocked",
                                        "enemy",
                                        "row",
                                        "chased",
                                        "deck",
                                        "berries",
                                        "units",
                                        "own",
                                        "hand",
                                        "rounds",
                                        "team",
                                        "goal",
                                        "begin",
                                        "phase",
                                        "banned_last_turn",
                                        "obliged_last_turn",
                                        NULL};
    struct json phase = json_get(r->given, "phase");
    if (json_there(phase) && !json_is(phase, "OVER"))
        return reader_refuse(&r->reader, "9.1", phase,
                             "a phase other than OVER stands in a view of everything, with under_way; else begin says "
                             "where play begins");
    return reader_members(&r->reader, r->given, known);
}

static int read_table(struct spears_reading *r)
{
    struct spears_state *s = r->s;
    int time = 0;
    bool is_whole = json_there(json_get(r->given, "under_way"));
    bool is_over = is_whole ? json_is(json_get(r->given, "phase"), "OVER") : !json_there(json_get(r->given, "begin"));
    s->vigor = is_over ? 0 : SPEARS_VIGOR_MAX;
    if (json_there(json_get(r->given, "time")) && reader_word(&r->reader, r->given, "time", spears_times, &time) < 0)
        return -1;
    s->is_night = (uint8_t)time;
    if (reader_byte(&r->reader, r->given, "turn_number", 1, SPEARS_VIGOR_MAX + r->t->icons, &s->turn) < 0 ||
        reader_byte(&r->reader, r->given, "vigor", !is_over, SPEARS_VIGOR_MAX, &s->vigor) < 0)
        return -1;
    return 0;
}

static int finish(const struct spears_reading *r, const struct ochre_setup *setup, const struct ochre_state *read,
                  struct ochre_state *state)
{
    const char *wrong = spears_check(setup, read);
    if (wrong)
        return reader_refuse(&r->reader, "3.4", r->given, "the position cannot be: {0}", wrong);
    memcpy(state->bytes, read->bytes, setup->state_size);
    return 0;
}

static int read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error)
{
    struct ochre_state scratch = {0};
    struct spears_state *s = spears(&scratch);
    struct spears_reading r = {.reader = {error, "9.1"}, .t = spears_tables(setup), .s = s, .given = position};
    spears_clear(s);
    s->unseen = 0;
    if (json_kind(position) != JSON_OBJECT)
        return reader_refuse(&r.reader, "9.1", position, "expected an object");
    if (json_there(json_get(position, "under_way"))) {
        if (read_table(&r) < 0 || spears_read_whole(&r) < 0)
            return -1;
        return finish(&r, setup, &scratch, state);
    }
    if (check_typed(&r) < 0 || read_table(&r) < 0 || read_places(&r) < 0 || spears_read_memories(&r) < 0 ||
        check_enemies(&r) < 0 || spears_read_row(&r) < 0 || spears_read_deck(&r, "deck", false) < 0 ||
        read_tribes(&r) < 0 || spears_read_cards(&r) < 0 || spears_read_secrets(&r) < 0 || begin_at(&r) < 0)
        return -1;
    return finish(&r, setup, &scratch, state);
}

const struct ochre_read spears_read = {
    .terms_of = terms_of,
    .read_state = read_state,
    .pack_warnings = spears_pack_warnings,
    .record = &spears_record,
    .cases = &spears_cases,
};
