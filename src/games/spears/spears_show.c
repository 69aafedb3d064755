/* spears_show.c: the view as a picture and as JSON, and what one points at. */
#include "games/spears/spears.h"

const char *const spears_phase_names[SPEARS_PHASES] = {
    "TRIBE",       "FIRST",          "TOKEN",       "TEAM",  "GOAL",         "PREY",          "ENEMY",       "TIME",
    "PLAY",        "ACTION",         "HUNT_UNITS",  "REACT", "BLOCK_UNITS",  "SUPPORT_UNITS", "ACCEPT",      "OBLIGE",
    "OBLIGE_UNIT", "OBLIGE_SIDE",    "CARDS",       "HEAL",  "SACRIFICE",    "VIGOR",         "FIGHT_UNITS", "PICK",
    "LOOT",        "DEFENDER_UNITS", "FIGHT_REACT", "AFTER", "DEFEND_UNITS", "OVER",
};

/* ---- shorthand texts, canonical as in rule 9.1.1 ---- */

static void add_word(struct ochre_text *text, size_t start, const char *word)
{
    text_add(text, text->used > start ? " " : "");
    text_add(text, word);
}

/* "h1 (h2) g1": by slot, turned units in parentheses; "-" for none. */
void spears_say_units(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text)
{
    size_t start = text->used;
    for (unsigned left = units_played(s, seat); left; left &= left - 1) {
        int slot = __builtin_ctz(left);
        bool is_turned = s->turned[seat] & unit_bit(slot);
        add_word(text, start, is_turned ? "(" : "");
        text_add(text, t->unit[s->tribe[seat]][slot].code);
        text_add(text, is_turned ? ")" : "");
    }
    if (text->used == start)
        text_char(text, '-');
}

void spears_say_set(const struct spears_tables *t, const struct spears_state *s, int seat, unsigned units,
                    struct ochre_text *text)
{
    size_t start = text->used;
    for (unsigned left = units; left; left &= left - 1)
        add_word(text, start, t->unit[s->tribe[seat]][__builtin_ctz(left)].code);
    if (text->used == start)
        text_char(text, '-');
}

static void say_pile(const struct spears_tables *t, uint32_t pile, struct ochre_text *text)
{
    size_t start = text->used;
    for (uint32_t left = pile; left; left &= left - 1) {
        add_word(text, start, "");
        spears_say_prey(t, __builtin_ctz(left), text);
    }
    if (text->used == start)
        text_char(text, '-');
}

void spears_say_hand(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text)
{
    size_t start = text->used;
    bool is_hidden = s->hand[seat][0] == OCHRE_UNKNOWN;
    for (int card = 0; is_hidden && card < t->full_size - s->rounds; card++)
        add_word(text, start, "?");
    for (int rank = 0; !is_hidden && rank < t->values; rank++)
        for (int copy = 0; copy < s->hand[seat][rank]; copy++) {
            add_word(text, start, "");
            spears_say_value(t->value[rank], text);
        }
    if (text->used == start)
        text_char(text, '-');
}

static void say_reveal(const struct spears_tables *t, const struct spears_state *s, int round, struct ochre_text *text)
{
    for (int i = 0; round >= 0 && i < t->seats; i++) {
        text_add(text, i ? " " : "");
        spears_say_value(t->value[s->reveal[round][i] - 1], text);
    }
    if (round < 0)
        text_char(text, '-');
}

static void say_row(const struct spears_tables *t, const struct spears_state *s, struct ochre_text *text)
{
    for (int spot = 0; spot < SPEARS_SPOTS; spot++) {
        text_add(text, spot ? " " : "");
        if (s->row[spot])
            spears_say_prey(t, s->row[spot] - 1, text);
        else
            text_char(text, '-');
    }
}

void spears_say_queue(const struct spears_state *s, struct ochre_text *text)
{
    size_t start = text->used;
    for (int i = 0; i < s->queue_count; i++) {
        add_word(text, start, "");
        spears_say_prey(NULL, s->queue[i] - 1, text);
    }
}

static void say_goals(const struct spears_state *s, int seat, struct ochre_text *text)
{
    size_t start = text->used;
    for (int card = 0; card < 2; card++)
        if (s->goal[seat][card] == OCHRE_UNKNOWN)
            add_word(text, start, "?");
        else if (s->goal[seat][card])
            add_word(text, start, text_word(text, spears_resource_names[s->goal[seat][card] - 1]));
    if (text->used == start)
        text_char(text, '-');
}

