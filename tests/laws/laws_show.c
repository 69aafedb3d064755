/* laws_show.c: the laws about pictures, JSON, numbers and results. */
#include "laws_run.h"
#include "rules/read.h"
#include "rules/rules.h"
#include "rules/setup.h"
#include "rules/show.h"
#include "rules/think.h"
#include "rules/words.h"

#include <math.h>

static bool law_json(struct run *run, const struct ochre_view *view, int viewer)
{
    if (!write_json(run, view, viewer))
        return false;
    struct json_doc doc;
    struct ochre_error error;
    size_t length = strlen(run->json);
    if (json_parse(&doc, run->json, length, run->nodes, json_nodes_for(length), &error) < 0)
        return broken(run, "json", "the view of %s is no JSON: %s: %.300s", seat_code(viewer), error.words, run->json);
    if (json_kind(json_get(json_root(&doc), "phase")) != JSON_STRING)
        return broken(run, "json", "the view of %s has no phase: %.300s", seat_code(viewer), run->json);
    return viewer != OCHRE_NOBODY || law_beside(run, view, viewer);
}

/* What the all-seeing view writes, a position may be: it is read back as the same state, with the same terms. */
static bool law_read_back(struct run *run, const struct guarded *play)
{
    static struct ochre_setup again;
    struct guarded view;
    struct guarded back;
    struct json_doc doc;
    struct ochre_error error;
    struct ochre_terms terms;
    if (!run->game->read->read_state)
        return true;
    if (!look(run, play, OCHRE_EVERYBODY, &view) || !write_json(run, seen(&view), OCHRE_EVERYBODY))
        return false;
    size_t length = strlen(run->json);
    if (json_parse(&doc, run->json, length, run->nodes, json_nodes_for(length), &error) < 0)
        return broken(run, "position", "the view is no JSON: %s", error.words);
    terms_init(&terms, run->game);
    terms.seats = run->setup->seats;
    terms.pack = run->setup->pack;
    memcpy(terms.option, run->setup->option, sizeof terms.option);
    guarded_init(&back);
    if (terms_set_position(&terms, json_root(&doc), &error) < 0 || setup_make(&again, &terms, &error) < 0 ||
        run->game->read->read_state(&again, json_root(&doc), &back.state, &error) < 0)
        return broken(run, "position", "the view is refused as a position: %s %s: %.300s", error.rule, error.words,
                      run->json);
    if (again.state_size != run->setup->state_size || !state_equal(run->setup, &back.state, &play->state))
        return broken(run, "position", "the view is read back as another state: %.300s", run->json);
    return guarded_ok(run, &back, "read_state");
}

/* Bands follow each other and leave no row out; what a seat is asked about fits a small screen. */
static bool law_bands(struct run *run, const struct canvas *canvas, int viewer)
{
    int asked = 0;
    for (int band = 0; band < canvas->band_count; band++) {
        int first;
        int count;
        if (canvas->band[band].top < (band ? canvas->band[band - 1].top + 1 : 0) || (band == 0 && canvas->band[0].top))
            return broken(run, "bands", "for %s band %d begins at row %d", seat_code(viewer), band,
                          canvas->band[band].top);
        if (canvas->band[band].top < canvas->height && canvas_band_rows(canvas, band, &first, &count) &&
            canvas->band[band].rank == BAND_ASKED)
            asked += count;
    }
    if (viewer < run->setup->seats && canvas->band_count && asked > CANVAS_ASKED_ROWS)
        return broken(run, "bands", "%s is asked about %d rows, and a small screen has %d", seat_code(viewer), asked,
                      CANVAS_ASKED_ROWS);
    return true;
}

static bool law_canvas(struct run *run, const struct ochre_view *view, int viewer)
{
    canvas_overrun();
    for (int i = 0; i < 2; i++) {
        stir_stack(i ? 0xCC : 0x33);
        canvas_clear(run->canvas[i], NULL);
        run->game->show->draw(run->setup, view, viewer, run->canvas[i]);
    }
    const char *beside = canvas_overrun();
    if (beside)
        return broken(run, "draw", "for %s the board leaves the canvas: %s", seat_code(viewer), beside);
    if (run->canvas[0]->height < 1 || run->canvas[0]->height > CANVAS_HEIGHT)
        return broken(run, "draw", "for %s the board has %d rows", seat_code(viewer), run->canvas[0]->height);
    if (memcmp(run->canvas[0], run->canvas[1], sizeof(struct canvas)) != 0)
        return broken(run, "draw", "the same view of %s is drawn in two ways", seat_code(viewer));
    return law_bands(run, run->canvas[0], viewer);
}

static bool law_tensor(struct run *run, const struct ochre_view *view, int seat)
{
    uint32_t size = run->setup->observe_size;
    for (int i = 0; i < 2; i++) {
        memset(run->planes[i], 0xFF, (size + LIST_GUARD) * sizeof(float)); /* not a number */
        stir_stack(i ? 0xCC : 0x33);
        run->game->show->observe(run->setup, view, seat, run->planes[i]);
    }
    for (uint32_t i = 0; i < size; i++)
        if (!isfinite(run->planes[0][i]))
            return broken(run, "tensor", "number %u of %u for %s is missing or not finite", i, size, seat_code(seat));
    for (uint32_t i = size; i < size + LIST_GUARD; i++)
        if (!isnan(run->planes[0][i]))
            return broken(run, "tensor", "observe writes number %u of %u", i, size);
    if (memcmp(run->planes[0], run->planes[1], size * sizeof(float)) != 0)
        return broken(run, "tensor", "the same view of %s gives two tensors", seat_code(seat));
    return true;
}

