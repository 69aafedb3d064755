/* test_golden.c: one play as each seat lives it. The moves are those of tests/golden/spears-4.txt and spears-3.txt
 * (made by golden_play); here they are read with the eyes of one seat: its view, the moves it witnesses, the events it
 * hears.
 *
 *     test_spears_golden FOLDER            do the plays still look as spears-4-p1.txt … say?
 *     test_spears_golden --regen FOLDER    writes them anew */
#include <stdio.h>
#include <stdlib.h>

#include "games/spears/spears.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/words.h"
#include "table/opening.h"

enum { FILE_MAX = 512 * 1024, BOARD_EVERY = 60 };

static struct opening *opening;
static const struct ochre_setup *setup;
static struct ochre_state state;
static char moves_text[FILE_MAX];
static char wanted[FILE_MAX];
static char found[FILE_MAX];

static bool read_file(const char *path, char text[FILE_MAX])
{
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, FILE_MAX - 1, file) : 0;
    if (file)
        (void)fclose(file);
    text[length] = '\0';
    return length > 0;
}

static bool write_file(const char *path, const struct ochre_text *text)
{
    FILE *file = fopen(path, "wb");
    bool is_written = file && fwrite(text->at, 1, text->used, file) == text->used;
    return file && fclose(file) == 0 && is_written;
}

static void say_line(struct ochre_text *out, const char *start, const char *line)
{
    text_add(out, start);
    text_add(out, line);
    text_char(out, '\n');
}

static void say_board(int viewer, struct ochre_text *out)
{
    static struct canvas canvas;
    struct ochre_view view;
    state_look(setup, &state, viewer, &view);
    canvas_clear(&canvas, NULL);
    setup->game->show->draw(setup, &view, viewer, &canvas);
    for (int y = 0; y < canvas.height; y++) {
        char line[CANVAS_WIDTH * 8 + 1];
        struct ochre_text text = text_on(line, sizeof line);
        canvas_row(&canvas, y, &text);
        say_line(out, line[0] ? "  | " : "  |", line);
    }
}

static const char *seat_text(const struct ochre_view *view, int seat)
{
    const char *key = seat == OCHRE_CHANCE ? NULL : setup->game->words->seat_key(setup, view, seat);
    return key ? key : seat_code(seat);
}

/* The move as the viewer reads it, then what it hears; false: nothing but notation would tell of it. */
static bool live(int viewer, int seat, ochre_action action, struct ochre_text *out)
{
    static struct ochre_journal journal;
    struct ochre_view view;
    char line[512];
    struct ochre_text text = text_on(line, sizeof line);
    bool is_seen = seats_has(move_witnesses(setup, &state, seat, action), viewer);
    state_look(setup, &state, viewer, &view);
    text_add(&text, seat_text(&view, seat));
    text_char(&text, ' ');
    setup->game->words->format_move(setup, &view, seat, is_seen ? action : OCHRE_NO_ACTION, &text);
    say_line(out, "> ", line);
    journal.count = 0;
    setup->game->rules->apply(setup, &state, seat, action, &journal);
    state_look(setup, &state, viewer, &view);
    for (int i = 0; i < journal.count; i++) {
        struct ochre_event heard = journal_heard(&journal.events[i], viewer);
        text = text_on(line, sizeof line);
        setup->game->words->tell(setup, &view, &heard, &text);
        say_line(out, "  ", line);
        if (!line[0])
            return false;
    }
    return journal.count > 0;
}

/* "N hunt:p10": the seat and its action from the all-seeing view. */
static bool read_move(char *line, int *seat, ochre_action *action)
{
    char *move = strchr(line, ' ');
    struct ochre_view all;
    if (!move)
        return false;
    *move++ = '\0';
    state_look(setup, &state, OCHRE_EVERYBODY, &all);
    for (*seat = 0; *seat <= OCHRE_CHANCE; ++*seat)
        if (seats_has(setup->game->rules->pending(setup, &state), *seat) && strcmp(seat_text(&all, *seat), line) == 0)
            return !setup->game->words->parse_move(setup, &all, *seat, move, action, NULL) &&
                   !setup->game->words->why_not(setup, &all, *seat, *action, NULL);
    return false;
}

static bool tell_play(int viewer, struct ochre_text *out)
{
    int moves = 0;
    state = opening->start;
    for (const char *at = moves_text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        char line[128];
        int seat;
        ochre_action action;
        if (strncmp(at, "> ", 2) != 0)
            continue;
        (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(at + 2, "\n"), at + 2);
        if (!read_move(line, &seat, &action) || !live(viewer, seat, action, out))
            return false;
        if (++moves % BOARD_EVERY == 0)
            say_board(viewer, out);
    }
    say_board(viewer, out);
    return !out->cut;
}

static bool check_play(const char *folder, int seats, bool is_regen)
{
    char path[512];
    struct ochre_error error = {0};
    struct opening_request request = {.game = game_by_id("spears"), .seats = seats};
    opening = opening_new(&request, &error);
    (void)snprintf(path, sizeof path, "%s/spears-%d.txt", folder, seats);
    if (!opening || !read_file(path, moves_text)) {
        (void)fprintf(stderr, "%s: cannot be read\n", path);
        return false;
    }
    setup = &opening->setup;
    bool is_same = true;
    for (int viewer = 0; viewer < seats; viewer++) {
        struct ochre_text out = text_on(found, sizeof found);
        (void)snprintf(path, sizeof path, "%s/spears-%d-%s.txt", folder, seats, seat_code(viewer));
        bool is_told = tell_play(viewer, &out);
        if (is_told && is_regen)
            is_told = write_file(path, &out);
        if (is_told && !is_regen)
            is_told = read_file(path, wanted) && strcmp(wanted, found) == 0;
        if (!is_told)
            (void)fprintf(stderr, "%s: the play no longer looks like this (scripts/regen-golden)\n", path);
        is_same = is_same && is_told;
    }
    opening_delete(opening);
    return is_same;
}

int main(int argc, char **argv)
{
    bool is_regen = argc == 3 && strcmp(argv[1], "--regen") == 0;
    if (argc != 2 && !is_regen)
        return 2;
    const char *folder = argv[argc - 1];
    bool is_same = check_play(folder, 4, is_regen);
    return check_play(folder, 3, is_regen) && is_same ? 0 : 1;
}
