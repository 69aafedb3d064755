/* play_show.c: the screen of a play: board, story, moves, result. From views only. What is chosen from is always on it;
 * what does not fit is on the next page, one Enter away. */
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"
#include "cli/screen.h"
#include "cli/sheet.h"
#include "rules/show.h"

/* Rows nobody else gets: the prompt, and one below it so that typing Enter does not scroll. */
enum { ROWS_KEPT = 2, ROWS_LEAST = 10 };
/* What moves, story and a notice get before the less important parts of the board do, and at most. */
enum { MOVES_LEAST = 6, MOVES_GOOD = 9, STORY_LEAST = 2, STORY_GOOD = 4, STORY_MOST = 8, NOTICE_MOST = 4 };

void play_say(struct play *play, const char *const said[])
{
    struct ochre_text text = text_on(play->notice_text, sizeof play->notice_text);
    text_fill(&text, said[0], said + 1);
    play->notice = play->notice_text;
}

/* "4", or with a temper "4/bold". */
static void say_level(struct ochre_text *text, const char *level)
{
    static const char *const said[][2] = {{"/bold", N_("level {0}, bold")},
                                          {"/hoarding", N_("level {0}, hoarding")},
                                          {"/patient", N_("level {0}, patient")}};
    const char *phrase = N_("level {0}");
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (text_same(level + 1, said[i][0]))
            phrase = said[i][1];
    text_say(text, phrase, NUM(level[0] - '0'));
}

void play_seat_words(const struct play *play, int seat, struct ochre_text *text)
{
    const char *level;
    text_add(text, _(table_seat_name(play->table, seat)));
    text_add(text, " (");
    if (play->humans == SEAT_BIT(seat))
        text_add(text, _("you"));
    else if (text_starts(play->player[seat], "level:", &level))
        say_level(text, level);
    else
        text_add(text, play->bot[seat] ? play->player[seat] : _("person"));
    text_add(text, ")");
}

static void draw_board(const struct play *play, int viewer, struct canvas *canvas)
{
    struct ochre_view view;
    table_view(play->table, viewer, &view);
    canvas_clear(canvas, tongue_used());
    play->setup->game->show->draw(play->setup, &view, viewer, canvas);
}

static void print_title(FILE *out, const struct play *play)
{
    char who[256];
    struct ochre_text text = text_in(who, sizeof who, tongue_used());
    for (int seat = 0; seat < play->setup->seats; seat++) {
        text_add(&text, seat ? _(", ") : "");
        play_seat_words(play, seat, &text);
    }
    screen_style(out, 'b');
    (void)fputs(play->setup->game->name, out);
    screen_plain(out);
    if (screen_width(play->setup->game->name) + screen_width(who) + 3 <= screen_columns())
        (void)fprintf(out, " - %s", who);
    (void)fputc('\n', out);
}

/* ---- parts of the screen ---- */

/* The story, a line of the screen for each line of the sheet. */
static void lay_story(const struct play *play, int seat, struct sheet *sheet)
{
    sheet_open(sheet);
    for (const char *at = play->story[seat]; *at;) {
        size_t length = strcspn(at, "\n");
        char line[512];
        struct ochre_text text = text_on(line, sizeof line);
        text_add_bytes(&text, at, length);
        screen_item(sheet->out, line, 2, 4);
        at += length + (at[length] == '\n');
    }
    sheet_close(sheet);
}

/* The last lines, dimmed; dots say that there were more. */
static void print_story(const struct sheet *story, int rows)
{
    screen_style(stdout, 'd');
    if (story->count > rows && rows > 1) {
        puts("  ...");
        rows--;
    }
    sheet_print(story, stdout, story->count > rows ? story->count - rows : 0, rows);
    screen_plain(stdout);
}

/* What is asked, how many moves there are, and how to see the rest. */
static void lay_head(const struct play *play, bool has_rest, struct sheet *sheet)
{
    char line[400];
    struct ochre_text text = text_in(line, sizeof line, tongue_used());
    const char *name = _(table_seat_name(play->table, play->seat));
    size_t before;
    sheet_open(sheet);
    text_add(&text, name);
    text_add(&text, _(": "));
    before = text.used;
    table_question(play->table, play->seat, &text);
    text_add(&text, text.used > before ? " " : "");
    text_say_count(&text, play->count, "One move: press Enter to play it; ? helps.", "{0} moves; ? helps.",
                   NUM(play->count));
    if (has_rest) {
        text_char(&text, ' ');
        text_add(&text, play->count == 1 ? _("more: the rest.") : _("Enter: the rest."));
    }
    screen_fill(sheet->out, line, 0);
    sheet_close(sheet);
}

