/* api.c: the public C interface (include/ochre/ochre.h) on top of the rules. Allocates plays; knows no game. */
#include <ochre/ochre.h>

#include <stdlib.h>

#include "rules/door.h"
#include "rules/read.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/setup.h"
#include "rules/show.h"
#include "rules/think.h"
#include "rules/words.h"

_Static_assert(OCHRE_SEAT_CHANCE == OCHRE_CHANCE && OCHRE_SEAT_WATCHER == OCHRE_NOBODY &&
                   OCHRE_SEAT_ALL == OCHRE_EVERYBODY && OCHRE_TEXT_SIZE == OCHRE_MOVE_SIZE,
               "the public header repeats numbers of rules/game.h");

struct ochre_play {
    struct ochre_setup setup;
    struct ochre_state state;
    struct ochre_pack pack;
    struct json_node *pack_nodes;
    ochre_action *moves; /* room for setup.legal_max */
    struct ochre_rng rng;
};

/* ---- games ---- */

static const struct ochre_game *offered(int number)
{
    for (const struct ochre_game *const *game = ochre_games; *game && number >= 0; game++)
        if (!(*game)->is_internal && number-- == 0)
            return *game;
    return NULL;
}

int ochre_game_count(void)
{
    int count = 0;
    while (offered(count))
        count++;
    return count;
}

const char *ochre_game_id(int number)
{
    const struct ochre_game *game = offered(number);
    return game ? game->id : NULL;
}

const char *ochre_game_name(int number)
{
    const struct ochre_game *game = offered(number);
    return game ? game->name : NULL;
}

const char *ochre_game_designer(int number)
{
    const struct ochre_game *game = offered(number);
    return game ? game->designer : NULL;
}

/* ---- making a play ---- */

/* The terms, cut into words in a copy of our own. */
struct spelling {
    char *text;     /* the copy */
    char *next;     /* the next word */
    char *position; /* NULL: none */
    char *position_json;
    struct json_node *nodes;
    struct json_doc doc;
};

static void spelling_free(struct spelling *spelling)
{
    free(spelling->text);
    free(spelling->position_json);
    free(spelling->nodes);
}

static char *next_word(struct spelling *spelling)
{
    char *word = spelling->next + strspn(spelling->next, " ");
    spelling->next = word + strcspn(word, " ");
    if (*spelling->next)
        *spelling->next++ = '\0';
    return word;
}

/* A position that is no JSON object stands for the member that the game names. */
static int read_position(struct spelling *spelling, struct ochre_terms *terms, struct ochre_error *error)
{
    const char *text = spelling->position;
    size_t size = 6 * strlen(text) + 64;
    spelling->position_json = malloc(size);
    spelling->nodes = malloc(json_nodes_for(size) * sizeof *spelling->nodes);
    if (!spelling->position_json || !spelling->nodes)
        return error_set(error, "", "not enough memory");
    struct ochre_text json = text_on(spelling->position_json, size);
    if (text[strspn(text, " \t\r\n")] == '{' || !terms->game->position_key) {
        text_add(&json, text);
    } else {
        struct json_writer writer = json_write_to(&json);
        json_open(&writer, '{');
        json_field_string(&writer, terms->game->position_key, text);
        json_close(&writer, '}');
    }
    struct ochre_error inner;
    if (json_parse(&spelling->doc, spelling->position_json, json.used, spelling->nodes, json_nodes_for(size), &inner) <
        0)
        return error_set(error, "", "position: {0}", inner.words);
    return terms_set_position(terms, json_root(&spelling->doc), error);
}

static int read_word(struct ochre_terms *terms, char *word, struct ochre_error *error)
{
    char *value = strchr(word, '=');
    if (!value)
        return error_set(error, "", "'{0}': expected seats=N, OPTION=VALUE or position=TEXT", word);
    *value++ = '\0';
    if (!text_same(word, "seats"))
        return terms_set(terms, word, value, error);
    const char *at = value;
    if (!text_read_number(&at, 2, &terms->seats) || *at || terms->seats == 0)
        return error_set(error, "", "seats cannot be '{0}' (expected a number)", value);
    return 0;
}

