/* spears_words.c: names and notation (section 6), from views. Blanks and ':' mean the same when reading. */
#include "games/spears/spears.h"

const char spears_letters[] = "NESW";
const char *const spears_tribe_names[SPEARS_TRIBES] = {N_("North"), N_("East"), N_("South"), N_("West")};
const char *const spears_type_names[SPEARS_TYPES] = {N_("Hunter"), N_("Gatherer"), N_("Warrior"), N_("Healer"),
                                                     N_("Ambusher")};
const char *const spears_team_names[SPEARS_TEAMS] = {"-", N_("Survivor"), N_("Amasser"), N_("Dominator")};
const char *const spears_resource_names[SPEARS_RESOURCES] = {N_("meat"), N_("bone"), N_("trophy")};

const char *spears_seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    static const char *const places[] = {N_("Player 1"), N_("Player 2"), N_("Player 3"), N_("Player 4")};
    (void)setup;
    int tribe = spears_seen(view)->tribe[seat];
    return tribe < SPEARS_TRIBES ? spears_tribe_names[tribe] : places[seat];
}

const char *spears_seat_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    static const char *const keys[] = {"N", "E", "S", "W"};
    (void)setup;
    int tribe = spears_seen(view)->tribe[seat];
    return tribe < SPEARS_TRIBES ? keys[tribe] : NULL;
}

void spears_say_prey(const struct spears_tables *t, int prey, struct ochre_text *text)
{
    (void)t;
    text_char(text, 'p');
    text_char(text, (char)('0' + (prey + 1) / 10));
    text_char(text, (char)('0' + (prey + 1) % 10));
}

void spears_say_value(int value, struct ochre_text *text)
{
    if (value > 0)
        text_char(text, '+');
    text_int(text, value);
}

int spears_unit_owner(const struct spears_tables *t, const struct spears_state *s)
{
    (void)t;
    switch (s->phase) {
    case SPEARS_HEAL:
    case SPEARS_SACRIFICE: return s->payer;
    case SPEARS_PICK: return s->side[1];
    case SPEARS_OBLIGE_UNIT: return s->obliged;
    default: return s->actor;
    }
}

const char *spears_nothing_word(int phase)
{
    switch (phase) {
    case SPEARS_REACT:
    case SPEARS_FIGHT_REACT:
    case SPEARS_OBLIGE: return "pass";
    case SPEARS_ACCEPT: return "refuse";
    case SPEARS_HEAL: return "noheal";
    case SPEARS_VIGOR: return "vigor:no";
    default: return "done";
    }
}

int spears_prey_spot(const struct spears_state *s, int prey)
{
    for (int spot = 0; spot < SPEARS_SPOTS; spot++)
        if (s->row[spot] == prey + 1)
            return spot;
    return -1;
}

/* ---- writing ---- */

static void say_seat(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text)
{
    const char *key = seat < setup->seats ? spears_seat_key(setup, view, seat) : NULL;
    text_add(text, key ? key : seat_code(seat));
}

static void say_unit(const struct spears_tables *t, const struct spears_state *s, int seat, int slot,
                     struct ochre_text *text)
{
    bool is_known = seat < t->seats && s->tribe[seat] < SPEARS_TRIBES;
    text_add(text, is_known ? t->unit[s->tribe[seat]][slot].code : "?");
}

static void say_spot(const struct spears_tables *t, const struct spears_state *s, unsigned spot,
                     struct ochre_text *text)
{
    if (s->row[spot] >= 1 && s->row[spot] <= SPEARS_PREY)
        spears_say_prey(t, s->row[spot] - 1, text);
    else
        text_char(text, '-');
}

/* The first seat that still lacks its team or goal card. */
static int next_dealt(const struct spears_tables *t, const struct spears_state *s, bool is_team)
{
    int seat = 0;
    while (seat < t->seats - 1 && (is_team ? s->team[seat] != SPEARS_NO_TEAM : s->goal[seat][t->goals_each - 1] != 0))
        seat++;
    return seat;
}