/* The goals that were not dealt (option show_unused_goals, R37); only when all is open. */
static void say_unused(const struct spears_tables *t, const struct spears_state *s, struct ochre_text *text)
{
    size_t start = text->used;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++) {
        int left = t->goals[resource];
        for (int seat = 0; seat < t->seats; seat++)
            for (int card = 0; card < 2; card++)
                left -= s->goal[seat][card] == resource + 1;
        for (; left > 0; left--)
            add_word(text, start, text_word(text, spears_resource_names[resource]));
    }
    if (text->used == start)
        text_char(text, '-');
}

static const char *team_word(const struct spears_state *s, int seat)
{
    return s->team[seat] == OCHRE_UNKNOWN ? "?" : spears_team_names[s->team[seat]];
}

const char *spears_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    if (seat >= setup->seats)
        return "-";
    const char *key = spears_seat_key(setup, view, seat);
    return key ? key : seat_code(seat);
}

/* ---- JSON ---- */

enum { LINE_SIZE = 160 };

/* What is written of each seat. */
enum seat_field { UNITS, OWN, TOTAL, HAND, TEAM, GOAL, PLACED, SENT, BERRIES };
static const char *const seat_fields[] = {"units", "own", "total", "hand", "team", "goal", "placed", "sent", "berries"};

static void say_placed(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text)
{
    if (s->placed[seat] == 0)
        text_char(text, '-');
    else if (s->placed[seat] == OCHRE_UNKNOWN)
        text_char(text, '?');
    else
        spears_say_value(t->value[s->placed[seat] - 1], text);
}

static void say_total(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text)
{
    static const char letters[] = "mbt";
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++) {
        text_add(text, resource ? " " : "");
        text_char(text, letters[resource]);
        text_int(text, spears_resource(t, s, seat, resource));
    }
}

static void say_field(const struct spears_tables *t, const struct spears_state *s, int seat, enum seat_field field,
                      struct ochre_text *text)
{
    switch (field) {
    case UNITS: spears_say_units(t, s, seat, text); break;
    case OWN: say_pile(t, s->pile[seat], text); break;
    case TOTAL: say_total(t, s, seat, text); break;
    case HAND: spears_say_hand(t, s, seat, text); break;
    case TEAM: text_add(text, team_word(s, seat)); break;
    case GOAL: say_goals(s, seat, text); break;
    case PLACED: say_placed(t, s, seat, text); break;
    case SENT: spears_say_set(t, s, seat, s->kind == SPEARS_IDLE ? 0u : s->units[seat], text); break;
    default: break;
    }
}

static void write_seats(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    const struct spears_state *s = spears_seen(view);
    for (enum seat_field field = UNITS; field <= BERRIES; field++) {
        json_name(writer, seat_fields[field]);
        json_open(writer, '{');
        for (int seat = 0; seat < setup->seats; seat++) {
            char line[LINE_SIZE];
            struct ochre_text text = text_on(line, sizeof line);
            if (field == BERRIES) {
                json_field_int(writer, spears_key(setup, view, seat), s->berries[seat]);
                continue;
            }
            say_field(spears_tables(setup), s, seat, field, &text);
            json_field_string(writer, spears_key(setup, view, seat), line);
        }
        json_close(writer, '}');
    }
}

static void write_values(const struct spears_state *s, struct json_writer *writer)
{
    static const char *const names[SPEARS_VALUES] = {"hunt", "block", "fight", "def"};
    json_name(writer, "value");
    json_open(writer, '{');
    for (int which = 0; which < SPEARS_VALUES; which++) {
        json_name(writer, names[which]);
        if (!s->has_value[which]) {
            json_put_null(writer);
            continue;
        }
        json_open(writer, '[');
        json_put_int(writer, s->value[which][0]);
        json_put_int(writer, s->value[which][1]);
        json_close(writer, ']');
    }
    json_close(writer, '}');
}