static void lay_notice(const struct play *play, struct sheet *sheet)
{
    sheet_open(sheet);
    if (play->notice)
        screen_fill(sheet->out, play->notice, 0);
    sheet_close(sheet);
}

/* ---- which bands are shown ---- */

struct choice {
    bool shown[CANVAS_BANDS];
    int rows; /* of the board that are shown */
    int left; /* rows of the screen that nobody has yet */
};

static int bands_of(const struct canvas *canvas)
{
    return canvas->band_count ? canvas->band_count : 1;
}

static enum canvas_rank rank_of(const struct canvas *canvas, int band)
{
    return canvas->band_count ? canvas->band[band].rank : BAND_ASKED;
}

/* Takes bands of this rank as long as there is room; those that are asked about in any case. */
static void take_bands(const struct canvas *canvas, enum canvas_rank rank, struct choice *choice)
{
    for (int band = 0; band < bands_of(canvas); band++) {
        int first;
        int count;
        if (choice->shown[band] || rank_of(canvas, band) != rank || !canvas_band_rows(canvas, band, &first, &count) ||
            (count > choice->left && rank != BAND_ASKED))
            continue;
        choice->shown[band] = true;
        choice->rows += count;
        choice->left -= count;
    }
}

static bool has_rest(const struct canvas *canvas, const struct choice *choice)
{
    int first;
    int count;
    for (int band = 0; band < bands_of(canvas); band++)
        if (!choice->shown[band] && canvas_band_rows(canvas, band, &first, &count))
            return true;
    return false;
}

/* A row between bands where there is room for one. */
static void print_bands(const struct canvas *canvas, const bool shown[], int *spare)
{
    bool is_first = true;
    for (int band = 0; band < bands_of(canvas); band++) {
        int first;
        int count;
        if (!shown[band] || !canvas_band_rows(canvas, band, &first, &count))
            continue;
        bool has_gap = first > 0 && band > 0 && first > canvas->band[band].top;
        if (!is_first && has_gap && *spare > 0) {
            putchar('\n');
            --*spare;
        }
        screen_canvas_rows(stdout, canvas, first, count);
        is_first = false;
    }
}

/* ---- the table ---- */

/* Takes up to `most` rows of those that are left. */
static int grant(struct choice *choice, int most)
{
    int rows = most < choice->left ? most : choice->left;
    rows = rows < 0 ? 0 : rows;
    choice->left -= rows;
    return rows;
}

static int at_most(int count, int most)
{
    return count < most ? count : most;
}

struct screen {
    struct choice choice;
    struct sheet head, moves, story, notice;
    int moves_rows, story_rows;
    bool has_title;
};

/* Shares the rows of the screen out: first what must be there, then what helps, then the rest. */
static void share_rows(const struct play *play, const struct canvas *canvas, struct screen *screen)
{
    struct choice *choice = &screen->choice;
    int rows = screen_rows() < ROWS_LEAST ? ROWS_LEAST : screen_rows();
    choice->left = rows - ROWS_KEPT;
    take_bands(canvas, BAND_ASKED, choice);
    lay_head(play, true, &screen->head);
    lay_notice(play, &screen->notice);
    lay_story(play, play->seat, &screen->story);
    play_sheet_of_moves(play, play->count + 1, &screen->moves);
    int wanted = screen->moves.count;
    int told = screen->story.count;
    choice->left -= screen->head.count + at_most(screen->notice.count, NOTICE_MOST);
    screen->moves_rows = grant(choice, at_most(wanted, MOVES_LEAST));
    screen->story_rows = grant(choice, at_most(told, STORY_LEAST));
    take_bands(canvas, BAND_OWN, choice);
    screen->moves_rows += grant(choice, at_most(wanted, MOVES_GOOD) - screen->moves_rows);
    screen->story_rows += grant(choice, at_most(told, STORY_GOOD) - screen->story_rows);
    take_bands(canvas, BAND_TABLE, choice);
    screen->has_title = grant(choice, 1) == 1;
    take_bands(canvas, BAND_OTHERS, choice);
    screen->moves_rows += grant(choice, wanted - screen->moves_rows);
    screen->story_rows += grant(choice, at_most(told, STORY_MOST) - screen->story_rows);
}

static void lay_screen(const struct play *play, const struct canvas *canvas, struct screen *screen)
{
    *screen = (struct screen){0};
    share_rows(play, canvas, screen);
    sheet_free(&screen->moves);
    play_sheet_of_moves(play, screen->moves_rows, &screen->moves);
    screen->choice.left += screen->moves_rows - screen->moves.count; /* alike ones together take less */
    screen->moves_rows = screen->moves.count;
    for (enum canvas_rank rank = BAND_OWN; rank <= BAND_OTHERS; rank++)
        take_bands(canvas, rank, &screen->choice);
    sheet_free(&screen->head);
    lay_head(play, has_rest(canvas, &screen->choice), &screen->head);
}

