/* plays.c: see plays.h. */
#include "module/plays.h"

#include <stdlib.h>
#include <string.h>

#include "ai/bot.h"
#include "cli/tongue.h"
#include "module/thinking.h"
#include "rules/registry.h"
#include "server/memory.h"
#include "server/step.h"
#include "table/log.h"

static char trouble[1024];
static char *handed_out;

/* What is handed out replaces what was handed out before. */
static const char *hand_out(char *text)
{
    free(handed_out);
    handed_out = text;
    return text;
}

const char *play_trouble(void)
{
    return trouble;
}

void plays_refuse(const char *rule, const char *why)
{
    struct ochre_text text = text_on(trouble, sizeof trouble);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_field_string(&writer, "rule", rule);
    json_field_string(&writer, "why", why);
    json_close(&writer, '}');
}

static bool accept(int result, const struct table_no *no)
{
    if (result < 0)
        plays_refuse(no->rule, no->why);
    return result >= 0;
}

static int viewer_of(int viewer)
{
    return viewer == PLAY_NOBODY ? OCHRE_NOBODY : viewer == PLAY_EVERYBODY ? OCHRE_EVERYBODY : viewer;
}

/* ---- beginning and end ---- */

static bool read_seed(struct json value, unsigned char seed[FAIR_SIZE], bool *is_there)
{
    char hex[FAIR_HEX_SIZE];
    *is_there = json_there(value);
    return !*is_there || (json_string(value, hex, sizeof hex) && fair_from_hex(hex, seed) == FAIR_SIZE);
}

static struct table *begin(struct opening *opening, const unsigned char *seed, struct ochre_error *error)
{
    struct table_no no;
    struct table *table = opening ? table_new(opening, 0, seed, error) : NULL;
    if (!table) {
        plays_refuse(error->rule, error->words);
        return NULL;
    }
    if (table_begin(table, NULL, &no) < 0) {
        plays_refuse(no.rule, no.why);
        table_delete(table);
        return NULL;
    }
    return table;
}

static const struct ochre_game *read_game(struct json terms)
{
    char id[32];
    if (!json_string(json_get(terms, "game"), id, sizeof id))
        return NULL;
    for (int i = 0; ochre_games[i]; i++)
        if (text_same(ochre_games[i]->id, id))
            return ochre_games[i];
    return NULL;
}

static struct table *open_terms(struct json terms)
{
    unsigned char seed[FAIR_SIZE];
    bool has_seed;
    struct ochre_error error = {0};
    struct opening_request request = {.game = read_game(terms),
                                      .options_json = json_get(terms, "options"),
                                      .pack_changes = json_get(terms, "pack"),
                                      .position_json = json_get(terms, "position")};
    struct json seats = json_get(terms, "seats");
    if (!request.game)
        plays_refuse("", "there is no such game");
    else if (json_there(seats) && !json_int_in(seats, 1, OCHRE_SEATS_MAX, &request.seats))
        plays_refuse("", "seats: expected a whole number");
    else if (!read_seed(json_get(terms, "seed"), seed, &has_seed))
        plays_refuse("", "seed: expected 64 hexadecimal digits");
    else
        return begin(opening_new(&request, &error), has_seed ? seed : NULL, &error);
    return NULL;
}

struct table *play_open(const char *terms, size_t length)
{
    struct json_doc doc;
    struct ochre_error error = {0};
    size_t nodes_max = json_nodes_for(length);
    struct json_node *nodes = must_alloc(nodes_max * sizeof *nodes);
    struct table *table = NULL;
    if (json_parse(&doc, terms, length, nodes, nodes_max, &error) < 0)
        plays_refuse(error.rule, error.words);
    else
        table = open_terms(json_root(&doc));
    free(nodes);
    return table;
}

struct table *play_load(const char *text, size_t length)
{
    struct log log;
    struct table_no no;
    struct ochre_error error = {0};
    if (log_parse(&log, text, length, &error) < 0) {
        plays_refuse(error.rule, error.words);
        return NULL;
    }
    struct table *table = log_play(&log, 0, NULL, NULL, NULL, NULL, &error);
    if (!table)
        plays_refuse(error.rule, error.words);
    else if (!table_is_over(table) && table_begin(table, NULL, &no) < 0)
        plays_refuse(no.rule, no.why);
    log_free(&log);
    return table;
}

void play_close(struct table *table)
{
    table_delete(table);
}

/* ---- looking ---- */

struct look {
    const struct table *table;
    struct step_listener listener;
};

static void write_look(void *what, struct ochre_text *out)
{
    const struct look *look = what;
    step_write(look->table, NULL, &look->listener, out);
}

