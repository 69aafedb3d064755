/* spears_words.c: names and notation (section 6), from views. Blanks and ':' mean the same when reading. */
#include <assert.h>

#include "games/spears/spears_text.h"
#include "rules/why.h"

static const char *seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    assert(seat >= 0 && seat < setup->seats);
    (void)setup;
    return spears_name(view, seat);
}

static const char *seat_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    assert(seat >= 0 && seat < setup->seats);
    (void)setup;
    return spears_letter(view, seat);
}

/* What somebody reads who did not see the move. */
static void format_unseen(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                          struct ochre_text *text)
{
    const struct spears_state *s = spears_seen(view);
    if (seat != OCHRE_CHANCE) {
        text_add(text, "card:?");
    } else if (s->phase == SPEARS_DRAW_TEAM || s->phase == SPEARS_DRAW_GOAL) {
        bool is_team = s->phase == SPEARS_DRAW_TEAM;
        text_add(text, is_team ? "team:" : "goal:");
        text_add(text, spears_key(setup, view, spears_next_dealt(spears_tables(setup), s, is_team)));
        text_add(text, ":?");
    } else {
        text_add(text, s->phase == SPEARS_DRAW_ENEMY ? "enemy:?" : s->phase == SPEARS_DRAW_PREY ? "prey:?" : "draw:?");
    }
}

static void format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text)
{
    if (action == OCHRE_NO_ACTION)
        format_unseen(setup, view, seat, text);
    else
        acts_format(spears_acts(seat), &(struct act_place){setup, view, seat}, action, text);
}

/* Chance may say first or token, whichever it draws. */
static const char *parse_draw(const struct act_place *place, const char *text, ochre_action *action,
                              struct ochre_text *words)
{
    struct act_said said;
    bool is_elsewhere;
    if (acts_read(spears_acts(OCHRE_CHANCE), place, text, &said, &is_elsewhere)) {
        *action = acts_number(place, &said);
        if (*action != OCHRE_NO_ACTION)
            return NULL;
    }
    return why_refuse(words, "notation", N_("Chance draws are written like prey:p07, enemy:e3 or team:N:Survivor."));
}

static const char *parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words)
{
    const struct act_place place = {setup, view, seat};
    struct act_said said;
    bool is_elsewhere;
    if (seat == OCHRE_CHANCE)
        return parse_draw(&place, text, action, words);
    if (!acts_read(spears_acts(seat), &place, text, &said, &is_elsewhere))
        return why_refuse(words, "notation",
                          N_("That is no move. Moves are written like buy:h3, hunt:p10, +h1, done or card:-1."));
    *action = is_elsewhere ? OCHRE_NO_ACTION : acts_number(&place, &said);
    if (*action != OCHRE_NO_ACTION)
        return NULL;
    const char *rule = spears_why_said(&place, is_elsewhere ? NULL : &said, words);
    assert(rule); /* what has no number is forbidden */
    return rule;
}

const struct ochre_words spears_words = {
    .seat_name = seat_name,
    .seat_key = seat_key,
    .format_move = format_move,
    .say_ask = spears_say_ask,
    .say_move = spears_say_move,
    .groups = spears_groups,
    .group_of = spears_group_of,
    .parse_move = parse_move,
    .why_not = spears_why_not,
    .tell = spears_tell,
};
