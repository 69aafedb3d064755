/* spears_shorthand.c: what lies on the table as short texts, canonical as in rule 9.1.1: "h1 (h2) g1". */
#include <assert.h>

#include "games/spears/spears_text.h"

void spears_add_word(struct ochre_text *text, size_t start, const char *word)
{
    text_add(text, text->used > start ? " " : "");
    text_add(text, word);
}

static void end_list(struct ochre_text *text, size_t start)
{
    if (text->used == start)
        text_char(text, '-');
}

/* "h1 (h2) g1": by slot, turned units in parentheses; "-" for none. */
void spears_say_units(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text)
{
    size_t start = text->used;
    for (unsigned left = spears_units_played(s, seat); left; left &= left - 1) {
        int slot = __builtin_ctz(left);
        bool is_turned = s->turned[seat] & spears_unit_bit(slot);
        spears_add_word(text, start, is_turned ? "(" : "");
        text_add(text, t->unit[s->tribe[seat]][slot].code);
        text_add(text, is_turned ? ")" : "");
    }
    end_list(text, start);
}

void spears_say_set(const struct spears_tables *t, const struct spears_state *s, int seat, unsigned units,
                    struct ochre_text *text)
{
    size_t start = text->used;
    assert(!units || s->tribe[seat] < SPEARS_TRIBES);
    for (unsigned left = units; left; left &= left - 1)
        spears_add_word(text, start, t->unit[s->tribe[seat]][__builtin_ctz(left)].code);
    end_list(text, start);
}

void spears_say_pile(uint32_t pile, struct ochre_text *text)
{
    size_t start = text->used;
    for (uint32_t left = pile; left; left &= left - 1)
        spears_add_word(text, start, spears_prey_names[__builtin_ctz(left)]);
    end_list(text, start);
}

void spears_say_hand(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text)
{
    size_t start = text->used;
    bool is_hidden = s->hand[seat][0] == OCHRE_UNKNOWN;
    for (int card = 0; is_hidden && card < t->full_size - s->rounds; card++)
        spears_add_word(text, start, "?");
    for (int rank = 0; !is_hidden && rank < t->values; rank++)
        for (int copy = 0; copy < s->hand[seat][rank]; copy++) {
            spears_add_word(text, start, "");
            spears_say_value(t->value[rank], text);
        }
    end_list(text, start);
}

void spears_say_reveal(const struct spears_tables *t, const struct spears_state *s, int round, struct ochre_text *text)
{
    assert(round < s->rounds);
    for (int i = 0; round >= 0 && i < t->seats; i++) {
        text_add(text, i ? " " : "");
        spears_say_value(t->value[s->reveal[round][i] - 1], text);
    }
    if (round < 0)
        text_char(text, '-');
}

void spears_say_row(const struct spears_state *s, struct ochre_text *text)
{
    size_t start = text->used;
    for (int spot = 0; spot < SPEARS_SPOTS; spot++)
        spears_add_word(text, start, s->row[spot] ? spears_prey_names[s->row[spot] - 1] : "-");
}

void spears_say_queue(const struct spears_state *s, struct ochre_text *text)
{
    size_t start = text->used;
    assert(s->queue_count <= SPEARS_PREY);
    for (int i = 0; i < s->queue_count; i++)
        spears_add_word(text, start, spears_prey_names[s->queue[i] - 1]);
}

void spears_say_goals(const struct spears_state *s, int seat, struct ochre_text *text)
{
    size_t start = text->used;
    for (int card = 0; card < 2; card++)
        if (s->goal[seat][card] == OCHRE_UNKNOWN)
            spears_add_word(text, start, "?");
        else if (s->goal[seat][card])
            spears_add_word(text, start, text_word(text, spears_resource_names[s->goal[seat][card] - 1]));
    end_list(text, start);
}

/* The goals that were not dealt (option show_unused_goals, R37); only when all is open. */
void spears_say_unused(const struct spears_tables *t, const struct spears_state *s, struct ochre_text *text)
{
    size_t start = text->used;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
        for (int left = spears_goals_left(t, s, resource); left > 0; left--)
            spears_add_word(text, start, text_word(text, spears_resource_names[resource]));
    end_list(text, start);
}

void spears_say_placed(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text)
{
    if (s->placed[seat] == 0)
        text_char(text, '-');
    else if (s->placed[seat] == OCHRE_UNKNOWN)
        text_char(text, '?');
    else
        spears_say_value(t->value[s->placed[seat] - 1], text);
}

void spears_say_total(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text)
{
    static const char letters[] = "mbt";
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++) {
        text_add(text, resource ? " " : "");
        text_char(text, letters[resource]);
        text_int(text, spears_resource(t, s, seat, resource));
    }
}