static void free_screen(struct screen *screen)
{
    sheet_free(&screen->head);
    sheet_free(&screen->moves);
    sheet_free(&screen->story);
    sheet_free(&screen->notice);
}

static void print_gap(int *spare)
{
    if (*spare > 0) {
        putchar('\n');
        --*spare;
    }
}

static void print_notice(const struct sheet *notice)
{
    if (notice->count == 0)
        return;
    screen_style(stdout, 'y');
    sheet_print(notice, stdout, 0, NOTICE_MOST);
    screen_plain(stdout);
}

static void show_table(const struct play *play, const struct canvas *canvas)
{
    struct screen screen;
    lay_screen(play, canvas, &screen);
    int spare = screen.choice.left;
    if (screen.has_title) {
        print_title(stdout, play);
        print_gap(&spare);
    }
    print_bands(canvas, screen.choice.shown, &spare);
    print_gap(&spare);
    if (screen.story_rows > 0) {
        print_story(&screen.story, screen.story_rows);
        print_gap(&spare);
    }
    sheet_print(&screen.head, stdout, 0, screen.head.count);
    sheet_print(&screen.moves, stdout, 0, screen.moves_rows);
    print_notice(&screen.notice);
    free_screen(&screen);
}

/* ---- the pages behind the table ---- */

/* The bands of page `page` (from 1): those that are not on the table, as many as fit. False: there is no such page. */
static bool choose_page(const struct canvas *canvas, const bool on_table[], int page, int rows, bool shown[])
{
    int at = 1;
    int used = 0;
    bool has_any = false;
    memset(shown, 0, CANVAS_BANDS * sizeof *shown);
    for (int band = 0; band < bands_of(canvas); band++) {
        int first;
        int count;
        if (on_table[band] || !canvas_band_rows(canvas, band, &first, &count))
            continue;
        if (used > 0 && used + count > rows) {
            at++;
            used = 0;
        }
        used += count;
        shown[band] = at == page;
        has_any = has_any || shown[band];
    }
    return has_any;
}

static bool show_page(const struct play *play, const struct canvas *canvas)
{
    struct screen screen;
    bool shown[CANVAS_BANDS];
    lay_screen(play, canvas, &screen);
    int spare = screen_rows() - ROWS_KEPT - 1;
    bool is_there = choose_page(canvas, screen.choice.shown, play->page, spare, shown);
    if (is_there) {
        for (int band = 0; band < bands_of(canvas); band++) {
            int first;
            int count;
            if (shown[band] && canvas_band_rows(canvas, band, &first, &count))
                spare -= count;
        }
        print_bands(canvas, shown, &spare);
        print_gap(&spare);
        puts(_("Enter goes on; a move or its number is taken here too."));
    }
    free_screen(&screen);
    return is_there;
}

/* ---- papers: help, lists, stories ---- */

FILE *play_paper_open(struct play *play)
{
    play_paper_drop(play);
    if (!play->is_terminal)
        return stdout;
    sheet_open(&play->paper);
    return play->paper.out;
}

enum play_answer play_paper_show(struct play *play)
{
    if (!play->is_terminal)
        return ANSWER_SHOWN;
    sheet_close(&play->paper);
    play->has_paper = true;
    return ANSWER_AGAIN;
}

void play_paper_drop(struct play *play)
{
    if (play->has_paper)
        sheet_free(&play->paper);
    play->has_paper = false;
    play->paper_at = 0;
}

static int paper_rows(void)
{
    int rows = screen_rows() - ROWS_KEPT - 1;
    return rows < 1 ? 1 : rows;
}

bool play_turn_page(struct play *play)
{
    if (play->has_paper && play->paper_at + paper_rows() < play->paper.count) {
        play->paper_at += paper_rows();
        return true;
    }
    if (play->has_paper) {
        play_paper_drop(play);
        return true;
    }
    play->page++;
    return false;
}

static void show_paper(const struct play *play)
{
    bool has_more = play->paper_at + paper_rows() < play->paper.count;
    sheet_print(&play->paper, stdout, play->paper_at, paper_rows());
    puts(has_more ? _("Enter shows more; a move or its number is taken here too.")
                  : _("Enter goes back to the table; a move or its number is taken here too."));
}

/* ---- all of it ---- */