static int read_spelling(struct spelling *spelling, struct ochre_terms *terms, struct ochre_error *error)
{
    char *found = strstr(spelling->text, " position=");
    if (found) {
        *found = '\0';
        spelling->position = found + strlen(" position=");
    }
    spelling->next = spelling->text;
    char *id = next_word(spelling);
    const struct ochre_game *game = game_by_id(id);
    if (!game)
        return error_set(error, "", "there is no game '{0}'", id);
    terms_init(terms, game);
    for (char *word = next_word(spelling); *word; word = next_word(spelling))
        if (read_word(terms, word, error) < 0)
            return -1;
    return spelling->position ? read_position(spelling, terms, error) : 0;
}

static int read_pack(ochre_play *play, const struct ochre_game *game, struct ochre_error *error)
{
    size_t length = strlen(game->default_pack);
    size_t count = json_nodes_for(length);
    play->pack.file = "built in";
    play->pack_nodes = malloc(count * sizeof *play->pack_nodes);
    if (!play->pack_nodes)
        return error_set(error, "", "not enough memory");
    return json_parse(&play->pack.doc, game->default_pack, length, play->pack_nodes, count, error);
}

static int begin(ochre_play *play, struct spelling *spelling, struct ochre_error *error)
{
    struct ochre_terms terms;
    if (read_spelling(spelling, &terms, error) < 0)
        return -1;
    if (terms.game->default_pack) {
        if (read_pack(play, terms.game, error) < 0)
            return -1;
        terms.pack = &play->pack;
    }
    if (setup_make(&play->setup, &terms, error) < 0)
        return -1;
    play->moves = malloc(play->setup.legal_max * sizeof *play->moves);
    if (!play->moves)
        return error_set(error, "", "not enough memory");
    if (spelling->position)
        return terms.game->read->read_state(&play->setup, terms.position, &play->state, error);
    terms.game->rules->start(&play->setup, &play->state);
    return 0;
}

/* One move of chance or of a seat, at random. */
static void move_at_random(ochre_play *play, int seat)
{
    const struct ochre_game *game = play->setup.game;
    int count = game->rules->legal(&play->setup, &play->state, seat, play->moves);
    ochre_action action = seat == OCHRE_CHANCE
                              ? chance_sample(&play->setup, &play->state, play->moves, count, &play->rng)
                              : play->moves[rng_below(&play->rng, (uint32_t)count)];
    game->rules->apply(&play->setup, &play->state, seat, action, NULL);
}

/* Chance acts as long as only it is pending. */
static int let_chance_act(ochre_play *play)
{
    int moves = 0;
    for (; play->setup.game->rules->pending(&play->setup, &play->state) == SEAT_BIT(OCHRE_CHANCE); moves++)
        move_at_random(play, OCHRE_CHANCE);
    return moves;
}

static void say(char *why, size_t size, const char *rule, const char *words)
{
    if (!why || size == 0)
        return;
    struct ochre_text text = text_on(why, size);
    if (rule && rule[0]) {
        text_add(&text, rule);
        text_add(&text, ": ");
    }
    text_add(&text, words);
}

ochre_play *ochre_play_new(const char *terms, uint64_t seed, char *why, size_t why_size)
{
    struct ochre_error error = {.words = "not enough memory"};
    struct spelling spelling = {0};
    ochre_play *play = calloc(1, sizeof *play);
    size_t length = strlen(terms);
    spelling.text = malloc(length + 1);
    int result = -1;
    if (play && spelling.text) {
        memcpy(spelling.text, terms, length + 1);
        rng_seed(&play->rng, seed);
        result = begin(play, &spelling, &error);
    }
    spelling_free(&spelling);
    if (result < 0) {
        say(why, why_size, error.rule, error.words);
        ochre_play_delete(play);
        return NULL;
    }
    let_chance_act(play);
    return play;
}

