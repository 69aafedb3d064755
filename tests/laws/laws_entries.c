/* laws_entries.c: every question that may be asked at any time is asked at every step of every fourth play (of the
 * others: where all laws are asked), the start included, of every viewer. What the answers must look like the other
 * laws say, at some of the steps; here it counts that there is one, that asking changes nothing, and, in a build that
 * watches memory, that nobody reads or writes beside an array.
 */
#include "laws_run.h"
#include "rules/read.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/think.h"
#include "rules/words.h"

enum { ENTRY_TEXT = 2048 };

/* Points and what they are made of, with bytes around them that nobody may touch. */
struct guarded_outcome {
    unsigned char before[64];
    struct ochre_outcome out;
    unsigned char after[64];
};

static bool is_filled_with(const unsigned char *bytes, size_t size, unsigned char value)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != value)
            return false;
    return true;
}

static bool same_part_name(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Field by field: between the fields there may be bytes that mean nothing. */
static bool is_same_standing(const struct ochre_outcome *a, const struct ochre_outcome *b)
{
    for (int part = 0; part < OCHRE_PARTS_MAX; part++)
        if (!same_part_name(a->part_name[part], b->part_name[part]))
            return false;
    return memcmp(a->score, b->score, sizeof a->score) == 0 && memcmp(a->part, b->part, sizeof a->part) == 0 &&
           a->has_no_points == b->has_no_points;
}

static bool has_no_end(const struct ochre_outcome *out)
{
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        if (out->rank[seat] != 0 || out->payoff[seat] != 0.0F)
            return false;
    return out->winners == 0 && !out->reason;
}

static bool ask_standing(struct run *run, const struct guarded *play, int fill, struct guarded_outcome *standing)
{
    memset(standing, fill, sizeof *standing);
    stir_stack(fill);
    run->game->rules->standing(run->setup, &play->state, &standing->out);
    return is_filled_with(standing->before, sizeof standing->before, (unsigned char)fill) &&
           is_filled_with(standing->after, sizeof standing->after, (unsigned char)fill);
}

/* The standing has an answer at every step: the same whatever is in memory, parts that add up, no word of an end. */
static bool law_standing(struct run *run, const struct guarded *play, ochre_seats pending)
{
    struct guarded_outcome first;
    struct guarded_outcome second;
    if (!ask_standing(run, play, 0x33, &first) || !ask_standing(run, play, 0xCC, &second))
        return broken(run, "standing", "standing writes beside what it was given");
    if (!is_same_standing(&first.out, &second.out))
        return broken(run, "standing", "the same state has two standings");
    if (!has_no_end(&first.out))
        return broken(run, "standing", "the standing says how a play ends");
    for (int seat = 0; seat < run->setup->seats && first.out.part_name[0]; seat++) {
        int sum = 0;
        for (int part = 0; part < OCHRE_PARTS_MAX && first.out.part_name[part]; part++)
            sum += first.out.part[seat][part];
        if (sum != first.out.score[seat])
            return broken(run, "standing", "%s has %d points, made of parts that give %d", seat_code(seat),
                          first.out.score[seat], sum);
    }
    if (pending)
        return true;
    struct ochre_outcome end;
    run->game->rules->outcome(run->setup, &play->state, &end);
    return is_same_standing(&first.out, &end) ||
           broken(run, "standing", "at the end the standing and the outcome count other points");
}

/* The words and touches of every move of a seat, as this viewer reads them. */
static bool ask_moves(struct run *run, const struct guarded *view, int viewer, int seat)
{
    const struct ochre_game *game = run->game;
    char words[ENTRY_TEXT];
    struct ochre_text text = text_on(words, sizeof words);
    bool is_own = viewer == seat || viewer == OCHRE_EVERYBODY;
    if (seat != viewer) /* what is read by those who did not see the move */
        game->words->format_move(run->setup, seen(view), seat, OCHRE_NO_ACTION, &text);
    int count = is_own ? moves_of(run, &view->state, seat, run->list[0]) : 0;
    for (int i = 0; i < count; i++) {
        ochre_action action = run->list[0][i];
        struct ochre_touch touch;
        text = text_on(words, sizeof words);
        game->words->format_move(run->setup, seen(view), seat, action, &text);
        if (game->words->note_move)
            game->words->note_move(run->setup, seen(view), seat, action, &text);
        if (seat == OCHRE_CHANCE)
            continue;
        game->show->touch(run->setup, seen(view), seat, action, &touch);
        text = text_on(words, sizeof words);
        if (game->words->say_move && viewer == seat)
            game->words->say_move(run->setup, seen(view), seat, action, &text);
        if (game->words->why_not(run->setup, seen(view), seat, action, &text))
            return broken(run, "entries", "why_not forbids the legal action %u of %s to %s", action, seat_code(seat),
                          seat_code(viewer));
    }
    return count >= 0;
}

static void ask_record(const struct run *run, const struct guarded *view)
{
    const struct ochre_record_form *form = run->game->read->record;
    char words[ENTRY_TEXT];
    struct ochre_text text = text_on(words, sizeof words);
    if (!form)
        return;
    form->result(run->setup, seen(view), &text);
    if (form->may_agree)
        form->may_agree(run->setup, seen(view), "draw");
}

/* Everything that is made from a view. */
static bool ask_viewer(struct run *run, const struct guarded *play, int viewer)
{
    const struct ochre_game *game = run->game;
    struct guarded view;
    struct guarded asked;
    if (!look(run, play, viewer, &view))
        return false;
    guarded_copy(run, &asked, &view);
    canvas_clear(run->canvas[0], NULL);
    game->show->draw(run->setup, seen(&asked), viewer, run->canvas[0]);
    if (!write_json(run, seen(&asked), viewer))
        return false;
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++) {
        if (seat >= run->setup->seats && seat != OCHRE_CHANCE)
            continue;
        if (seat != OCHRE_CHANCE)
            game->words->seat_name(run->setup, seen(&asked), seat);
        if (seat != OCHRE_CHANCE && game->words->seat_key)
            game->words->seat_key(run->setup, seen(&asked), seat);
        if (!ask_moves(run, &asked, viewer, seat))
            return false;
    }
    view_pending(run->setup, seen(&asked));
    char question[ENTRY_TEXT];
    struct ochre_text text = text_on(question, sizeof question);
    if (viewer < run->setup->seats && game->words->say_ask)
        game->words->say_ask(run->setup, seen(&asked), viewer, &text);
    if (viewer < run->setup->seats)
        game->show->observe(run->setup, seen(&asked), viewer, run->planes[0]);
    if (viewer == OCHRE_EVERYBODY)
        ask_record(run, &asked);
    if (!state_equal(run->setup, &asked.state, &view.state))
        return broken(run, "entries", "looking at the view of %s changes it", seat_code(viewer));
    return guarded_ok(run, &asked, "looking");
}