/* From a pipe everything is told, however long. */
static void show_all(const struct play *play, const struct canvas *canvas)
{
    struct sheet sheet;
    putchar('\n');
    screen_canvas(stdout, canvas);
    putchar('\n');
    lay_head(play, false, &sheet);
    sheet_print(&sheet, stdout, 0, sheet.count);
    sheet_free(&sheet);
    play_sheet_of_moves(play, play->count + 1, &sheet);
    sheet_print(&sheet, stdout, 0, sheet.count);
    sheet_free(&sheet);
    if (play->notice)
        screen_fill(stdout, play->notice, 0);
}

void play_show(struct play *play)
{
    static struct canvas canvas;
    draw_board(play, play->seat, &canvas);
    if (!play->is_terminal) {
        show_all(play, &canvas);
        play->notice = NULL;
        return;
    }
    screen_clear(false);
    if (play->has_paper) {
        show_paper(play);
    } else if (play->page == 0 || !show_page(play, &canvas)) {
        play->page = 0;
        show_table(play, &canvas);
    }
    (void)fflush(stdout);
}

/* ---- the end ---- */

/* "White (you): 12 points (food 5, shelter 7)". */
void play_score_words(const struct play *play, const struct ochre_outcome *outcome, int seat, struct ochre_text *text)
{
    play_seat_words(play, seat, text);
    bool has_parts = outcome->part_name[0] != NULL;
    bool has_points = has_parts && !outcome->has_no_points;
    if (has_parts)
        text_add(text, _(": "));
    if (has_points)
        text_say_count(text, outcome->score[seat], "{0} point", "{0} points", NUM(outcome->score[seat]));
    for (int part = 0; part < OCHRE_PARTS_MAX && outcome->part_name[part]; part++) {
        text_add(text, part ? ", " : has_points ? " (" : "");
        text_say(text, "{0} {1}", _(outcome->part_name[part]), NUM(outcome->part[seat][part]));
    }
    text_add(text, has_points ? ")" : "");
}

/* One line per seat: place, name, points and what they are made of. */
static void print_place(const struct play *play, const struct ochre_outcome *outcome, int seat)
{
    char line[512];
    struct ochre_text text = text_in(line, sizeof line, tongue_used());
    text_int(&text, outcome->rank[seat]);
    text_add(&text, ". ");
    play_score_words(play, outcome, seat, &text);
    screen_style(stdout, seats_has(outcome->winners, seat) ? 'b' : ' ');
    screen_fill(stdout, line, 2);
    screen_plain(stdout);
}

/* "White wins", "a draw between White and Black", "White and Red share the victory", "Nobody wins". */
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
    else if (outcome->is_draw)
        text_say(&text, "The play is over: a draw between {0} ({1}).", names, reason);
    else
        text_say(&text, "The play is over: {0} share the victory ({1}).", names, reason);
    screen_style(stdout, 'b');
    screen_fill(stdout, line, 0);
    screen_plain(stdout);
}

static void print_result(const struct play *play)
{
    struct ochre_outcome outcome;
    table_outcome(play->table, &outcome);
    print_winners(play, &outcome);
    for (int place = 1; place <= play->setup->seats; place++)
        for (int seat = 0; seat < play->setup->seats; seat++)
            if (outcome.rank[seat] == place)
                print_place(play, &outcome, seat);
}

/* Room for the result, the name of the log, how to look back and the question whether to play again. */
static int rows_of_result(const struct play *play)
{
    return 2 * play->setup->seats + 9;
}

void play_show_result(const struct play *play)
{
    static struct canvas canvas;
    bool is_lone = play->humans && !(play->humans & (play->humans - 1));
    draw_board(play, OCHRE_EVERYBODY, &canvas);
    if (!play->is_terminal || !play->humans) {
        screen_canvas(stdout, &canvas);
        putchar('\n');
        print_result(play);
        return;
    }
    struct choice choice = {.left = screen_rows() - rows_of_result(play)};
    for (enum canvas_rank rank = BAND_OWN; rank <= BAND_OTHERS; rank++)
        if (rank != BAND_TABLE)
            take_bands(&canvas, rank, &choice);
    for (int band = 0; band < bands_of(&canvas); band++) { /* what was asked about matters no more than the rest */
        int first;
        int count;
        if (!choice.shown[band] && canvas_band_rows(&canvas, band, &first, &count) && count <= choice.left) {
            choice.shown[band] = true;
            choice.left -= count;
        }
    }
    struct sheet story = {0};
    if (is_lone)
        lay_story(play, seats_first(play->humans), &story);
    int story_rows = grant(&choice, at_most(story.count, STORY_GOOD));
    screen_clear(false);
    print_title(stdout, play);
    print_bands(&canvas, choice.shown, &choice.left);
    if (story_rows > 0)
        print_story(&story, story_rows);
    sheet_free(&story);
    putchar('\n');
    print_result(play);
}
