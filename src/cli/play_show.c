/* play_show.c: the screen of a play: board, story, moves, result. From views only. */
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"
#include "cli/screen.h"

/* ROWS_TAKEN: title, head of the moves, prompt and the empty rows between; ROWS_AROUND: with the least of story and
 * moves. */
enum { STORY_ROWS = 6, MOVES_ROWS = 3, WORDS_ROWS = 8, ROWS_TAKEN = 6, ROWS_AROUND = ROWS_TAKEN + 3 };

void play_say(struct play *play, const char *const said[])
{
    struct ochre_text text = text_on(play->notice_text, sizeof play->notice_text);
    text_fill(&text, said[0], said + 1);
    play->notice = play->notice_text;
}

void play_seat_words(const struct play *play, int seat, struct ochre_text *text)
{
    text_add(text, _(table_seat_name(play->table, seat)));
    bool is_alone = play->humans == SEAT_BIT(seat);
    text_add(text, " (");
    text_add(text, is_alone ? _("you") : play->bot[seat] ? play->player[seat] : _("person"));
    text_add(text, ")");
}

static int lines_of(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* The last lines of a story. */
static void print_story(const char *story, int rows)
{
    bool has_dots = lines_of(story) > rows && rows > 2;
    int skip = lines_of(story) - rows + has_dots;
    const char *at = story;
    for (; skip > 0; skip--)
        at += strcspn(at, "\n") + 1;
    if (has_dots)
        puts("  ...");
    while (*at) {
        size_t length = strcspn(at, "\n");
        char line[512];
        struct ochre_text text = text_on(line, sizeof line);
        text_add_bytes(&text, at, length);
        screen_fill(stdout, line, 2);
        at += length + (at[length] == '\n');
    }
}

static void draw_board(const struct play *play, int viewer, struct canvas *canvas)
{
    struct ochre_view view;
    table_view(play->table, viewer, &view);
    canvas_clear(canvas, tongue_used());
    play->setup->game->draw(play->setup, &view, viewer, canvas);
}

static void print_title(const struct play *play)
{
    char who[256];
    struct ochre_text text = text_in(who, sizeof who, tongue_used());
    for (int seat = 0; seat < play->setup->seats; seat++) {
        text_add(&text, seat ? _(", ") : "");
        play_seat_words(play, seat, &text);
    }
    screen_style(stdout, 'b');
    fputs(play->setup->game->name, stdout);
    screen_plain(stdout);
    if (screen_width(play->setup->game->name) + screen_width(who) + 3 <= screen_columns())
        printf(" - %s", who);
    puts("\n");
}

void play_show_moves_in_words(const struct play *play)
{
    int widest = 0;
    for (int i = 0; i < play->count; i++)
        widest = screen_width(play->words[i]) > widest ? screen_width(play->words[i]) : widest;
    for (int i = 0; i < play->count; i++) {
        char prefix[OCHRE_MOVE_SIZE + 16];
        char what[TABLE_WHY_SIZE];
        struct ochre_text text = text_in(what, sizeof what, tongue_used());
        table_move_words(play->table, play->seat, play->list[i], &text);
        snprintf(prefix, sizeof prefix, "%4d %-*s  ", i + 1, widest, play->words[i]);
        screen_behind(stdout, prefix, what);
    }
}

void play_show_moves(const struct play *play, int rows)
{
    char head[160];
    struct ochre_text text = text_in(head, sizeof head, tongue_used());
    text_say_count(&text, play->count, "{0}: one move. Type it or its number; ? helps.",
                   "{0}: {1} moves. Type one or its number; ? helps.", _(table_seat_name(play->table, play->seat)),
                   NUM(play->count));
    puts(head);
    if (play->count <= rows && play->count <= WORDS_ROWS) { /* few enough to say what they do */
        play_show_moves_in_words(play);
        return;
    }
    const char *const *words = play->words;
    int shown = screen_columns_of(stdout, words, 0, play->count, rows);
    if (shown < play->count) {
        text = text_in(head, sizeof head, tongue_used());
        text_say_count(&text, play->count - shown, "  ... and one more: type moves",
                       "  ... and {0} more: type moves, or the beginning of a move", NUM(play->count - shown));
        puts(head);
    }
}

void play_show(struct play *play)
{
    static struct canvas canvas;
    char *story = play->story[play->seat];
    draw_board(play, play->seat, &canvas);
    if (play->is_terminal) {
        screen_clear(false);
        if (canvas.height + ROWS_AROUND <= screen_rows()) /* else the board needs the room more */
            print_title(play);
    } else {
        putchar('\n');
    }
    screen_canvas(stdout, &canvas);
    putchar('\n');
    int left = screen_rows() - canvas.height - ROWS_TAKEN - (play->notice != NULL);
    int told = lines_of(story);
    int story_rows = left - MOVES_ROWS < STORY_ROWS ? left - MOVES_ROWS : STORY_ROWS;
    story_rows = story_rows < 2 ? 2 : story_rows;
    if (play->is_terminal && told) {
        screen_style(stdout, 'd');
        print_story(story, story_rows);
        screen_plain(stdout);
        left -= told < story_rows ? told : story_rows;
    }
    play_show_moves(play, left < MOVES_ROWS ? MOVES_ROWS : left);
    if (play->notice) {
        screen_style(stdout, 'y');
        screen_fill(stdout, play->notice, 0);
        screen_plain(stdout);
        play->notice = NULL;
    }
    fflush(stdout);
}

/* One line per seat: place, name, points and what they are made of. */
static void print_place(const struct play *play, const struct ochre_outcome *outcome, int seat)
{
    char line[512];
    struct ochre_text text = text_in(line, sizeof line, tongue_used());
    text_int(&text, outcome->rank[seat]);
    text_add(&text, ". ");
    play_seat_words(play, seat, &text);
    bool has_parts = outcome->part_name[0] != NULL;
    bool has_points = has_parts && !outcome->has_no_points;
    if (has_parts)
        text_add(&text, _(": "));
    if (has_points)
        text_say_count(&text, outcome->score[seat], "{0} point", "{0} points", NUM(outcome->score[seat]));
    for (int part = 0; part < OCHRE_PARTS_MAX && outcome->part_name[part]; part++) {
        text_add(&text, part ? ", " : has_points ? " (" : "");
        text_say(&text, "{0} {1}", _(outcome->part_name[part]), NUM(outcome->part[seat][part]));
    }
    text_add(&text, has_points ? ")" : "");
    screen_style(stdout, seats_has(outcome->winners, seat) ? 'b' : ' ');
    screen_fill(stdout, line, 2);
    screen_plain(stdout);
}

/* "White wins", "White and Black share the victory", "Nobody wins". */
static void print_winners(const struct play *play, const struct ochre_outcome *outcome)
{
    char names[256];
    char line[512];
    struct ochre_text list = text_in(names, sizeof names, tongue_used());
    struct ochre_text text = text_in(line, sizeof line, tongue_used());
    int winners = 0;
    for (int seat = 0; seat < play->setup->seats; seat++)
        if (seats_has(outcome->winners, seat)) {
            text_add(&list, winners++ ? _(", ") : "");
            text_add(&list, _(table_seat_name(play->table, seat)));
        }
    const char *reason = outcome->reason ? _(outcome->reason) : "-";
    if (winners == 0)
        text_say(&text, "The play is over: nobody wins ({0}).", reason);
    else if (winners == 1 && play->humans == outcome->winners)
        text_say(&text, "The play is over: you win ({0}).", reason);
    else if (winners == 1)
        text_say(&text, "The play is over: {0} wins ({1}).", names, reason);
    else
        text_say(&text, "The play is over: {0} share the victory ({1}).", names, reason);
    screen_style(stdout, 'b');
    screen_fill(stdout, line, 0);
    screen_plain(stdout);
}

void play_show_result(const struct play *play)
{
    static struct canvas canvas;
    struct ochre_outcome outcome;
    bool is_lone = play->humans && !(play->humans & (play->humans - 1));
    table_outcome(play->table, &outcome);
    if (play->is_terminal && play->humans) {
        screen_clear(false);
        print_title(play);
    }
    draw_board(play, OCHRE_EVERYBODY, &canvas);
    screen_canvas(stdout, &canvas);
    putchar('\n');
    if (is_lone && play->is_terminal)
        print_story(play->story[seats_first(play->humans)], STORY_ROWS);
    putchar('\n');
    print_winners(play, &outcome);
    for (int place = 1; place <= play->setup->seats; place++)
        for (int seat = 0; seat < play->setup->seats; seat++)
            if (outcome.rank[seat] == place)
                print_place(play, &outcome, seat);
}
