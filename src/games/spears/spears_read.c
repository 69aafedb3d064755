/* spears_read.c: a position typed in by a person or a test, fully checked (9.1, 9.1.1). */
#include "games/spears/spears.h"

enum { LINE_SIZE = 256, WORD_SIZE = 16 };

/* What is being read. */
struct reading {
    const struct spears_tables *t;
    struct spears_state *s;
    struct json given;
    struct ochre_error *error;
    char line[LINE_SIZE]; /* the text being read */
    const char *at;
    char word[WORD_SIZE];
};

/* ---- words of a text ---- */

/* Begins a text; false when there is none. */
static int begin(struct reading *r, struct json value, const char *name)
{
    if (!json_there(value)) {
        r->line[0] = '\0';
        r->at = r->line;
        return 0;
    }
    if (!json_string(value, r->line, sizeof r->line))
        return error_set(r->error, "9.1", "{0} must be a text", name);
    r->at = r->line;
    return 0;
}

/* The next word, or false at the end. Words that do not fit are cut, and then are no known word. */
static bool next_word(struct reading *r)
{
    return text_next_word(&r->at, r->word, sizeof r->word);
}

static int seat_of_letter(const struct reading *r, const char *word)
{
    for (int seat = 0; seat < r->t->seats; seat++)
        if (word[0] == spears_letters[r->s->tribe[seat]] && !word[1])
            return seat;
    return -1;
}

/* ---- numbers, seats, order ---- */

static int read_number(struct reading *r, const char *name, int low, int high, int fallback, uint8_t *out)
{
    struct json value = json_get(r->given, name);
    int number = fallback;
    if (json_there(value) && !json_int_in(value, low, high, &number))
        return error_set(r->error, "9.1", "{0} must be a number from {1} to {2}", name, NUM(low), NUM(high));
    *out = (uint8_t)number;
    return 0;
}

static int read_seats(struct reading *r)
{
    struct json value = json_get(r->given, "seats");
    for (int seat = 0; seat < r->t->seats; seat++)
        r->s->tribe[seat] = (uint8_t)(r->t->tribes[seat] >= 0 ? r->t->tribes[seat] : seat);
    if (!json_there(value))
        return 0;
    if (begin(r, value, "seats") < 0)
        return -1;
    int seat = 0;
    unsigned seen = 0;
    while (next_word(r)) {
        const char *letter = r->word[0] && !r->word[1] ? strchr(spears_letters, r->word[0]) : NULL;
        if (seat == r->t->seats || !letter || seen >> (letter - spears_letters) & 1)
            return error_set(r->error, "9.1", "seats must be {0} different letters of N, E, S, W", NUM(r->t->seats));
        seen |= 1u << (letter - spears_letters);
        r->s->tribe[seat++] = (uint8_t)(letter - spears_letters);
    }
    if (seat != r->t->seats)
        return error_set(r->error, "9.1", "seats must be {0} different letters of N, E, S, W", NUM(r->t->seats));
    return 0;
}

static int read_order(struct reading *r)
{
    for (int k = 0; k < r->t->seats; k++)
        r->s->token[k] = (uint8_t)k;
    if (!json_there(json_get(r->given, "order")))
        return 0;
    if (begin(r, json_get(r->given, "order"), "order") < 0)
        return -1;
    int k = 0;
    ochre_seats seen = 0;
    for (; next_word(r); k++) {
        int seat = seat_of_letter(r, r->word);
        if (seat < 0 || k == r->t->seats || seats_has(seen, seat))
            return error_set(r->error, "9.1", "order must name every tribe at the table once");
        seen |= SEAT_BIT(seat);
        r->s->token[k] = (uint8_t)seat;
    }
    return k == r->t->seats ? 0 : error_set(r->error, "9.1", "order must name every tribe at the table once");
}

/* A seat by its letter, or nobody ("-" or left out). */
static int read_somebody(struct reading *r, const char *name, uint8_t *out)
{
    *out = OCHRE_NOBODY;
    if (begin(r, json_get(r->given, name), name) < 0)
        return -1;
    if (!next_word(r) || text_same(r->word, "-"))
        return 0;
    int seat = seat_of_letter(r, r->word);
    if (seat < 0 || next_word(r))
        return error_set(r->error, "9.1", "{0} must be the letter of one tribe at the table", name);
    *out = (uint8_t)seat;
    return 0;
}

