/* engine_think.c: see engine.h. */
#include "cli/engine.h"

#include <stdlib.h>
#include <string.h>

#include "ai/ab.h"
#include "cli/position.h"
#include "rules/rules.h"
#include "rules/think.h"
#include "rules/words.h"

#define ENDLESS "3600s" /* as long as anybody waits */

void engine_complain(const char *words)
{
    printf("info string error: %s\n", words);
}

/* What a search has found so far, as a line of the protocol. */
static void print_news(void *who, const struct bot_thoughts *thoughts)
{
    const struct engine *engine = who;
    const struct ochre_setup *setup = engine->course.setup;
    flockfile(stdout); /* a line is one line, whoever else answers meanwhile */
    if (thoughts->depth) {
        int plies = AB_WIN - abs(thoughts->score);
        printf("info depth %d", thoughts->depth);
        if (plies <= AB_PLIES_MAX)
            printf(" score mate %d", thoughts->score > 0 ? (plies + 1) / 2 : -((plies + 1) / 2));
        else
            printf(" score cp %d", thoughts->score);
        printf(" nodes %llu", (unsigned long long)thoughts->nodes);
    } else {
        printf("info nodes %llu", (unsigned long long)thoughts->iterations);
        for (int seat = 0; seat < setup->seats; seat++)
            printf("%s%.3f", seat ? "," : " payoff ", (double)thoughts->payoff[seat]);
    }
    /* The course can be told as far as the moves can be named: to its end where nothing is hidden. */
    struct ochre_state state;
    state_copy(setup, &state, &engine->course.state);
    int count = setup->game->rules->redact && thoughts->course_count > 1 ? 1 : thoughts->course_count;
    for (int i = 0; i < count; i++) {
        const struct bot_step *step = &thoughts->course[i];
        struct ochre_view view;
        char move[OCHRE_MOVE_SIZE];
        struct ochre_text text = text_on(move, sizeof move);
        state_look(setup, &state, step->seat, &view);
        setup->game->words->format_move(setup, &view, step->seat, step->action, &text);
        printf("%s %s", i ? "" : " pv", move);
        setup->game->rules->apply(setup, &state, step->seat, step->action, NULL);
    }
    putchar('\n');
    funlockfile(stdout);
}

/* The player for "depth 6", "movetime 500" or "nodes 800": alpha-beta where it fits, else tree search. NULL when no
 * limit was given; complains about one that cannot be. */
static struct bot *limited_bot(const struct engine *engine, const char *rest)
{
    char name[BOT_NAME_SIZE];
    struct ochre_text text = text_on(name, sizeof name);
    struct ochre_error error;
    const struct ochre_duel *duel = engine->game->think->duel;
    bool is_duel = duel && duel->suits(engine->course.setup);
    const char *value;
    if (text_starts(rest, "depth ", &value)) {
        text_add(&text, "ab:");
        text_add(&text, value);
    } else if (text_starts(rest, "nodes ", &value)) {
        text_add(&text, "mcts:");
        text_add(&text, value);
    } else if (text_starts(rest, "movetime ", &value)) {
        int thousandths;
        const char *at = value;
        if (!text_read_number(&at, 7, &thousandths) || *at) {
            engine_complain("expected: go movetime MILLISECONDS");
            return NULL;
        }
        snprintf(name, sizeof name, "%s:%d.%03ds", is_duel ? "ab" : "mcts", thousandths / 1000, thousandths % 1000);
        text.cut = false;
    } else if (text_same(rest, "infinite")) {
        text_add(&text, is_duel ? "ab:" : "mcts:");
        text_add(&text, ENDLESS);
    } else {
        return NULL;
    }
    struct bot *bot = text.cut ? NULL : bot_new(name, &error);
    if (bot && bot_suits(bot, engine->course.setup, &error) == 0)
        return bot;
    engine_complain(text.cut ? "a limit has fewer digits" : error.words);
    bot_delete(bot);
    return NULL;
}

/* ---- answers ---- */

static void put_move(const struct engine *engine, int seat, ochre_action action, struct json_writer *writer)
{
    char move[OCHRE_MOVE_SIZE];
    struct ochre_text text = text_on(move, sizeof move);
    position_move(engine->course.setup, &engine->course.state, seat, action, &text);
    json_field_string(writer, "move", move);
}

/* {"seat":"p1","payoffs":{"p1":0.6,"p2":0.4},"ideas":[{"move":"a2a3","worth":0.6,"visits":120}]}: numbers that the
 * player has no opinion of are null. */
