/* golden_play.c: one readable play, move by move, with the story and now and then the board.
 *
 *     golden_play FILE                      does the play still go as FILE says?
 *     golden_play --again FILE              writes FILE anew from its own moves, when a change is meant
 *     golden_play --new FILE GAME SEATS BOT SEED   writes a new file; BOT chooses the moves
 *
 * The moves are in the file (lines that begin with "> "), so a play does not change when a bot does: everything else is
 * said anew and compared. For every game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/bot.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/words.h"
#include "table/file.h"
#include "table/opening.h"

enum { FILE_MAX = 1024 * 1024, BOARD_EVERY = 40 };

struct play {
    struct opening *opening;
    const struct ochre_setup *setup;
    struct ochre_state state;
    struct ochre_text out;
    int moves;
};

static void say_line(struct play *play, const char *start, const char *line)
{
    text_add(&play->out, start);
    text_add(&play->out, line);
    text_char(&play->out, '\n');
}

static const char *seat_text(const struct play *play, const struct ochre_view *view, int seat)
{
    if (seat == OCHRE_CHANCE || !play->setup->game->words->seat_key)
        return seat_code(seat);
    return play->setup->game->words->seat_key(play->setup, view, seat);
}

static void say_board(struct play *play)
{
    static struct canvas canvas;
    struct ochre_view view;
    state_look(play->setup, &play->state, OCHRE_EVERYBODY, &view);
    canvas_clear(&canvas, NULL);
    play->setup->game->show->draw(play->setup, &view, OCHRE_EVERYBODY, &canvas);
    for (int y = 0; y < canvas.height; y++) {
        char line[CANVAS_WIDTH * 8 + 1];
        struct ochre_text text = text_on(line, sizeof line);
        canvas_row(&canvas, y, &text);
        say_line(play, line[0] ? "  | " : "  |", line);
    }
}

/* An event as everybody hears it, and to those for whom it sounds different: "(p1) You take …". */
static void say_event(struct play *play, const struct ochre_view *view, const struct ochre_event *event)
{
    char line[1024];
    struct ochre_text text = text_on(line, sizeof line);
    play->setup->game->words->tell(play->setup, view, event, &text);
    if (!line[0])
        return;
    say_line(play, "  ", line);
    for (int seat = 0; seat < play->setup->seats; seat++) {
        char own[1024];
        const struct ochre_voice voice = {.you = seat};
        struct ochre_text to_you = text_on(own, sizeof own);
        to_you.voice = &voice;
        play->setup->game->words->tell(play->setup, view, event, &to_you);
        if (strcmp(own, line) == 0)
            continue;
        text_add(&play->out, "    (");
        text_add(&play->out, seat_text(play, view, seat));
        say_line(play, ") ", own);
    }
}

static void make_move(struct play *play, int seat, ochre_action action)
{
    static struct ochre_journal journal;
    const struct ochre_game *game = play->setup->game;
    struct ochre_view view;
    char line[1024];
    state_look(play->setup, &play->state, OCHRE_EVERYBODY, &view);
    struct ochre_text text = text_on(line, sizeof line);
    text_add(&text, seat_text(play, &view, seat));
    text_char(&text, ' ');
    game->words->format_move(play->setup, &view, seat, action, &text);
    char noted[OCHRE_MOVE_SIZE];
    struct ochre_text note = text_on(noted, sizeof noted);
    if (game->words->note_move)
        game->words->note_move(play->setup, &view, seat, action, &note);
    text_add(&text, note.used ? " # " : "");
    text_add(&text, noted);
    say_line(play, "> ", line);
    journal.count = 0;
    game->rules->apply(play->setup, &play->state, seat, action, &journal);
    state_look(play->setup, &play->state, OCHRE_EVERYBODY, &view);
    for (int i = 0; i < journal.count; i++)
        say_event(play, &view, &journal.events[i]);
    if (++play->moves % BOARD_EVERY == 0)
        say_board(play);
}

static void say_end(struct play *play)
{
    struct ochre_outcome outcome;
    struct ochre_view view;
    if (play->setup->game->rules->pending(play->setup, &play->state) != 0)
        return;
    say_board(play);
    state_look(play->setup, &play->state, OCHRE_EVERYBODY, &view);
    play->setup->game->rules->outcome(play->setup, &play->state, &outcome);
    say_line(play, "  ", outcome.reason ? outcome.reason : "over");
    for (int seat = 0; seat < play->setup->seats; seat++) {
        char line[256];
        struct ochre_text text = text_on(line, sizeof line);
        text_add(&text, seat_text(play, &view, seat));
        text_add(&text, ": rank ");
        text_int(&text, outcome.rank[seat]);
        text_add(&text, ", score ");
        text_int(&text, outcome.score[seat]);
        for (int part = 0; part < OCHRE_PARTS_MAX && outcome.part_name[part]; part++) {
            text_add(&text, part ? ", " : " = ");
            text_add(&text, outcome.part_name[part]);
            text_char(&text, ' ');
            text_int(&text, outcome.part[seat][part]);
        }
        say_line(play, "  ", line);
    }
}