static int read_memories(struct reading *r)
{
    struct spears_state *s = r->s;
    if (read_somebody(r, "banned", &s->banned) < 0 || read_somebody(r, "banned_last_turn", &s->banned_before) < 0 ||
        read_somebody(r, "obliged", &s->obliged) < 0 || read_somebody(r, "obliged_last_turn", &s->obliged_before) < 0 ||
        begin(r, json_get(r->given, "blocked"), "blocked") < 0)
        return -1;
    if (s->banned != OCHRE_NOBODY && s->banned == s->banned_before)
        return error_set(r->error, "R13", "banned and banned_last_turn are the same tribe");
    if (s->obliged != OCHRE_NOBODY && s->obliged == s->obliged_before)
        return error_set(r->error, "R13", "obliged and obliged_last_turn are the same tribe");
    while (next_word(r)) {
        int seat = seat_of_letter(r, r->word);
        if (seat < 0 && !text_same(r->word, "-"))
            return error_set(r->error, "9.1", "blocked must be letters of tribes at the table");
        if (seat >= 0)
            s->blocked |= SEAT_BIT(seat);
    }
    return 0;
}

/* The enemies that chance will draw are named, not stored. */
static int check_enemies(struct reading *r)
{
    if (begin(r, json_get(r->given, "enemy"), "enemy") < 0)
        return -1;
    while (next_word(r))
        if (!text_same(r->word, "-") &&
            (r->word[0] != 'e' || r->word[1] < '1' || r->word[1] > '0' + SPEARS_ENEMIES || r->word[2]))
            return error_set(r->error, "9.1", "enemy: '{0}' is no enemy (expected e1 to e4)", r->word);
    return 0;
}

/* ---- prey ---- */

/* Takes the prey that the word names, if it is in no other place; -1 and the error otherwise. */
static int take_prey(struct reading *r, const char *name, uint32_t *seen)
{
    int prey = spears_read_prey(r->word);
    if (prey < 0) {
        (void)error_set(r->error, "9.1", "{0}: '{1}' is no prey (expected p01 to p24)", name, r->word);
        return -1;
    }
    if (*seen >> prey & 1) {
        (void)error_set(r->error, "3.4", "{0}: {1} is in two places", name, r->word);
        return -1;
    }
    *seen |= 1u << prey;
    return prey;
}

static int read_row(struct reading *r, uint32_t *seen)
{
    struct spears_state *s = r->s;
    int spot = 0;
    if (begin(r, json_get(r->given, "row"), "row") < 0)
        return -1;
    for (; next_word(r); spot++) {
        if (spot == SPEARS_SPOTS)
            return error_set(r->error, "9.1", "row has more than 5 spots");
        if (text_same(r->word, "-"))
            continue;
        int prey = take_prey(r, "row", seen);
        if (prey < 0)
            return -1;
        s->row[spot] = (uint8_t)(prey + 1);
    }
    if (spot != 0 && spot != SPEARS_SPOTS)
        return error_set(r->error, "9.1", "row must name 5 spots, '-' for an empty one");
    if (read_number(r, "chased", 0, SPEARS_SPOTS, 0, &s->chased_spot) < 0)
        return -1;
    if (s->chased_spot && s->row[s->chased_spot - 1])
        return error_set(r->error, "4.4", "chased: spot {0} is not empty", NUM(s->chased_spot));
    return 0;
}

static int read_deck(struct reading *r, uint32_t *seen)
{
    struct spears_state *s = r->s;
    bool is_queue = false;
    if (begin(r, json_get(r->given, "deck"), "deck") < 0)
        return -1;
    while (next_word(r)) {
        if (text_same(r->word, "-"))
            continue;
        if (text_same(r->word, "|") && !is_queue) {
            is_queue = true;
            continue;
        }
        int prey = take_prey(r, "deck", seen);
        if (prey < 0)
            return -1;
        if (is_queue)
            s->queue[s->queue_count++] = (uint8_t)(prey + 1);
        else
            s->unseen |= 1u << prey;
    }
    return 0;
}

/* ---- what each tribe has ---- */

/* A member of a map by tribe letter; refuses letters that are not at the table. */
static int check_letters(struct reading *r, const char *name)
{
    struct json map = json_get(r->given, name);
    if (!json_there(map))
        return 0;
    if (json_kind(map) != JSON_OBJECT)
        return error_set(r->error, "9.1", "{0} must be an object with tribe letters", name);
    for (struct json member = json_first(map); json_there(member); member = json_next(member)) {
        char key[WORD_SIZE];
        if (!json_key(member, key, sizeof key) || seat_of_letter(r, key) < 0)
            return error_set(r->error, "9.1", "{0}: '{1}' is no tribe at the table", name, key);
    }
    return 0;
}