/* What a search that looks ahead asks of a position. */
static void ask_duel(const struct run *run, const struct guarded *play, ochre_seats pending)
{
    const struct ochre_duel *duel = run->game->think->duel;
    const uint64_t *keys;
    int result;
    if (!duel || !duel->suits(run->setup))
        return;
    const void *node = play->state.bytes;
    duel->key(run->setup, node);
    duel->past(run->setup, &play->state, &keys);
    duel->clock(run->setup, node);
    duel->past_key(run->setup, node);
    duel->repeated(run->setup, node);
    if (!duel->is_over(run->setup, node, &result) && pending)
        duel->worth(run->setup, node);
}

bool law_entries(struct run *run, const struct guarded *play, ochre_seats pending)
{
    struct guarded asked;
    float payoff[OCHRE_SEATS_MAX];
    guarded_copy(run, &asked, play);
    if (!law_standing(run, &asked, pending))
        return false;
    for (int viewer = 0; viewer <= OCHRE_EVERYBODY; viewer++)
        if ((viewer < run->setup->seats || viewer >= OCHRE_NOBODY) && !ask_viewer(run, &asked, viewer))
            return false;
    if (run->game->rules->is_hushed)
        run->game->rules->is_hushed(run->setup, &asked.state);
    run->game->think->judge(run->setup, &asked.state, payoff);
    if (run->game->think->appraise)
        run->game->think->appraise(run->setup, &asked.state, payoff);
    ask_duel(run, &asked, pending);
    if (!state_equal(run->setup, &asked.state, &play->state))
        return broken(run, "entries", "asking about a state changes it");
    return guarded_ok(run, &asked, "asking");
}