static void format_chance(const struct ochre_setup *setup, const struct ochre_view *view, int action,
                          struct ochre_text *text)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    if (action < SPEARS_ENEMY_COMES) {
        text_add(text, "prey:");
        spears_say_prey(t, action, text);
    } else if (action < SPEARS_TEAM_DEALT) {
        text_add(text, "enemy:e");
        text_int(text, action - SPEARS_ENEMY_COMES + 1);
    } else if (action < SPEARS_SEAT_DRAWN) {
        bool is_team = action < SPEARS_GOAL_DEALT;
        text_add(text, is_team ? "team:" : "goal:");
        say_seat(setup, view, next_dealt(t, s, is_team), text);
        text_char(text, ':');
        text_add(text, is_team ? spears_team_names[action - SPEARS_TEAM_DEALT + SPEARS_SURVIVOR]
                               : spears_resource_names[action - SPEARS_GOAL_DEALT]);
    } else if (action < SPEARS_TRIBE_DRAWN) {
        text_add(text, s->phase == SPEARS_DRAW_TOKEN ? "token:" : "first:");
        say_seat(setup, view, action - SPEARS_SEAT_DRAWN, text);
    } else {
        text_add(text, "tribe:");
        text_char(text, spears_letters[action - SPEARS_TRIBE_DRAWN]);
    }
}

/* What somebody reads who did not see the move. */
static void format_unseen(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                          struct ochre_text *text)
{
    const struct spears_state *s = spears_seen(view);
    if (seat != OCHRE_CHANCE) {
        text_add(text, "card:?");
        return;
    }
    if (s->phase == SPEARS_DRAW_TEAM || s->phase == SPEARS_DRAW_GOAL) {
        bool is_team = s->phase == SPEARS_DRAW_TEAM;
        text_add(text, is_team ? "team:" : "goal:");
        say_seat(setup, view, next_dealt(spears_tables(setup), s, is_team), text);
        text_add(text, ":?");
        return;
    }
    text_add(text, s->phase == SPEARS_DRAW_ENEMY ? "enemy:?" : s->phase == SPEARS_DRAW_PREY ? "prey:?" : "draw:?");
}

static void format_unit(const struct spears_tables *t, const struct spears_state *s, int action,
                        struct ochre_text *text)
{
    bool is_paid = action >= SPEARS_PAID;
    if (s->phase == SPEARS_PICK) {
        text_add(text, "pick:");
    } else if (s->phase == SPEARS_HEAL) {
        text_add(text, "heal:");
        say_unit(t, s, s->actor, s->healer, text);
        text_char(text, ':');
    } else {
        text_char(text, s->phase == SPEARS_SACRIFICE ? '-' : '+');
    }
    say_unit(t, s, spears_unit_owner(t, s), (int)spears_slot_of(action), text);
    text_add(text, is_paid ? "!" : "");
}

/* Moves that name a seat, by their first number. */
static const struct {
    int first;
    const char *word;
} seat_moves[] = {{SPEARS_FIGHT, "fight"},        {SPEARS_BAN, "ban"},
                  {SPEARS_SUPPORT, "support"},    {SPEARS_ACCEPT_SEAT, "accept"},
                  {SPEARS_OBLIGE_SEAT, "oblige"}, {SPEARS_FOR, "for"}};
enum { SEAT_MOVES = sizeof seat_moves / sizeof seat_moves[0] };

/* Moves of one word, by their number. */
static const char *const plain_moves[] = {NULL, "flip", "gather", "skip", "block", "vigor:yes", "day", "night"};