static struct json of_seat(const struct reading *r, const char *name, int seat)
{
    char letter[2] = {spears_letters[r->s->tribe[seat]], '\0'};
    return json_get(json_get(r->given, name), letter);
}

static int read_units(struct reading *r, int seat)
{
    struct spears_state *s = r->s;
    const struct spears_unit *units = r->t->unit[s->tribe[seat]];
    if (begin(r, of_seat(r, "units", seat), "units") < 0)
        return -1;
    while (next_word(r)) {
        char *code = r->word;
        size_t length = strlen(code);
        bool is_turned = length > 2 && code[0] == '(' && code[length - 1] == ')';
        if (is_turned) {
            code[length - 1] = '\0';
            code++;
        }
        int slot = 0;
        while (slot < SPEARS_UNITS && !text_same(code, units[slot].code))
            slot++;
        if (slot == SPEARS_UNITS && !text_same(code, "-"))
            return error_set(r->error, "9.1", "units: '{0}' is no unit", code);
        if (slot == SPEARS_UNITS)
            continue;
        if (units_played(s, seat) & unit_bit(slot))
            return error_set(r->error, "3.4", "units: {0} stands there twice", code);
        if (is_turned)
            s->turned[seat] |= unit_bit(slot);
        else
            s->active[seat] |= unit_bit(slot);
    }
    return 0;
}

static int read_pile(struct reading *r, int seat, uint32_t *seen)
{
    if (begin(r, of_seat(r, "own", seat), "own") < 0)
        return -1;
    while (next_word(r)) {
        if (text_same(r->word, "-"))
            continue;
        int prey = take_prey(r, "own", seen);
        if (prey < 0)
            return -1;
        r->s->pile[seat] |= 1u << prey;
    }
    return 0;
}

static int read_tribes(struct reading *r, uint32_t *seen)
{
    static const char *const maps[] = {"berries", "units", "own", "hand", "team", "goal"};
    for (int i = 0; i < 6; i++)
        if (check_letters(r, maps[i]) < 0)
            return -1;
    for (int seat = 0; seat < r->t->seats; seat++) {
        struct json berries = of_seat(r, "berries", seat);
        int number = 0;
        if (json_there(berries) && !json_int_in(berries, 0, SPEARS_BERRIES_MAX, &number))
            return error_set(r->error, "K6", "berries must be numbers from 0 to 15");
        r->s->berries[seat] = (uint8_t)number;
        if (read_units(r, seat) < 0 || read_pile(r, seat, seen) < 0)
            return -1;
    }
    return 0;
}

/* ---- action cards ---- */

/* A hand typed in; left out it is the full set. */
static int read_hand(struct reading *r, int seat)
{
    struct spears_state *s = r->s;
    memcpy(s->hand[seat], r->t->full, sizeof r->t->full);
    if (!json_there(of_seat(r, "hand", seat)))
        return 0;
    memset(s->hand[seat], 0, sizeof s->hand[seat]);
    if (begin(r, of_seat(r, "hand", seat), "hand") < 0)
        return -1;
    while (next_word(r)) {
        int rank = spears_read_card(r->t, r->word);
        if (text_same(r->word, "-"))
            continue;
        if (rank < 0 || ++s->hand[seat][rank] > r->t->full[rank])
            return error_set(r->error, "3.4", "hand: {0} has no such card left: '{1}'",
                             (char[2]){spears_letters[s->tribe[seat]], '\0'}, r->word);
    }
    return 0;
}

/* Sorts a round's cards into what is shown. */
static void show_round(const struct spears_tables *t, struct spears_state *s, int round)
{
    int count = 0;
    for (int rank = 1; rank <= t->values; rank++)
        for (int seat = 0; seat < t->seats; seat++)
            if (s->round[round][seat] == rank)
                s->reveal[round][count++] = (uint8_t)rank;
}