static void print_eval(const struct engine *engine, const struct bot_thoughts *thoughts)
{
    const struct ochre_setup *setup = engine->course.setup;
    bool has_opinion = thoughts->worth >= 0 && (thoughts->iterations || thoughts->nodes);
    struct ochre_text json = position_text();
    struct json_writer writer = json_write_to(&json);
    json_open(&writer, '{');
    json_field_string(&writer, "seat", seat_code(engine->thought.seat));
    json_field_string(&writer, "player", bot_name(engine->thought.bot));
    json_name(&writer, "payoffs");
    json_open(&writer, '{');
    for (int seat = 0; seat < setup->seats; seat++)
        if (!has_opinion)
            json_field_null(&writer, seat_code(seat));
        else
            json_field_double(&writer, seat_code(seat), (double)thoughts->payoff[seat], 4);
    json_close(&writer, '}');
    json_name(&writer, "ideas");
    json_open(&writer, '[');
    for (int i = 0; i < thoughts->idea_count; i++) {
        json_open(&writer, '{');
        put_move(engine, engine->thought.seat, thoughts->idea[i].action, &writer);
        json_field_double(&writer, "worth", (double)thoughts->idea[i].worth, 4);
        json_field_int(&writer, "visits", (int64_t)thoughts->idea[i].visits);
        json_close(&writer, '}');
    }
    json_close(&writer, ']');
    json_close(&writer, '}');
    puts(json.at);
    position_text_free(&json);
}

static void *think(void *who)
{
    struct engine *engine = who;
    struct engine_thought *thought = &engine->thought;
    const struct ochre_setup *setup = engine->course.setup;
    struct ochre_view view;
    char move[OCHRE_MOVE_SIZE];
    struct ochre_text text = text_on(move, sizeof move);
    struct bot_thoughts thoughts = {
        .news = thought->is_eval ? NULL : print_news, .who = engine, .stop = &thought->stop};
    state_look(setup, &engine->course.state, thought->seat, &view);
    ochre_action action = bot_think(thought->bot, setup, &view, thought->seat, &engine->rng, &thoughts);
    if (thought->is_eval) {
        print_eval(engine, &thoughts);
    } else {
        if (thoughts.iterations)
            print_news(engine, &thoughts);
        setup->game->words->format_move(setup, &view, thought->seat, action, &text);
        printf("bestmove %s\n", move);
    }
    fflush(stdout);
    return NULL;
}

/* ---- beginning and ending ---- */

static bool has_limit(const char *rest)
{
    return text_starts(rest, "depth ", NULL) || text_starts(rest, "nodes ", NULL) ||
           text_starts(rest, "movetime ", NULL) || text_same(rest, "infinite");
}

static void begin(struct engine *engine, const char *rest, bool is_eval)
{
    const struct ochre_setup *setup = engine->course.setup;
    struct engine_thought *thought = &engine->thought;
    ochre_seats pending =
        setup->game->rules->pending(setup, &engine->course.state) & (ochre_seats)~SEAT_BIT(OCHRE_CHANCE);
    if (*rest && !has_limit(rest)) /* whoever asks waits for an answer all the same */
        engine_complain("expected no limit, or: depth D | movetime MS | nodes N | infinite; the option Bot answers");
    if (!pending) {
        puts(is_eval ? "{\"seat\":null,\"player\":null,\"payoffs\":{},\"ideas\":[]}" : "bestmove (none)");
        return;
    }
    struct ochre_error error;
    struct bot *limited = limited_bot(engine, rest);
    if (!limited && bot_suits(engine->bot, setup, &error) < 0)
        engine_complain(error.words);
    thought->seat = seats_first(pending);
    thought->limited = limited;
    thought->bot = limited ? limited : engine->bot;
    thought->is_eval = is_eval;
    thought->is_endless = limited && text_same(rest, "infinite");
    atomic_store(&thought->stop, false);
    fflush(stdout);
    if (pthread_create(&thought->thread, NULL, think, engine) != 0)
        abort();
    thought->is_running = true;
}

void engine_go(struct engine *engine, const char *rest)
{
    begin(engine, rest, false);
}

void engine_eval(struct engine *engine, const char *rest)
{
    begin(engine, rest, true);
}

static void end(struct engine_thought *thought)
{
    pthread_join(thought->thread, NULL);
    thought->is_running = false;
    bot_delete(thought->limited);
    thought->limited = NULL;
}

bool engine_wait(struct engine *engine)
{
    if (!engine->thought.is_running)
        return true;
    if (engine->thought.is_endless) {
        engine_complain("thinking until 'stop'");
        return false;
    }
    end(&engine->thought);
    return true;
}

void engine_stop(struct engine *engine)
{
    if (!engine->thought.is_running)
        return;
    atomic_store(&engine->thought.stop, true);
    end(&engine->thought);
}