/* Finished card rounds: what was shown, and of the owners what this view knows. */
static void write_rounds(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    char line[LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    say_reveal(t, s, s->rounds - 1, &text);
    json_field_string(writer, "reveal", line);
    json_name(writer, "rounds");
    json_open(writer, '[');
    for (int round = 0; round < s->rounds; round++) {
        json_open(writer, '{');
        text = text_on(line, sizeof line);
        say_reveal(t, s, round, &text);
        json_field_string(writer, "reveal", line);
        for (int seat = 0; seat < setup->seats; seat++) {
            if (s->round[round][seat] == OCHRE_UNKNOWN)
                continue;
            text = text_on(line, sizeof line);
            spears_say_value(t->value[s->round[round][seat] - 1], &text);
            json_field_string(writer, spears_key(setup, view, seat), line);
        }
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_table(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    char line[LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    for (int seat = 0; seat < t->seats; seat++)
        add_word(&text, 0, spears_key(setup, view, seat));
    json_field_string(writer, "seats", line);
    text = text_on(line, sizeof line);
    for (int k = 0; k < t->seats; k++)
        add_word(&text, 0, spears_key(setup, view, s->token[k]));
    json_field_string(writer, "order", line);
    text = text_on(line, sizeof line);
    say_row(t, s, &text);
    json_field_string(writer, "row", line);
    text = text_on(line, sizeof line);
    say_pile(t, s->unseen, &text);
    json_field_string(writer, "unseen", line);
    text = text_on(line, sizeof line);
    spears_say_queue(s, &text);
    json_field_string(writer, "queue", text.used ? line : "-");
    json_field_string(writer, "banned", spears_key(setup, view, s->banned));
    json_field_string(writer, "banned_last_turn", spears_key(setup, view, s->banned_before));
    json_field_string(writer, "obliged", spears_key(setup, view, s->obliged));
    json_field_string(writer, "obliged_last_turn", spears_key(setup, view, s->obliged_before));
    text = text_on(line, sizeof line);
    for (int k = 0; k < t->seats; k++)
        if (s->token[k] < t->seats && seats_has(s->blocked, s->token[k]))
            add_word(&text, 0, spears_key(setup, view, s->token[k]));
    json_field_string(writer, "blocked", text.used ? line : "-");
    json_field_int(writer, "chased", s->chased_spot);
    char enemy[] = {'e', (char)('0' + s->enemy), '\0'};
    json_field_string(writer, "enemy", s->enemy ? enemy : "-");
}

static void write_end(const struct spears_tables *t, const struct spears_state *s, struct json_writer *writer)
{
    char line[LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    json_field_bool(writer, "over", s->phase == SPEARS_OVER);
    if (s->phase != SPEARS_OVER) {
        json_field_null(writer, "winners");
        return;
    }
    unsigned teams = spears_winners(t, s);
    for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++)
        if (teams & 1u << team)
            add_word(&text, 0, spears_team_names[team]);
    json_field_string(writer, "winners", teams ? line : "none");
    if (t->shows_unused) {
        text = text_on(line, sizeof line);
        say_unused(t, s, &text);
        json_field_string(writer, "unused_goals", line);
    }
}

void spears_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer)
{
    const struct spears_state *s = spears_seen(view);
    (void)viewer;
    json_field_string(writer, "phase", spears_phase_names[s->phase]);
    json_field_int(writer, "turn_number", s->turn);
    json_field_int(writer, "vigor", s->vigor);
    json_field_string(writer, "time", s->is_night ? "night" : "day");
    json_field_int(writer, "step", s->at + 1); /* place in the order of whose step it is */
    json_field_bool(writer, "second", s->phase >= SPEARS_ACTION && s->is_second);
    write_table(setup, view, writer);
    write_seats(setup, view, writer);
    write_rounds(setup, view, writer);
    write_values(s, writer);
    spears_write_action(setup, view, writer);
    spears_write_sacrifice(setup, view, writer);
    spears_write_cards(setup, view, writer);
    write_end(spears_tables(setup), s, writer);
}

/* ---- the picture ---- */

struct picture {
    const struct ochre_setup *setup;
    const struct ochre_view *view;
    const struct spears_tables *t;
    const struct spears_state *s;
    struct canvas *canvas;
    int viewer, y;
};

/* A text to write on, in the language of the canvas. */
#define LINE(p, buffer) text_in((buffer), sizeof(buffer), (p)->canvas->tongue)

static void put_line(struct picture *p, int x, const char *line)
{
    canvas_put(p->canvas, x, p->y++, line);
}

static void draw_head(struct picture *p)
{
    const struct spears_state *s = p->s;
    char line[LINE_SIZE];
    struct ochre_text text = LINE(p, line);
    text_say(&text, "Turn {0}", NUM(s->turn));
    canvas_brush(p->canvas, INK_PLAIN, PAPER_PLAIN, CANVAS_BOLD);
    int x = canvas_put(p->canvas, 0, p->y, line);
    canvas_brush(p->canvas, s->is_night ? INK_BLUE : INK_YELLOW, PAPER_PLAIN, CANVAS_BOLD);
    if (s->is_night)
        x = canvas_say(p->canvas, x + 3, p->y, "Night");
    else
        x = canvas_say(p->canvas, x + 3, p->y, "Day");
    canvas_brush(p->canvas, INK_PLAIN, PAPER_PLAIN, 0);
    text = LINE(p, line);
    text_say(&text, "Vigor {0}", NUM(s->vigor));
    text_char(&text, ' ');
    for (int i = 0; i < SPEARS_VIGOR_MAX; i++)
        text_char(&text, i < s->vigor ? '#' : '.');
    x = canvas_put(p->canvas, x + 3, p->y, line);
    text = LINE(p, line);
    text_say(&text, "Unseen prey {0}, chased {1}", NUM(count_bits(s->unseen)), NUM(s->queue_count));
    put_line(p, x + 3, line);
    p->y++;
}

static void draw_prey(struct picture *p, int spot)
{
    const struct spears_state *s = p->s;
    int x = spot * 16;
    char line[LINE_SIZE];
    if (!s->row[spot]) {
        canvas_put(p->canvas, x, p->y, NUM(spot + 1));
        canvas_put(p->canvas, x + 2, p->y, "-");
        return;
    }
    const struct spears_prey *prey = &p->t->prey[s->row[spot] - 1];
    bool is_time = prey->is_night == s->is_night;
    canvas_brush(p->canvas, prey->is_night ? INK_BLUE : INK_YELLOW, PAPER_PLAIN, is_time ? CANVAS_BOLD : 0);
    struct ochre_text text = LINE(p, line);
    spears_say_prey(p->t, s->row[spot] - 1, &text);
    text_char(&text, ' ');
    text_add(&text, text_word(&text, prey->is_night ? N_("night") : N_("day")));
    canvas_put(p->canvas, x, p->y, line);
    canvas_brush(p->canvas, INK_PLAIN, PAPER_PLAIN, 0);
    text = LINE(p, line);
    spears_say_name(prey->name, "", &text);
    char *cut = line; /* a name is cut at the width of a card */
    for (int columns = 0; *cut && columns < 15; columns++)
        for (cut++; (*cut & 0xC0) == 0x80; cut++)
            ;
    *cut = '\0';
    canvas_put(p->canvas, x, p->y + 1, line);
    text = LINE(p, line);
    text_say(&text, "power {0} lvl {1}", NUM(prey->power), NUM(prey->level));
    canvas_put(p->canvas, x, p->y + 2, line);
    text = LINE(p, line);
    static const char letters[] = "mbt";
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++) {
        text_add(&text, resource ? " " : "");
        text_char(&text, letters[resource]);
        text_int(&text, prey->resource[resource]);
    }
    canvas_put(p->canvas, x, p->y + 3, line);
    text = LINE(p, line);
    text_say_count(&text, prey->berry, "{0} berry", "{0} berries", NUM(prey->berry));
    text_add(&text, prey->has_vigor ? " *" : "");
    canvas_put(p->canvas, x, p->y + 4, line);
}

static const char *role_of(const struct spears_tables *t, int token)
{
    static const char *const roles[] = {N_("Chief"), N_("Shaman"), N_("Seer"), N_("Flutist")};
    return t->seats == 3 && token == 2 ? "" : roles[token];
}

/* The prey of a seat behind its units, or below them when the line is full. */
static void draw_pile(struct picture *p, int seat, int x)
{
    enum { BESIDE = 40, CARD_WIDTH = 4, CARDS_IN_LINE = 18 };
    char line[LINE_SIZE];
    int cards = count_bits(p->s->pile[seat]);
    canvas_brush(p->canvas, INK_DIM, PAPER_PLAIN, 0);
    x = x + 2 > BESIDE ? x + 2 : BESIDE;
    if (x + cards * CARD_WIDTH > CANVAS_WIDTH) {
        x = 3;
        p->y++;
    }
    uint32_t pile = p->s->pile[seat];
    do {
        uint32_t rest = pile;
        for (int card = 0; rest && card < CARDS_IN_LINE; card++)
            rest &= rest - 1;
        struct ochre_text text = LINE(p, line);
        say_pile(p->t, pile & ~rest, &text);
        canvas_put(p->canvas, x, p->y++, line);
        pile = rest;
    } while (pile);
    canvas_brush(p->canvas, INK_PLAIN, PAPER_PLAIN, 0);
}

static void draw_seat(struct picture *p, int token)
{
    const struct spears_state *s = p->s;
    int seat = s->token[token];
    char line[LINE_SIZE];
    bool is_asked = seats_has(view_pending(p->setup, p->view), seat);
    canvas_brush(p->canvas, (enum canvas_ink)(INK_SEAT_1 + seat), PAPER_PLAIN, seat == p->viewer ? CANVAS_BOLD : 0);
    canvas_put(p->canvas, 0, p->y, is_asked ? ">" : " ");
    canvas_put(p->canvas, 1, p->y, NUM(token + 1));
    canvas_say(p->canvas, 3, p->y, spears_seat_name(p->setup, p->view, seat));
    if (role_of(p->t, token)[0])
        canvas_say(p->canvas, 12, p->y, role_of(p->t, token));
    struct ochre_text text = LINE(p, line);
    text_say_count(&text, s->berries[seat], "{0} berry", "{0} berries", NUM(s->berries[seat]));
    canvas_put(p->canvas, 22, p->y, line);
    text = LINE(p, line);
    say_total(p->t, s, seat, &text);
    text_add(&text, " = ");
    text_int(&text, spears_total(p->t, s, seat));
    canvas_put(p->canvas, 34, p->y, line);
    int x = 54;
    if (s->banned == seat)
        x = canvas_say(p->canvas, x, p->y, "banned") + 1;
    if (s->obliged == seat)
        x = canvas_say(p->canvas, x, p->y, "obliged") + 1;
    if (seats_has(s->blocked, seat))
        canvas_say(p->canvas, x, p->y, "has blocked");
    p->y++;
    canvas_brush(p->canvas, INK_PLAIN, PAPER_PLAIN, 0);
    text = LINE(p, line);
    spears_say_units(p->t, s, seat, &text);
    x = canvas_put(p->canvas, 3, p->y, line);
    draw_pile(p, seat, x);
}

/* Who is in the running action, and with what. */
static void draw_action(struct picture *p)
{
    const struct spears_state *s = p->s;
    char line[LINE_SIZE];
    struct ochre_text text = LINE(p, line);
    if (s->kind == SPEARS_IDLE || s->phase == SPEARS_OVER)
        return;
    if (s->kind == SPEARS_DEFENDING) {
        const struct spears_enemy *enemy = &p->t->enemy[s->enemy - 1];
        text_say(&text, "Defence against e{0}: power {1}, level {2}", NUM(s->enemy), NUM(enemy->power),
                 NUM(enemy->level));
    } else {
        const char *who = text_word(&text, spears_seat_name(p->setup, p->view, s->side[0]));
        char prey[8] = "-";
        struct ochre_text id = text_on(prey, sizeof prey);
        if (s->prey)
            spears_say_prey(p->t, s->prey - 1, &id);
        if (s->kind == SPEARS_HUNTING)
            text_say(&text, "{0} hunts {1}", who, prey);
        else
            text_say(&text, "{0} attacks {1} for {2}", who,
                     text_word(&text, spears_seat_name(p->setup, p->view, s->side[1])), prey);
    }
    put_line(p, 0, line);
    for (int seat = 0; seat < p->t->seats; seat++) {
        if (!s->units[seat])
            continue;
        text = LINE(p, line);
        text_add(&text, text_word(&text, spears_seat_name(p->setup, p->view, seat)));
        text_add(&text, ": ");
        spears_say_set(p->t, s, seat, s->units[seat], &text);
        if (s->reaction[seat] == SPEARS_OFFERS) {
            text_add(&text, " -> ");
            text_add(&text, text_word(&text, spears_seat_name(p->setup, p->view, s->offered_to[seat])));
        }
        put_line(p, 3, line);
    }
}

/* What was shown in each card round, and behind it the cards whose owners this view knows. */
static void draw_rounds(struct picture *p)
{
    char line[LINE_SIZE];
    for (int round = 0; round < p->s->rounds; round++) {
        struct ochre_text text = LINE(p, line);
        char shown[48];
        struct ochre_text list = text_on(shown, sizeof shown);
        say_reveal(p->t, p->s, round, &list);
        text_say(&text, "Cards {0}: {1}", NUM(round + 1), shown);
        for (int seat = 0; seat < p->t->seats; seat++) {
            if (p->s->round[round][seat] == OCHRE_UNKNOWN)
                continue;
            text_add(&text, "   ");
            text_add(&text, spears_key(p->setup, p->view, seat));
            text_char(&text, ' ');
            spears_say_value(p->t->value[p->s->round[round][seat] - 1], &text);
        }
        put_line(p, 0, line);
    }
}

/* What a seat may see of its own, and of everybody when the game is over. */
static void draw_secrets(struct picture *p, int seat)
{
    const struct spears_state *s = p->s;
    char line[LINE_SIZE];
    char goals[64];
    char hand[64];
    struct ochre_text text = LINE(p, line);
    struct ochre_text list = LINE(p, goals);
    struct ochre_text cards = text_on(hand, sizeof hand);
    say_goals(s, seat, &list);
    spears_say_hand(p->t, s, seat, &cards);
    const char *team = s->team[seat] == OCHRE_UNKNOWN || s->team[seat] == SPEARS_NO_TEAM
                           ? "-"
                           : text_word(&text, spears_team_names[s->team[seat]]);
    text_say(&text, "{0}: team {1}, goal {2}, hand {3}", text_word(&text, spears_seat_name(p->setup, p->view, seat)),
             team, goals, hand);
    if (s->placed[seat] && s->placed[seat] != OCHRE_UNKNOWN) {
        char value[8];
        struct ochre_text card = text_on(value, sizeof value);
        say_placed(p->t, s, seat, &card);
        text_say(&text, ", placed {0}", value);
    }
    put_line(p, 0, line);
}

/* R37: with the option, at the end. */
static void draw_unused(struct picture *p)
{
    char line[LINE_SIZE];
    char goals[64];
    struct ochre_text text = LINE(p, line);
    struct ochre_text list = LINE(p, goals);
    if (p->s->phase != SPEARS_OVER || !p->t->shows_unused || p->setup->seats != 4)
        return;
    say_unused(p->t, p->s, &list);
    text_say(&text, "Goals not dealt: {0}", goals);
    put_line(p, 0, line);
}

/* What the letters and signs mean. */
static void draw_legend(struct picture *p)
{
    char line[LINE_SIZE];
    struct ochre_text text = LINE(p, line);
    canvas_band(p->canvas, p->y, BAND_OTHERS);
    canvas_brush(p->canvas, INK_DIM, PAPER_PLAIN, 0);
    for (int type = 0; type < SPEARS_TYPES; type++) {
        static const char letters[] = "hgwma";
        text_add(&text, type ? ", " : "");
        text_char(&text, letters[type]);
        text_char(&text, ' ');
        text_add(&text, text_word(&text, spears_type_names[type]));
    }
    text_add(&text, "; ");
    text_say(&text, "(h1) is turned");
    put_line(p, 0, line);
    text = LINE(p, line);
    text_say(&text, "m meat, b bone, t trophy; * the vigor icon");
    put_line(p, 0, line);
    canvas_brush(p->canvas, INK_PLAIN, PAPER_PLAIN, 0);
}

/* Is prey of the valley chosen from in this phase, or looked at before choosing? */
static bool is_about_prey(int phase)
{
    return phase == SPEARS_TIME || phase == SPEARS_PLAY || phase == SPEARS_ACTION || phase == SPEARS_AFTER;
}

/* Are seats, or things of other seats, chosen from? */
static bool is_about_others(int phase)
{
    static const uint8_t phases[] = {SPEARS_PLAY,   SPEARS_ACTION,      SPEARS_ACCEPT,
                                     SPEARS_OBLIGE, SPEARS_OBLIGE_UNIT, SPEARS_OBLIGE_SIDE,
                                     SPEARS_PICK,   SPEARS_LOOT,        SPEARS_FIGHT_REACT};
    return memchr(phases, phase, sizeof phases) != NULL;
}

static void draw_seats(struct picture *p)
{
    const struct spears_state *s = p->s;
    for (int token = 0; token < p->setup->seats; token++) {
        if (s->token[token] >= p->setup->seats)
            continue;
        bool is_asked = s->token[token] == p->viewer || is_about_others(s->phase);
        canvas_band(p->canvas, p->y, is_asked ? BAND_ASKED : BAND_TABLE);
        draw_seat(p, token);
    }
}

void spears_draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas)
{
    const struct spears_state *s = spears_seen(view);
    struct picture p = {setup, view, spears_tables(setup), s, canvas, viewer, 0};
    canvas_band(canvas, 0, BAND_OWN);
    draw_head(&p);
    canvas_band(canvas, p.y, is_about_prey(s->phase) ? BAND_ASKED : BAND_OWN);
    for (int spot = 0; spot < SPEARS_SPOTS; spot++)
        draw_prey(&p, spot);
    p.y += 6;
    draw_seats(&p);
    canvas_band(canvas, p.y, BAND_ASKED);
    p.y++;
    draw_action(&p);
    canvas_band(canvas, p.y, BAND_OWN);
    draw_rounds(&p);
    canvas_band(canvas, p.y, BAND_ASKED);
    for (int seat = 0; seat < setup->seats; seat++)
        if (seat == viewer || viewer == OCHRE_EVERYBODY || s->phase == SPEARS_OVER)
            draw_secrets(&p, seat);
    draw_unused(&p);
    draw_legend(&p);
}

/* ---- touch ---- */

static void touch_add(struct ochre_touch *touch, const char *kind, const char *name)
{
    struct ochre_text id = text_on(touch->id[touch->count++], OCHRE_TOUCH_SIZE);
    text_add(&id, kind);
    text_add(&id, name);
}

static void touch_unit(const struct ochre_setup *setup, const struct ochre_view *view, int seat, int slot,
                       const char *kind, struct ochre_touch *touch)
{
    const struct spears_tables *t = spears_tables(setup);
    char name[12];
    struct ochre_text text = text_on(name, sizeof name);
    text_add(&text, spears_key(setup, view, seat));
    text_char(&text, ':');
    int tribe = spears_seen(view)->tribe[seat];
    text_add(&text, tribe < SPEARS_TRIBES ? t->unit[tribe][slot].code : "?");
    touch_add(touch, kind, name);
}

static void touch_prey(int prey, struct ochre_touch *touch)
{
    char name[8];
    struct ochre_text text = text_on(name, sizeof name);
    spears_say_prey(NULL, prey, &text);
    touch_add(touch, "prey:", name);
}

void spears_touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action number,
                  struct ochre_touch *touch)
{
    static const char *const buttons[] = {NULL, "flip", "gather", "skip", "block", "yes", "day", "night"};
    static const char *const seat_buttons[] = {"fight", "ban", "support", "accept", "oblige", "for"};
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    int action = (int)number;
    touch->count = 0;
    if (action == SPEARS_DONE) {
        touch_add(touch, "button:", s->phase == SPEARS_VIGOR ? "no" : spears_nothing_word(s->phase));
    } else if (action < SPEARS_UNIT) {
        touch_add(touch, "button:", buttons[action]);
    } else if (action < SPEARS_BUY) {
        bool is_paid = action >= SPEARS_PAID;
        touch_unit(setup, view, spears_unit_owner(t, s), (int)spears_slot_of(action), "unit:", touch);
        if (is_paid)
            touch_add(touch, "button:", "bonus");
    } else if (action < SPEARS_FIGHT) {
        touch_unit(setup, view, seat, action - SPEARS_BUY, "deck:", touch);
    } else if (action < SPEARS_HUNT) {
        int kind = (action - SPEARS_FIGHT) / OCHRE_SEATS_MAX;
        touch_add(touch, "seat:", spears_key(setup, view, (action - SPEARS_FIGHT) % OCHRE_SEATS_MAX));
        touch_add(touch, "button:", seat_buttons[kind]);
    } else if (action < SPEARS_LOOT_PREY) {
        unsigned spot = spears_spot_of(action);
        touch_prey(s->row[spot] ? s->row[spot] - 1 : 0, touch);
        touch_add(touch, "button:", action < SPEARS_CHASE ? "hunt" : "chase");
    } else if (action < SPEARS_CARD) {
        touch_prey(action - SPEARS_LOOT_PREY, touch);
    } else {
        char value[8];
        struct ochre_text text = text_on(value, sizeof value);
        spears_say_value(t->value[action - SPEARS_CARD], &text);
        touch_add(touch, "card:", value);
    }
}
