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

/* A seat by its letter, or nobody ("-" or left out). */
static int read_somebody(struct spears_reading *r, const char *key, uint8_t *out)
{
    *out = OCHRE_NOBODY;
    if (spears_begin_text(r, r->given, key) < 0)
        return -1;
    if (!spears_next_word(r) || text_same(r->word, "-"))
        return 0;
    int seat = spears_seat_of_letter(r, r->word);
    if (seat < 0 || spears_next_word(r))
        return spears_refuse_text(r, "9.1", "expected the letter of one tribe at the table");
    *out = (uint8_t)seat;
    return 0;
}

/* Who was chosen in this turn and in the one before: never the same tribe (R13). */
static int read_memory(struct spears_reading *r, const char *key, const char *key_before, uint8_t *now, uint8_t *before)
{
    if (read_somebody(r, key, now) < 0 || read_somebody(r, key_before, before) < 0)
        return -1;
    if (*now != OCHRE_NOBODY && *now == *before)
        return spears_refuse_text(r, "R13", "the same tribe as {0}", key);
    return 0;
}

static int read_memories(struct spears_reading *r)
{
    struct spears_state *s = r->s;
    if (read_memory(r, "banned", "banned_last_turn", &s->banned, &s->banned_before) < 0 ||
        read_memory(r, "obliged", "obliged_last_turn", &s->obliged, &s->obliged_before) < 0 ||
        spears_begin_text(r, r->given, "blocked") < 0)
        return -1;
    while (spears_next_thing(r)) {
        int seat = spears_seat_of_letter(r, r->word);
        if (seat < 0)
            return spears_refuse_text(r, "9.1", "expected letters of tribes at the table");
        s->blocked |= SEAT_BIT(seat);
    }
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

/* ---- prey ---- */

/* Takes the prey that the word names, if it is in no other place; -1 and the error otherwise. */
static int take_prey(struct spears_reading *r)
{
    int prey = spears_read_prey(r->word);
    if (prey < 0)
        return spears_refuse_text(r, "9.1", "'{0}' is no prey (expected p01 to p24)", r->word);
    if (bits_has(r->seen, prey))
        return spears_refuse_text(r, "3.4", "{0} is in two places", r->word);
    r->seen |= 1u << prey;
    return prey;
}

static int read_row(struct spears_reading *r)
{
    struct spears_state *s = r->s;
    int spot = 0;
    if (spears_begin_text(r, r->given, "row") < 0)
        return -1;
    for (; spears_next_word(r); spot++) {
        if (spot == SPEARS_SPOTS)
            return spears_refuse_text(r, "9.1", "has more than 5 spots");
        if (text_same(r->word, "-"))
            continue;
        int prey = take_prey(r);
        if (prey < 0)
            return -1;
        s->row[spot] = (uint8_t)(prey + 1);
    }
    if (spot != 0 && spot != SPEARS_SPOTS)
        return spears_refuse_text(r, "9.1", "expected 5 spots, '-' for an empty one");
    if (reader_byte(&r->reader, r->given, "chased", 0, SPEARS_SPOTS, &s->chased_spot) < 0)
        return -1;
    if (s->chased_spot && s->row[s->chased_spot - 1])
        return reader_refuse_member(&r->reader, "4.4", r->given, "chased", "spot {0} is not empty",
                                    NUM(s->chased_spot));
    return 0;
}

static int read_deck(struct spears_reading *r)
{
    struct spears_state *s = r->s;
    bool is_queue = false;
    if (spears_begin_text(r, r->given, "deck") < 0)
        return -1;
    while (spears_next_thing(r)) {
        if (text_same(r->word, "|") && !is_queue) {
            is_queue = true;
            continue;
        }
        int prey = take_prey(r);
        if (prey < 0)
            return -1;
        if (is_queue)
            s->queue[s->queue_count++] = (uint8_t)(prey + 1); /* each prey once, so they fit */
        else
            s->unseen |= 1u << prey;
    }
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

static int read_units(struct spears_reading *r, int seat)
{
    struct spears_state *s = r->s;
    if (spears_begin_of(r, "units", seat) < 0)
        return -1;
    while (spears_next_thing(r)) {
        char *code = r->word;
        size_t length = strlen(code);
        bool is_turned = length > 2 && code[0] == '(' && code[length - 1] == ')';
        if (is_turned) {
            code[length - 1] = '\0';
            code++;
        }
        int slot = spears_slot_of_code(r->t, s->tribe[seat], code);
        if (slot < 0 && !text_same(code, "-"))
            return spears_refuse_text(r, "9.1", "'{0}' is no unit", code);
        if (slot < 0)
            continue;
        if (spears_units_played(s, seat) & spears_unit_bit(slot))
            return spears_refuse_text(r, "3.4", "{0} stands there twice", code);
        if (is_turned)
            s->turned[seat] |= spears_unit_bit(slot);
        else
            s->active[seat] |= spears_unit_bit(slot);
    }
    return 0;
}

static int read_pile(struct spears_reading *r, int seat)
{
    if (spears_begin_of(r, "own", seat) < 0)
        return -1;
    while (spears_next_thing(r)) {
        int prey = take_prey(r);
        if (prey < 0)
            return -1;
        r->s->pile[seat] |= 1u << prey;
    }
    return 0;
}

static int read_tribes(struct spears_reading *r)
{
    const struct reader cap = {r->reader.error, "K6"};
    struct json berries = json_get(r->given, "berries");
    if (check_maps(r) < 0)
        return -1;
    for (int seat = 0; seat < r->t->seats; seat++)
        if (reader_byte(&cap, berries, spears_keys[r->s->tribe[seat]], 0, SPEARS_BERRIES_MAX, &r->s->berries[seat]) <
                0 ||
            read_units(r, seat) < 0 || read_pile(r, seat) < 0)
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
    int count = 0;
    for (const char *at = line; *at; at++)
        count += *at != ' ';
    if (json_there(json_get(position, "seats")))
        terms->seats = count;
    return 0;
}

static int read_table(struct spears_reading *r)
{
    struct spears_state *s = r->s;
    int time = 0;
    bool is_over = !json_there(json_get(r->given, "begin"));
    s->vigor = is_over ? 0 : SPEARS_VIGOR_MAX;
    if (json_there(json_get(r->given, "time")) && reader_word(&r->reader, r->given, "time", spears_times, &time) < 0)
        return -1;
    s->is_night = (uint8_t)time;
    if (reader_byte(&r->reader, r->given, "turn_number", 1, SPEARS_VIGOR_MAX + r->t->icons, &s->turn) < 0 ||
        reader_byte(&r->reader, r->given, "vigor", !is_over, SPEARS_VIGOR_MAX, &s->vigor) < 0)
        return -1;
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
    if (read_table(&r) < 0 || read_places(&r) < 0 || read_memories(&r) < 0 || check_enemies(&r) < 0 ||
        read_row(&r) < 0 || read_deck(&r) < 0 || read_tribes(&r) < 0 || spears_read_cards(&r) < 0 ||
        spears_read_secrets(&r) < 0 || begin_at(&r) < 0)
        return -1;
    const char *wrong = spears_check(setup, &scratch);
    if (wrong)
        return reader_refuse(&r.reader, "3.4", position, "the position cannot be: {0}", wrong);
    memcpy(state->bytes, scratch.bytes, setup->state_size);
    return 0;
}

const struct ochre_read spears_read = {
    .terms_of = terms_of,
    .read_state = read_state,
    .pack_warnings = spears_pack_warnings,
    .record = &spears_record,
    .cases = &spears_cases,
};