static bool open_play(struct play *play, const char *id, int seats)
{
    struct ochre_error error = {0};
    struct opening_request request = {.game = game_by_id(id), .seats = seats};
    if (!request.game) {
        fprintf(stderr, "no game '%s'\n", id);
        return false;
    }
    play->opening = opening_new(&request, &error);
    if (!play->opening) {
        fprintf(stderr, "%s\n", error.words);
        return false;
    }
    play->setup = &play->opening->setup;
    play->state = play->opening->start;
    char line[64];
    snprintf(line, sizeof line, "game %s seats %d", id, play->setup->seats);
    say_line(play, "", line);
    return true;
}

static void play_with_bot(struct play *play, struct bot *bot, uint64_t seed)
{
    const struct ochre_game *game = play->setup->game;
    ochre_action *list = calloc(play->setup->legal_max, sizeof *list);
    struct ochre_rng rng;
    ochre_seats pending;
    rng_seed(&rng, seed);
    while (list && (pending = game->rules->pending(play->setup, &play->state)) != 0) {
        int seat = seats_first(pending);
        ochre_action action;
        if (seat == OCHRE_CHANCE) {
            int count = game->rules->legal(play->setup, &play->state, seat, list);
            action = chance_sample(play->setup, &play->state, list, count, &rng);
        } else {
            struct ochre_view view;
            state_look(play->setup, &play->state, seat, &view);
            action = bot_think(bot, play->setup, &view, seat, &rng, NULL);
        }
        make_move(play, seat, action);
    }
    say_end(play);
    free(list);
}

/* "A T2 # E+", "* ~G": who moves must be asked, and the move must be legal. */
static bool replay_line(struct play *play, char *line)
{
    const struct ochre_game *game = play->setup->game;
    char *move = strchr(line, ' ');
    ochre_seats pending = game->rules->pending(play->setup, &play->state);
    struct ochre_view view;
    ochre_action action;
    if (!move)
        return false;
    *move++ = '\0';
    char *note = strstr(move, " # ");
    if (note)
        *note = '\0';
    state_look(play->setup, &play->state, OCHRE_EVERYBODY, &view);
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++) {
        if (!seats_has(pending, seat) || strcmp(seat_text(play, &view, seat), line) != 0)
            continue;
        struct ochre_view own;
        state_look(play->setup, &play->state, seat == OCHRE_CHANCE ? OCHRE_EVERYBODY : seat, &own);
        if (game->words->parse_move(play->setup, &own, seat, move, &action, NULL) ||
            game->words->why_not(play->setup, &own, seat, action, NULL))
            return false;
        make_move(play, seat, action);
        return true;
    }
    return false;
}

static bool replay(struct play *play, const char *text)
{
    char id[32];
    int seats;
    if (sscanf(text, "game %31s seats %d", id, &seats) != 2 || !open_play(play, id, seats))
        return false;
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        char line[256];
        if (strncmp(at, "> ", 2) != 0)
            continue;
        size_t length = strcspn(at + 2, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, at + 2);
        if (!replay_line(play, line)) {
            fprintf(stderr, "move %d is no longer possible: %.*s\n", play->moves + 1, (int)length, at + 2);
            return false;
        }
    }
    say_end(play);
    return true;
}

static int compare(const char *path, const char *wanted, const char *found)
{
    int line = 1;
    const char *start = wanted;
    size_t i = 0;
    for (; wanted[i] && wanted[i] == found[i]; i++)
        if (wanted[i] == '\n') {
            line++;
            start = wanted + i + 1;
        }
    if (wanted[i] == found[i])
        return 0;
    const char *other = found + (start - wanted);
    fprintf(stderr, "%s:%d\n  expected: %.*s\n  found:    %.*s\n", path, line, (int)strcspn(start, "\n"), start,
            (int)strcspn(other, "\n"), other);
    return 1;
}

int main(int argc, char **argv)
{
    struct ochre_error error = {0};
    static char written[FILE_MAX];
    struct play *play = calloc(1, sizeof *play);
    int status = 2;
    if (!play)
        return 2;
    play->out = text_on(written, sizeof written);
    if (argc == 7 && strcmp(argv[1], "--new") == 0) {
        struct bot *bot = bot_new(argv[5], &error);
        if (bot && open_play(play, argv[3], atoi(argv[4]))) {
            play_with_bot(play, bot, (uint64_t)atoll(argv[6]));
            status = play->out.cut || file_save(argv[2], written, play->out.used, &error) < 0 ? 1 : 0;
        }
        bot_delete(bot);
    } else if (argc == 2 || (argc == 3 && strcmp(argv[1], "--again") == 0)) {
        size_t length;
        const char *path = argv[argc - 1];
        char *wanted = file_read(path, FILE_MAX, &length, &error);
        status = 1;
        if (wanted && replay(play, wanted) && !play->out.cut)
            status = argc == 2 ? compare(path, wanted, written) : -file_save(path, written, play->out.used, &error);
        free(wanted);
    } else {
        fprintf(stderr, "golden_play [--again] FILE, or golden_play --new FILE GAME SEATS BOT SEED\n");
    }
    if (error.words[0])
        fprintf(stderr, "%s\n", error.words);
    if (play->opening)
        opening_delete(play->opening);
    free(play);
    return status;
}
