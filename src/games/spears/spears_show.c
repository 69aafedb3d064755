/* spears_show.c: the view as a picture, and what one points at. */
#include <assert.h>

#include "games/spears/spears_text.h"

enum { LINE_SIZE = 160 };

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
    text_say(&text, "Unseen prey {0}, chased {1}", NUM(bits_count(s->unseen)), NUM(s->queue_count));
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
    text_add(&text, spears_prey_names[s->row[spot] - 1]);
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
    int cards = bits_count(p->s->pile[seat]);
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
        spears_say_pile(pile & ~rest, &text);
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
    canvas_say(p->canvas, 3, p->y, spears_name(p->view, seat));
    if (role_of(p->t, token)[0])
        canvas_say(p->canvas, 12, p->y, role_of(p->t, token));
    struct ochre_text text = LINE(p, line);
    text_say_count(&text, s->berries[seat], "{0} berry", "{0} berries", NUM(s->berries[seat]));
    canvas_put(p->canvas, 22, p->y, line);
    text = LINE(p, line);
    spears_say_total(p->t, s, seat, &text);
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
        assert(s->enemy);
        const struct spears_enemy *enemy = &p->t->enemy[s->enemy - 1];
        text_say(&text, "Defence against e{0}: power {1}, level {2}", NUM(s->enemy), NUM(enemy->power),
                 NUM(enemy->level));
    } else {
        const char *who = text_word(&text, spears_name(p->view, s->side[0]));
        const char *prey = s->prey ? spears_prey_names[s->prey - 1] : "-";
        if (s->kind == SPEARS_HUNTING)
            text_say(&text, "{0} hunts {1}", who, prey);
        else
            text_say(&text, "{0} attacks {1} for {2}", who, text_word(&text, spears_name(p->view, s->side[1])), prey);
    }
    put_line(p, 0, line);
    for (int seat = 0; seat < p->t->seats; seat++) {
        if (!s->units[seat])
            continue;
        text = LINE(p, line);
        text_add(&text, text_word(&text, spears_name(p->view, seat)));
        text_add(&text, ": ");
        spears_say_set(p->t, s, seat, s->units[seat], &text);
        if (s->reaction[seat] == SPEARS_OFFERS) {
            text_add(&text, " -> ");
            text_add(&text, text_word(&text, spears_name(p->view, s->offered_to[seat])));
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
        spears_say_reveal(p->t, p->s, round, &list);
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
    spears_say_goals(s, seat, &list);
    spears_say_hand(p->t, s, seat, &cards);
    const char *team = s->team[seat] == OCHRE_UNKNOWN || s->team[seat] == SPEARS_NO_TEAM
                           ? "-"
                           : text_word(&text, spears_team_names[s->team[seat]]);
    text_say(&text, "{0}: team {1}, goal {2}, hand {3}", text_word(&text, spears_name(p->view, seat)), team, goals,
             hand);
    if (s->placed[seat] && s->placed[seat] != OCHRE_UNKNOWN) {
        char value[8];
        struct ochre_text card = text_on(value, sizeof value);
        spears_say_placed(p->t, s, seat, &card);
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
    spears_say_unused(p->t, p->s, &list);
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
    text_add(&text, ", ");
    text_say(&text, "(h1) rests");
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

static void draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas)
{
    const struct spears_state *s = spears_seen(view);
    assert(s->phase < SPEARS_PHASES && viewer >= 0 && viewer <= OCHRE_EVERYBODY);
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

static void touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *touch)
{
    assert(seat >= 0 && action < (seat == OCHRE_CHANCE ? setup->chance_actions : setup->actions));
    acts_touch(spears_acts(seat), &(struct act_place){setup, view, seat}, action, touch);
}

const struct ochre_show spears_show = {
    .draw = draw,
    .write_printed = spears_write_printed,
    .write_view = spears_write_view,
    .touch = touch,
    .observe = spears_observe,
    .planes = spears_planes,
};