/* "N -1 W 0 S 0 E +1" */
static int read_round(struct reading *r, struct json value, int round)
{
    struct spears_state *s = r->s;
    int cards = 0;
    if (begin(r, value, "rounds") < 0)
        return -1;
    while (next_word(r)) {
        int seat = seat_of_letter(r, r->word);
        int rank = seat >= 0 && next_word(r) ? spears_read_card(r->t, r->word) : -1;
        if (rank < 0 || s->round[round][seat])
            return error_set(r->error, "4.9", "rounds: each round names every tribe once with its card, like N -1 W 0");
        s->round[round][seat] = (uint8_t)(rank + 1);
        cards++;
    }
    if (cards != r->t->seats)
        return error_set(r->error, "4.9", "rounds: each round names every tribe once with its card, like N -1 W 0");
    return 0;
}

static int read_rounds(struct reading *r)
{
    struct spears_state *s = r->s;
    struct json rounds = json_get(r->given, "rounds");
    if (json_kind(rounds) != JSON_ARRAY || json_count(rounds) > SPEARS_ROUNDS_MAX ||
        (int)json_count(rounds) > r->t->full_size)
        return error_set(r->error, "4.9", "rounds must be a list of at most {0} texts", NUM(r->t->full_size));
    for (struct json value = json_first(rounds); json_there(value); value = json_next(value)) {
        if (read_round(r, value, s->rounds) < 0)
            return -1;
        show_round(r->t, s, s->rounds++);
    }
    for (int seat = 0; seat < r->t->seats; seat++) {
        uint8_t left[SPEARS_VALUES_MAX];
        memcpy(left, r->t->full, sizeof left);
        for (int round = 0; round < s->rounds; round++)
            if (left[s->round[round][seat] - 1]-- == 0)
                return error_set(r->error, "3.4", "rounds: a tribe uses a card more often than its set holds it");
        if (json_there(of_seat(r, "hand", seat)) && memcmp(left, s->hand[seat], sizeof left) != 0)
            return error_set(r->error, "3.4", "hand and rounds do not make the full set");
        memcpy(s->hand[seat], left, sizeof left);
    }
    return 0;
}

/* Without rounds the missing cards count as placed in ascending order, one per round. */
static int fill_rounds(struct reading *r)
{
    struct spears_state *s = r->s;
    for (int seat = 0; seat < r->t->seats; seat++) {
        int round = 0;
        for (int rank = 0; rank < r->t->values; rank++)
            for (int copy = s->hand[seat][rank]; copy < r->t->full[rank] && round < SPEARS_ROUNDS_MAX; copy++)
                s->round[round++][seat] = (uint8_t)(rank + 1);
        if (seat > 0 && round != s->rounds)
            return error_set(r->error, "3.4", "hands must be of equal size");
        s->rounds = (uint8_t)round;
    }
    for (int round = 0; round < s->rounds; round++)
        show_round(r->t, s, round);
    return 0;
}

static int read_cards(struct reading *r)
{
    for (int seat = 0; seat < r->t->seats; seat++)
        if (read_hand(r, seat) < 0)
            return -1;
    return json_there(json_get(r->given, "rounds")) ? read_rounds(r) : fill_rounds(r);
}

/* ---- teams and goals ---- */

static int read_team(struct reading *r, int seat, uint8_t left[SPEARS_TEAMS])
{
    if (begin(r, of_seat(r, "team", seat), "team") < 0)
        return -1;
    if (!next_word(r))
        return 0;
    for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++)
        if (text_same(r->word, spears_team_names[team]) && left[team]) {
            left[team]--;
            r->s->team[seat] = (uint8_t)team;
            return next_word(r) ? error_set(r->error, "2.2", "team: one word for each tribe") : 0;
        }
    return error_set(r->error, "2.2", "team: there is no card '{0}' left (Survivor, Amasser, Dominator)", r->word);
}

static int read_goals(struct reading *r, int seat, uint8_t left[SPEARS_RESOURCES])
{
    int card = 0;
    if (begin(r, of_seat(r, "goal", seat), "goal") < 0)
        return -1;
    while (next_word(r)) {
        int resource = 0;
        while (resource < SPEARS_RESOURCES && !text_same(r->word, spears_resource_names[resource]))
            resource++;
        if (resource == SPEARS_RESOURCES || card == r->t->goals_each || left[resource] == 0)
            return error_set(r->error, "2.2", "goal: there is no card '{0}' left for this tribe", r->word);
        left[resource]--;
        r->s->goal[seat][card++] = (uint8_t)(resource + 1);
    }
    if (card != 0 && card != r->t->goals_each)
        return error_set(r->error, "2.2", "goal: each tribe has {0} goal cards", NUM(r->t->goals_each));
    return 0;
}