const char *play_look(const struct table *table, int viewer, int since, const char *lang)
{
    static struct paper paper;
    size_t length;
    int last = table_step_count(table);
    struct look look = {.table = table,
                        .listener = {.viewer = viewer_of(viewer),
                                     .tongue = tongue_for(lang),
                                     .has_words = true,
                                     .printed = STEP_PRINTED_IN_VIEW,
                                     .may_undo = true,
                                     .from = since < 0      ? 0
                                             : since > last ? last
                                                            : since}};
    return paper_fill(&paper, write_look, &look, &length);
}

const char *play_log(const struct table *table, int viewer, bool reveal)
{
    size_t length;
    return hand_out(viewer == PLAY_EVERYBODY ? log_text(table, reveal, &length)
                                             : log_view(table, viewer_of(viewer), &length));
}

/* ---- moves ---- */

bool play_move(struct table *table, int seat, uint32_t ask, const char *move, const char *lang)
{
    struct table_no no;
    return accept(table_play(table, seat, ask, move, tongue_for(lang), &no), &no);
}

bool play_resign(struct table *table, int seat, const char *lang)
{
    struct table_no no;
    return accept(table_resign(table, seat, tongue_for(lang), &no), &no);
}

bool play_undo(struct table *table, int seat, const char *lang)
{
    struct table_no no;
    return accept(table_undo(table, seat, tongue_for(lang), &no), &no);
}

/* ---- players ---- */

static void write_move(const struct table *table, int seat, ochre_action action, const char *name,
                       struct json_writer *writer)
{
    char move[OCHRE_MOVE_SIZE];
    struct ochre_text text = text_on(move, sizeof move);
    table_move_text(table, seat, action, &text);
    json_field_string(writer, name, move);
}

static char *write_thoughts(const struct table *table, int seat, const struct thinking_answer *answer)
{
    enum { SIZE = 4096 };
    char *said = must_alloc(SIZE);
    struct ochre_text text = text_on(said, SIZE);
    struct json_writer writer = json_write_to(&text);
    const struct bot_thoughts *thoughts = &answer->thoughts;
    json_open(&writer, '{');
    write_move(table, seat, answer->action, "move", &writer);
    json_field_double(&writer, "worth", thoughts->worth, 4);
    json_field_int(&writer, "iterations", (int64_t)thoughts->iterations);
    json_name(&writer, "ideas");
    json_open(&writer, '[');
    for (int i = 0; i < thoughts->idea_count; i++) {
        json_open(&writer, '{');
        write_move(table, seat, thoughts->idea[i].action, "m", &writer);
        json_field_double(&writer, "worth", thoughts->idea[i].worth, 4);
        json_field_int(&writer, "visits", (int64_t)thoughts->idea[i].visits);
        json_close(&writer, '}');
    }
    json_close(&writer, ']');
    json_close(&writer, '}');
    return said;
}

const char *play_think(const struct table *table, int seat, const char *name, uint32_t seed_high, uint32_t seed_low)
{
    static struct thinking_answer answer;
    struct ochre_error error = {0};
    struct ochre_view view;
    if (seat < 0 || seat >= table_setup(table)->seats || !seats_has(table_pending(table), seat)) {
        plays_refuse("turn", "the seat is not asked");
        return NULL;
    }
    struct bot *bot = bot_new(name, &error);
    if (!bot || bot_suits(bot, table_setup(table), &error) < 0) {
        bot_delete(bot);
        plays_refuse(error.rule, error.words);
        return NULL;
    }
    table_view(table, seat, &view);
    thinking_think(bot, table_setup(table), &view, seat, (uint64_t)seed_high << 32 | seed_low, &answer);
    bot_delete(bot);
    return hand_out(write_thoughts(table, seat, &answer));
}

/* ---- proof ---- */

static char *write_proof(const struct log_proof *proof)
{
    enum { SIZE = 512 };
    char *said = must_alloc(SIZE);
    struct ochre_text text = text_on(said, SIZE);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_field_int(&writer, "moves", proof->moves);
    json_field_int(&writer, "draws", proof->draws);
    json_field_bool(&writer, "over", proof->is_over);
    json_field_bool(&writer, "fair", proof->has_promise);
    json_field_string(&writer, "winners", proof->winners);
    json_close(&writer, '}');
    return said;
}

const char *play_verify(const char *text, size_t length)
{
    struct log log;
    struct log_proof proof;
    struct ochre_error error = {0};
    if (log_parse(&log, text, length, &error) < 0) {
        plays_refuse(error.rule, error.words);
        return NULL;
    }
    bool is_right = log_verify(&log, NULL, &proof, &error) == 0;
    log_free(&log);
    if (!is_right)
        plays_refuse(error.rule, error.words);
    return is_right ? hand_out(write_proof(&proof)) : NULL;
}