static bool law_touch(struct run *run, const struct ochre_view *view, int seat)
{
    int count = moves_of(run, &((const struct guarded *)view)->state, seat, run->list[0]);
    if (count < 0)
        return false;
    for (int i = 0; i < count; i++) {
        struct ochre_touch touch;
        memset(&touch, 0xFF, sizeof touch);
        run->game->show->touch(run->setup, view, seat, run->list[0][i], &touch);
        if (touch.count < 1 || touch.count > OCHRE_TOUCH_MAX)
            return broken(run, "touch", "action %u of %s is meant by touching %d things", run->list[0][i],
                          seat_code(seat), touch.count);
        for (int k = 0; k < touch.count; k++)
            if (touch.id[k][0] == '\0' || !memchr(touch.id[k], '\0', OCHRE_TOUCH_SIZE))
                return broken(run, "touch", "action %u of %s: thing %d has no whole name", run->list[0][i],
                              seat_code(seat), k);
        char move[OCHRE_MOVE_SIZE];
        struct ochre_text text = text_on(move, sizeof move);
        run->game->words->format_move(run->setup, view, seat, run->list[0][i], &text);
        if (strncmp(touch.move, move, sizeof move) != 0)
            return broken(run, "touch", "action %u of %s is %s, and touch calls it %.*s", run->list[0][i],
                          seat_code(seat), move, OCHRE_MOVE_SIZE, touch.move);
    }
    return true;
}

static bool law_names(struct run *run, const struct ochre_view *view)
{
    for (int seat = 0; seat < run->setup->seats; seat++) {
        const char *name = run->game->words->seat_name(run->setup, view, seat);
        const char *key = run->game->words->seat_key ? run->game->words->seat_key(run->setup, view, seat) : "-";
        if (!name || !name[0] || (key && !key[0]))
            return broken(run, "names", "%s has no name", seat_code(seat));
    }
    return true;
}

bool law_shown(struct run *run, const struct guarded *play)
{
    for (int viewer = 0; viewer <= OCHRE_EVERYBODY; viewer++) {
        struct guarded view;
        if (viewer >= run->setup->seats && viewer < OCHRE_NOBODY)
            continue;
        if (!look(run, play, viewer, &view) || !law_json(run, seen(&view), viewer) ||
            !law_canvas(run, seen(&view), viewer) || !law_names(run, seen(&view)))
            return false;
        if (viewer < run->setup->seats &&
            (!law_tensor(run, seen(&view), viewer) || !law_touch(run, seen(&view), viewer)))
            return false;
    }
    return law_read_back(run, play);
}

static bool is_payoff(float payoff)
{
    return isfinite(payoff) && payoff >= 0.0F && payoff <= 1.0F;
}

/* Winners come first and get most; equal places share a rank and leave a gap; parts add up. */
static bool law_outcome(struct run *run, const struct ochre_outcome *out)
{
    int seats = run->setup->seats;
    if (out->winners >> seats)
        return broken(run, "outcome", "winners are 0x%02x of %d seats", out->winners, seats);
    if (!out->reason || !out->reason[0])
        return broken(run, "outcome", "nobody says how it ended");
    for (int seat = 0; seat < seats; seat++) {
        if (!is_payoff(out->payoff[seat]))
            return broken(run, "outcome", "%s gets %g", seat_code(seat), (double)out->payoff[seat]);
        int rank = 1;
        int sum = 0;
        for (int other = 0; other < seats; other++) {
            rank += out->rank[other] < out->rank[seat];
            if (seats_has(out->winners, seat) && !seats_has(out->winners, other) &&
                out->payoff[other] > out->payoff[seat])
                return broken(run, "outcome", "%s wins and gets less than %s", seat_code(seat), seat_code(other));
        }
        if (out->rank[seat] != rank)
            return broken(run, "outcome", "%s has rank %d, %d others are before it", seat_code(seat), out->rank[seat],
                          rank - 1);
        if (seats_has(out->winners, seat) && rank != 1)
            return broken(run, "outcome", "%s wins with rank %d", seat_code(seat), rank);
        for (int part = 0; part < OCHRE_PARTS_MAX && out->part_name[part]; part++)
            sum += out->part[seat][part];
        if (out->part_name[0] && sum != out->score[seat])
            return broken(run, "outcome", "%s has %d points, made of parts that give %d", seat_code(seat),
                          out->score[seat], sum);
    }
    return true;
}

/* An estimate: a payoff for every seat, and in a finished play something for those alone who got something. */
static bool law_estimate(struct run *run, const struct guarded *play, const struct ochre_outcome *out,
                         void (*estimate)(const struct ochre_setup *, const struct ochre_state *, float *))
{
    float payoff[OCHRE_SEATS_MAX] = {0};
    estimate(run->setup, &play->state, payoff);
    for (int seat = 0; seat < run->setup->seats; seat++) {
        if (!is_payoff(payoff[seat]))
            return broken(run, "judge", "%s is expected to get %g", seat_code(seat), (double)payoff[seat]);
        if (out && (payoff[seat] > 0.0F) != (out->payoff[seat] > 0.0F))
            return broken(run, "judge", "%s is expected to get %g at the end and gets %g", seat_code(seat),
                          (double)payoff[seat], (double)out->payoff[seat]);
    }
    return true;
}

bool law_result(struct run *run, const struct guarded *play, bool is_over)
{
    struct ochre_outcome out;
    memset(&out, 0xFF, sizeof out);
    if (is_over) {
        run->game->rules->outcome(run->setup, &play->state, &out);
        if (!law_outcome(run, &out))
            return false;
    }
    const struct ochre_outcome *end = is_over ? &out : NULL;
    return law_estimate(run, play, end, run->game->think->judge) &&
           (!run->game->think->appraise || law_estimate(run, play, end, run->game->think->appraise));
}