/* What is not given is dealt in seat order from what is left. */
static int read_secrets(struct reading *r)
{
    struct spears_state *s = r->s;
    uint8_t teams[SPEARS_TEAMS];
    uint8_t goals[SPEARS_RESOURCES];
    memcpy(teams, r->t->teams, sizeof teams);
    memcpy(goals, r->t->goals, sizeof goals);
    for (int seat = 0; seat < r->t->seats; seat++)
        if (read_team(r, seat, teams) < 0 || read_goals(r, seat, goals) < 0)
            return -1;
    for (int seat = 0; seat < r->t->seats; seat++) {
        int team = SPEARS_SURVIVOR;
        while (s->team[seat] == SPEARS_NO_TEAM && !teams[team])
            team++;
        if (s->team[seat] == SPEARS_NO_TEAM) {
            s->team[seat] = (uint8_t)team;
            teams[team]--;
        }
        for (int card = 0; card < r->t->goals_each; card++) {
            int resource = 0;
            while (!s->goal[seat][card] && !goals[resource])
                resource++;
            if (!s->goal[seat][card]) {
                s->goal[seat][card] = (uint8_t)(resource + 1);
                goals[resource]--;
            }
        }
    }
    return 0;
}

/* ---- where play begins ---- */

static int begin_at(struct reading *r)
{
    const struct spears_tables *t = r->t;
    struct spears_state *s = r->s;
    if (!json_there(json_get(r->given, "begin"))) {
        s->phase = SPEARS_OVER;
        s->actor = OCHRE_NOBODY;
        return 0;
    }
    if (begin(r, json_get(r->given, "begin"), "begin") < 0)
        return -1;
    char phase[WORD_SIZE];
    struct ochre_text name = text_on(phase, sizeof phase);
    next_word(r);
    text_add(&name, r->word);
    int seat = next_word(r) ? seat_of_letter(r, r->word) : -1;
    bool is_second = next_word(r) && text_same(r->word, "2");
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
        return error_set(r->error, "9.1",
                         "begin must be setup, gathering, play X, action X, action X 2 (the first in "
                         "order) or defence, where X is a tribe at the table");
    }
    spears_run(t, s, NULL);
    return 0;
}

int spears_terms_of(struct json position, struct ochre_terms *terms, struct ochre_error *error)
{
    char line[LINE_SIZE];
    struct json seats = json_get(position, "seats");
    if (!json_there(seats))
        return 0;
    if (!json_string(seats, line, sizeof line))
        return error_set(error, "9.1", "seats must be a text of tribe letters, like N E S W");
    int count = 0;
    for (const char *at = line; *at; at++)
        count += *at != ' ';
    terms->seats = count;
    return 0;
}

int spears_read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error)
{
    struct ochre_state scratch = {0};
    struct spears_state *s = spears(&scratch);
    struct reading r = {.t = spears_tables(setup), .s = s, .given = position, .error = error};
    uint32_t seen = 0;
    spears_clear(s);
    s->unseen = 0;
    if (json_kind(position) != JSON_OBJECT)
        return error_set(error, "9.1", "a position is an object");
    struct json time = json_get(position, "time");
    if (json_there(time) && !json_is(time, "day") && !json_is(time, "night"))
        return error_set(error, "9.1", "time must be day or night");
    s->is_night = json_is(time, "night");
    bool is_over = !json_there(json_get(position, "begin"));
    if (read_number(&r, "turn_number", 1, SPEARS_VIGOR_MAX + r.t->icons, 1, &s->turn) < 0 ||
        read_number(&r, "vigor", is_over ? 0 : 1, SPEARS_VIGOR_MAX, is_over ? 0 : SPEARS_VIGOR_MAX, &s->vigor) < 0 ||
        read_seats(&r) < 0 || read_order(&r) < 0 || read_memories(&r) < 0 || check_enemies(&r) < 0 ||
        read_row(&r, &seen) < 0 || read_deck(&r, &seen) < 0 || read_tribes(&r, &seen) < 0 || read_cards(&r) < 0 ||
        read_secrets(&r) < 0 || begin_at(&r) < 0)
        return -1;
    const char *wrong = spears_check(setup, &scratch);
    if (wrong)
        return error_set(error, "3.4", "the position cannot be: {0}", wrong);
    memcpy(state->bytes, scratch.bytes, setup->state_size);
    return 0;
}
