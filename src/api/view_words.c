/* view_words.c: views as JSON and as pictures, moves as text and back. */
#include "api/api_inner.h"

#include "rules/door.h"
#include "rules/show.h"
#include "rules/words.h"

static size_t say_nothing(char *text, size_t size)
{
    if (size > 0)
        text[0] = '\0';
    return 0;
}

size_t ochre_view_json(const ochre_setup *setup, const ochre_view *view, char *json, size_t size)
{
    int viewer = viewer_of(setup, view);
    if (viewer < 0 || size == 0)
        return say_nothing(json, size);
    struct ochre_text text = text_on(json, size);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    setup->game->show->write_view(setup, view, viewer, &writer);
    json_close(&writer, '}');
    return text_result(&text);
}

size_t ochre_view_text(const ochre_setup *setup, const ochre_view *view, char *text, size_t size)
{
    int viewer = viewer_of(setup, view);
    if (viewer < 0 || size == 0)
        return say_nothing(text, size);
    struct canvas canvas;
    struct ochre_text out = text_on(text, size);
    canvas_clear(&canvas, NULL);
    setup->game->show->draw(setup, view, viewer, &canvas);
    for (int row = 0; row < canvas.height; row++) {
        canvas_row(&canvas, row, &out);
        text_char(&out, '\n');
    }
    return text_result(&out);
}

/* Is this an action that the viewer may speak of, and a legal one? */
static bool is_known_move(const ochre_setup *setup, const ochre_view *view, int seat, int32_t action, int32_t *list)
{
    int viewer = viewer_of(setup, view);
    return viewer >= 0 && may_speak(setup, viewer, seat) &&
           legal_has((ochre_action *)list, view_moves(setup, view, seat, (ochre_action *)list), (ochre_action)action);
}

size_t ochre_view_move_text(const ochre_setup *setup, const ochre_view *view, int seat, int32_t action, int32_t *list,
                            char *text, size_t size)
{
    if (size == 0 || !is_known_move(setup, view, seat, action, list))
        return say_nothing(text, size);
    struct ochre_text out = text_on(text, size);
    setup->game->words->format_move(setup, view, seat, (ochre_action)action, &out);
    return text_result(&out);
}

/* Where say_move is silent, the first event of the move speaks: as its seat hears it, of a state that it cannot rule
 * out, so that no secret is in it. */
static void say_event(const ochre_setup *setup, const ochre_view *view, int seat, ochre_action action,
                      struct ochre_text *text)
{
    struct ochre_state state;
    struct ochre_rng rng;
    struct ochre_journal journal = {0};
    rng_seed(&rng, 1);
    if (!view_imagine(setup, view, seat, &rng, &state))
        return;
    setup->game->rules->apply(setup, &state, seat, action, &journal);
    if (journal.count == 0)
        return;
    struct ochre_event heard = journal_heard(&journal.events[0], seat);
    setup->game->words->tell(setup, view, &heard, text);
}

size_t ochre_view_move_words(const ochre_setup *setup, const ochre_view *view, int seat, int32_t action, int32_t *list,
                             char *text, size_t size)
{
    if (size == 0 || !is_known_move(setup, view, seat, action, list))
        return say_nothing(text, size);
    struct ochre_text out = text_on(text, size);
    struct ochre_voice voice = {.you = seat};
    out.voice = &voice;
    if (is_seat(setup, seat) && setup->game->words->say_move)
        setup->game->words->say_move(setup, view, seat, (ochre_action)action, &out);
    if (out.used == 0 && is_seat(setup, seat) && viewer_of(setup, view) == seat)
        say_event(setup, view, seat, (ochre_action)action, &out);
    if (out.used == 0)
        setup->game->words->format_move(setup, view, seat, (ochre_action)action, &out);
    return text_result(&out);
}

int ochre_view_read_move(const ochre_setup *setup, const ochre_view *view, int seat, const char *text, int32_t *list,
                         int32_t *action, ochre_why *why)
{
    int viewer = viewer_of(setup, view);
    if (viewer < 0)
        return refuse(why, "", "this is no view of this setup");
    if (!may_speak(setup, viewer, seat))
        return refuse_with(why, "turn", "this view does not speak for seat {0}", NUM(seat));
    if (view_pending(setup, view) == 0)
        return refuse(why, "turn", "play is over");
    if (view_moves(setup, view, seat, (ochre_action *)list) == 0)
        return refuse(why, "turn", "this seat is not asked");
    char said[sizeof why->words];
    struct ochre_text words = text_on(said, sizeof said);
    ochre_action found;
    const char *rule = door_find(setup, view, seat, text, (ochre_action *)list, &found, &words);
    if (rule)
        return refuse(why, rule, said);
    *action = (int32_t)found;
    return 0;
}

size_t ochre_view_ask(const ochre_setup *setup, const ochre_view *view, char *text, size_t size)
{
    int viewer = viewer_of(setup, view);
    if (size == 0 || !is_seat(setup, viewer) || !setup->game->words->say_ask ||
        !seats_has(view_pending(setup, view), viewer))
        return say_nothing(text, size);
    struct ochre_text out = text_on(text, size);
    struct ochre_voice voice = {.you = viewer};
    out.voice = &voice;
    setup->game->words->say_ask(setup, view, viewer, &out);
    return text_result(&out);
}