ochre_play *ochre_play_copy(const ochre_play *play)
{
    ochre_play *copy = malloc(sizeof *copy);
    if (!copy)
        return NULL;
    memcpy(copy, play, sizeof *copy);
    copy->pack_nodes = NULL;
    copy->moves = malloc(play->setup.legal_max * sizeof *copy->moves);
    if (play->pack_nodes) {
        size_t size = play->pack.doc.nodes_count * sizeof *copy->pack_nodes;
        copy->pack_nodes = malloc(size);
        if (copy->pack_nodes)
            memcpy(copy->pack_nodes, play->pack_nodes, size);
        copy->pack.doc.nodes = copy->pack_nodes;
        copy->setup.pack = &copy->pack;
    }
    if (!copy->moves || (play->pack_nodes && !copy->pack_nodes)) {
        ochre_play_delete(copy);
        return NULL;
    }
    return copy;
}

void ochre_play_delete(ochre_play *play)
{
    if (!play)
        return;
    free(play->moves);
    free(play->pack_nodes);
    free(play);
}

/* ---- playing ---- */

int ochre_play_seats(const ochre_play *play)
{
    return play->setup.seats;
}

unsigned ochre_play_pending(const ochre_play *play)
{
    return play->setup.game->rules->pending(&play->setup, &play->state);
}

int ochre_play_first_pending(const ochre_play *play)
{
    unsigned pending = ochre_play_pending(play);
    return pending ? seats_first((ochre_seats)pending) : -1;
}

int ochre_play_is_over(const ochre_play *play)
{
    return ochre_play_pending(play) == 0;
}

static bool is_seat(const ochre_play *play, int seat)
{
    return seat >= 0 && seat < play->setup.seats;
}

int ochre_play_legal_count(const ochre_play *play, int seat)
{
    if (!is_seat(play, seat) || ochre_play_is_over(play))
        return 0;
    return play->setup.game->rules->legal(&play->setup, &play->state, seat, play->moves);
}

size_t ochre_play_legal_text(const ochre_play *play, int seat, int number, char *text, size_t size)
{
    struct ochre_view view;
    struct ochre_text out = text_on(text, size);
    int count = ochre_play_legal_count(play, seat);
    if (number < 0 || number >= count)
        return 0;
    state_look(&play->setup, &play->state, seat, &view);
    play->setup.game->words->format_move(&play->setup, &view, seat, play->moves[number], &out);
    return out.used;
}

int ochre_play_move(ochre_play *play, int seat, const char *text, char *why, size_t why_size)
{
    char said[OCHRE_WHY_SIZE];
    struct ochre_text words = text_on(said, sizeof said);
    struct ochre_view view;
    ochre_action action;
    if (ochre_play_legal_count(play, seat) == 0) {
        say(why, why_size, "turn", ochre_play_is_over(play) ? "play is over" : "this seat is not asked");
        return -1;
    }
    state_look(&play->setup, &play->state, seat, &view);
    const char *rule = door_find(&play->setup, &view, seat, text, play->moves, &action, &words);
    if (rule) {
        say(why, why_size, rule, said);
        return -1;
    }
    play->setup.game->rules->apply(&play->setup, &play->state, seat, action, NULL);
    let_chance_act(play);
    return 0;
}

int ochre_play_random(ochre_play *play)
{
    int moves = 0;
    for (; !ochre_play_is_over(play); moves++)
        move_at_random(play, ochre_play_first_pending(play));
    return moves;
}

size_t ochre_play_view(const ochre_play *play, int viewer, char *json, size_t size)
{
    struct ochre_view view;
    struct ochre_text text = text_on(json, size);
    if (!is_seat(play, viewer) && viewer != OCHRE_SEAT_WATCHER && viewer != OCHRE_SEAT_ALL)
        return 0;
    struct json_writer writer = json_write_to(&text);
    state_look(&play->setup, &play->state, viewer, &view);
    json_open(&writer, '{');
    play->setup.game->show->write_view(&play->setup, &view, viewer, &writer);
    json_close(&writer, '}');
    return text.used;
}

double ochre_play_payoff(const ochre_play *play, int seat)
{
    if (!is_seat(play, seat))
        return 0;
    if (ochre_play_is_over(play)) {
        struct ochre_outcome outcome;
        memset(&outcome, 0, sizeof outcome);
        play->setup.game->rules->outcome(&play->setup, &play->state, &outcome);
        return (double)outcome.payoff[seat];
    }
    float payoff[OCHRE_SEATS_MAX];
    play->setup.game->think->judge(&play->setup, &play->state, payoff);
    return (double)payoff[seat];
}