void spears_format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action number,
                        struct ochre_text *text)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    int action = (int)number;
    if (number == OCHRE_NO_ACTION || number >= (seat == OCHRE_CHANCE ? SPEARS_OUTCOMES : SPEARS_ACTIONS)) {
        format_unseen(setup, view, seat, text);
    } else if (seat == OCHRE_CHANCE) {
        format_chance(setup, view, action, text);
    } else if (action == SPEARS_DONE) {
        text_add(text, spears_nothing_word(s->phase));
        if (s->phase == SPEARS_HEAL) {
            text_char(text, ':');
            say_unit(t, s, s->actor, s->healer, text);
        }
    } else if (action < SPEARS_UNIT) {
        text_add(text, plain_moves[action]);
    } else if (action < SPEARS_BUY) {
        format_unit(t, s, action, text);
    } else if (action < SPEARS_FIGHT) {
        text_add(text, "buy:");
        say_unit(t, s, seat, action - SPEARS_BUY, text);
    } else if (action < SPEARS_HUNT) {
        int kind = (action - SPEARS_FIGHT) / OCHRE_SEATS_MAX;
        text_add(text, seat_moves[kind].word);
        text_char(text, ':');
        say_seat(setup, view, action - seat_moves[kind].first, text);
    } else if (action < SPEARS_LOOT_PREY) {
        text_add(text, action < SPEARS_CHASE ? "hunt:" : "chase:");
        say_spot(t, s, spears_spot_of(action), text);
    } else if (action < SPEARS_CARD) {
        text_add(text, "loot:");
        spears_say_prey(t, action - SPEARS_LOOT_PREY, text);
    } else {
        text_add(text, "card:");
        spears_say_value(t->value[action - SPEARS_CARD], text);
    }
}

/* ---- reading ---- */

enum { WORDS_MAX = 4, WORD_SIZE = 16 };

struct said {
    int count;
    char word[WORDS_MAX][WORD_SIZE];
};

/* Splits at blanks and ':'; false when a word is empty or too long or there are too many. */
static bool split(const char *text, struct said *said)
{
    said->count = 0;
    for (;;) {
        size_t length = strcspn(text, ": ");
        if (length == 0 || length >= WORD_SIZE || said->count == WORDS_MAX)
            return false;
        memcpy(said->word[said->count], text, length);
        said->word[said->count++][length] = '\0';
        if (!text[length])
            return true;
        text += length + 1;
    }
}

static int read_seat(const struct ochre_setup *setup, const struct ochre_view *view, const char *word)
{
    for (int seat = 0; seat < setup->seats; seat++) {
        const char *key = spears_seat_key(setup, view, seat);
        if (text_same(word, key ? key : seat_code(seat)))
            return seat;
    }
    return -1;
}

int spears_read_prey(const char *word)
{
    const char *at = word + 1;
    int number;
    if (word[0] != 'p' || strlen(word) != 3 || !text_read_number(&at, 2, &number) || *at || number < 1 ||
        number > SPEARS_PREY)
        return -1;
    return number - 1;
}

static int read_unit(const struct spears_tables *t, const struct spears_state *s, int seat, const char *word)
{
    if (seat >= t->seats || s->tribe[seat] >= SPEARS_TRIBES)
        return -1;
    for (int slot = 0; slot < SPEARS_UNITS; slot++)
        if (text_same(word, t->unit[s->tribe[seat]][slot].code))
            return slot;
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

static const char *no_notation(struct ochre_text *words)
{
    if (words)
        text_say(words, "That is no move. Moves are written like buy:h3, hunt:p10, +h1, done or card:-1.");
    return "notation";
}

/* The text is a move, but of another decision than the one that is pending: let why_not say what is asked. */
static const char *other_decision(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                  struct ochre_text *words)
{
    return spears_why_not(setup, view, seat, OCHRE_NO_ACTION, words);
}

static const char *parse_chance(const struct ochre_setup *setup, const struct ochre_view *view, const struct said *said,
                                ochre_action *action, struct ochre_text *words)
{
    const char *head = said->word[0];
    const char *last = said->word[said->count - 1];
    int number = -1;
    if (said->count == 2 && text_same(head, "prey")) {
        number = spears_read_prey(last);
    } else if (said->count == 2 && text_same(head, "enemy") && last[0] == 'e' && last[1] >= '1' && last[1] <= '4' &&
               !last[2]) {
        number = SPEARS_ENEMY_COMES + last[1] - '1';
    } else if (said->count == 2 && text_same(head, "tribe") && last[0] && !last[1] && strchr(spears_letters, last[0])) {
        number = SPEARS_TRIBE_DRAWN + (int)(strchr(spears_letters, last[0]) - spears_letters);
    } else if (said->count == 2 && (text_same(head, "first") || text_same(head, "token"))) {
        int seat = read_seat(setup, view, last);
        number = seat < 0 ? -1 : SPEARS_SEAT_DRAWN + seat;
    } else if (said->count == 3 && (text_same(head, "team") || text_same(head, "goal"))) {
        bool is_team = text_same(head, "team");
        int dealt = next_dealt(spears_tables(setup), spears_seen(view), is_team);
        for (int i = 0; i < 3 && read_seat(setup, view, said->word[1]) == dealt; i++)
            if (text_same(last, is_team ? spears_team_names[i + SPEARS_SURVIVOR] : spears_resource_names[i]))
                number = (is_team ? SPEARS_TEAM_DEALT : SPEARS_GOAL_DEALT) + i;
    }
    if (number < 0) {
        if (words)
            text_say(words, "Chance draws are written like prey:p07, enemy:e3 or team:N:Survivor.");
        return "notation";
    }
    *action = (ochre_action)number;
    return NULL;
}

/* +u, +u!, -u, pick:u, heal:m:u, noheal:m */
static const char *parse_unit(const struct ochre_setup *setup, const struct ochre_view *view, int seat, int phase,
                              const char *code, bool is_paid, ochre_action *action, struct ochre_text *words)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    bool is_chain = s->phase != SPEARS_PICK && s->phase != SPEARS_HEAL && s->phase != SPEARS_SACRIFICE;
    bool is_kind = phase == SPEARS_HUNT_UNITS ? is_chain : s->phase == phase;
    int slot = read_unit(t, s, is_kind ? spears_unit_owner(t, s) : seat, code);
    if (slot < 0 && is_kind && s->actor == seat)
        return no_notation(words);
    if (!is_kind || slot < 0)
        return other_decision(setup, view, seat, words);
    *action = (ochre_action)((is_paid ? SPEARS_PAID : SPEARS_UNIT) + slot);
    return NULL;
}

static const char *parse_signed(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                const char *word, ochre_action *action, struct ochre_text *words)
{
    char code[WORD_SIZE];
    struct ochre_text plain = text_on(code, sizeof code);
    text_add(&plain, word + 1);
    bool is_paid = plain.used > 0 && code[plain.used - 1] == '!';
    if (is_paid)
        code[plain.used - 1] = '\0';
    if (is_paid && word[0] == '-')
        return no_notation(words);
    return parse_unit(setup, view, seat, word[0] == '-' ? SPEARS_SACRIFICE : SPEARS_HUNT_UNITS, code, is_paid, action,
                      words);
}

/* heal:m1:h2 and noheal:m1 name the Healer that is asked. */
static const char *parse_heal(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const struct said *said, ochre_action *action, struct ochre_text *words)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    if (s->phase != SPEARS_HEAL || s->actor != seat)
        return other_decision(setup, view, seat, words);
    if (read_unit(t, s, seat, said->word[1]) != s->healer) {
        if (words)
            text_say(words, "It is {0} that is asked to heal.", t->unit[s->tribe[seat]][s->healer].code);
        return "4.10";
    }
    if (said->count == 2) {
        *action = SPEARS_DONE;
        return NULL;
    }
    return parse_unit(setup, view, seat, SPEARS_HEAL, said->word[2], false, action, words);
}

static const char *parse_prey_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                   const struct said *said, ochre_action *action, struct ochre_text *words)
{
    const struct spears_state *s = spears_seen(view);
    int prey = spears_read_prey(said->word[1]);
    bool is_hunt = text_same(said->word[0], "hunt");
    if (prey < 0)
        return no_notation(words);
    if (text_same(said->word[0], "loot")) {
        *action = (ochre_action)(SPEARS_LOOT_PREY + prey);
        return NULL;
    }
    int spot = spears_prey_spot(s, prey);
    if (spot < 0 && (s->actor != seat || s->phase != (is_hunt ? SPEARS_ACTION : SPEARS_PLAY)))
        return other_decision(setup, view, seat, words);
    if (spot < 0) {
        if (words)
            text_say(words, "{0} does not lie in the row of revealed prey.", said->word[1]);
        return is_hunt ? "4.5" : "4.4";
    }
    *action = (ochre_action)((is_hunt ? SPEARS_HUNT : SPEARS_CHASE) + spot);
    return NULL;
}

static const char *parse_two(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                             const struct said *said, ochre_action *action, struct ochre_text *words)
{
    const struct spears_tables *t = spears_tables(setup);
    const char *head = said->word[0];
    const char *name = said->word[1];
    if (text_same(head, "hunt") || text_same(head, "chase") || text_same(head, "loot"))
        return parse_prey_move(setup, view, seat, said, action, words);
    if (text_same(head, "pick"))
        return parse_unit(setup, view, seat, SPEARS_PICK, name, false, action, words);
    if (text_same(head, "noheal"))
        return parse_heal(setup, view, seat, said, action, words);
    if (text_same(head, "buy")) {
        int slot = read_unit(t, spears_seen(view), seat, name);
        *action = (ochre_action)(SPEARS_BUY + slot);
        return slot < 0 ? no_notation(words) : NULL;
    }
    if (text_same(head, "card")) {
        int rank = spears_read_card(t, name);
        *action = (ochre_action)(SPEARS_CARD + rank);
        return rank < 0 ? no_notation(words) : NULL;
    }
    if (text_same(head, "vigor") && text_same(name, "yes")) {
        *action = SPEARS_VIGOR_YES;
        return NULL;
    }
    if (text_same(head, "vigor") && text_same(name, "no")) {
        *action = SPEARS_DONE;
        return spears_seen(view)->phase == SPEARS_VIGOR ? NULL : other_decision(setup, view, seat, words);
    }
    for (int kind = 0; kind < SEAT_MOVES; kind++)
        if (text_same(head, seat_moves[kind].word)) {
            int other = read_seat(setup, view, name);
            *action = (ochre_action)(seat_moves[kind].first + other);
            return other < 0 ? no_notation(words) : NULL;
        }
    return no_notation(words);
}

const char *spears_parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words)
{
    struct said said;
    if (!split(text, &said))
        return no_notation(words);
    if (seat == OCHRE_CHANCE)
        return parse_chance(setup, view, &said, action, words);
    const char *head = said.word[0];
    if (said.count == 2)
        return parse_two(setup, view, seat, &said, action, words);
    if (said.count == 3 && text_same(head, "heal"))
        return parse_heal(setup, view, seat, &said, action, words);
    if (said.count != 1)
        return no_notation(words);
    if (head[0] == '+' || head[0] == '-')
        return parse_signed(setup, view, seat, head, action, words);
    if (text_same(head, "done") || text_same(head, "pass") || text_same(head, "refuse")) {
        *action = SPEARS_DONE;
        bool is_word = text_same(head, spears_nothing_word(spears_seen(view)->phase));
        return is_word ? NULL : other_decision(setup, view, seat, words);
    }
    for (int number = SPEARS_FLIP; number <= SPEARS_NIGHT; number++)
        if (text_same(head, plain_moves[number])) {
            *action = (ochre_action)number;
            return NULL;
        }
    return no_notation(words);
}
