/* play_moves.c: the moves of the seat that is asked, in words: one a line while there are few, alike ones together when
 * there are many. */
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"
#include "cli/screen.h"
#include "cli/sheet.h"
#include "rules/words.h"

/* FEW: so many moves are told one by one; TOKENS: words of a sentence that are compared. */
enum { FEW = 9, TOKENS = 24, INDENT = 2, HANG = 6 };

/* What a move does, as it is said to whoever chooses. */
static void say_move(const struct play *play, ochre_action action, struct ochre_text *text)
{
    table_move_words(play->table, play->seat, action, text);
    if (text->used && text->at[text->used - 1] == '.')
        text->at[--text->used] = '\0';
}

/* The moves in the order of the game's groups; within one they stay as the rules list them. */
static void list_by_groups(struct play *play, int seat)
{
    static const char *const none[] = {"", NULL};
    const struct ochre_words *words = play->setup->game->words;
    const ochre_action *list;
    struct ochre_view view;
    table_view(play->table, seat, &view);
    int count = table_list_moves(play->table, &view, seat, &list);
    const char *const *groups = words->groups ? words->groups : none;
    play->count = 0;
    for (int group = 0; groups[group]; group++)
        for (int i = 0; i < count; i++) {
            if (words->groups && words->group_of(play->setup, &view, seat, list[i]) != group)
                continue;
            play->group[play->count] = words->groups ? _(groups[group]) : NULL;
            play->list[play->count++] = list[i];
        }
}

void play_list_moves(struct play *play, int seat)
{
    play->seat = seat;
    list_by_groups(play, seat);
    int words = 0;
    for (int i = 0; i < play->count; i++) {
        struct ochre_text text = text_on(play->text[i], OCHRE_MOVE_SIZE);
        struct ochre_text said = text_in(play->said[i], SAID_SIZE, tongue_used());
        table_move_text(play->table, seat, play->list[i], &text);
        say_move(play, play->list[i], &said);
        play->words[words++] = play->text[i];
    }
    for (const char *const *word = play_command_words(); *word; word++)
        play->words[words++] = *word;
    play->words[words] = NULL;
}

/* ---- one by one ---- */

void play_print_moves(FILE *out, const struct play *play, const char *beginning)
{
    int widest = 0;
    const char *group = NULL;
    bool has_headings = false;
    for (int i = 0; i < play->count; i++)
        if (text_starts(play->text[i], beginning, NULL)) {
            widest = screen_width(play->text[i]) > widest ? screen_width(play->text[i]) : widest;
            has_headings = has_headings || (group && play->group[i] != group);
            group = play->group[i];
        }
    group = NULL;
    for (int i = 0; i < play->count; i++) {
        char prefix[OCHRE_MOVE_SIZE + 16];
        if (!text_starts(play->text[i], beginning, NULL))
            continue;
        if (has_headings && play->group[i] != group)
            screen_item(out, play->group[i], INDENT, HANG);
        group = play->group[i];
        (void)snprintf(prefix, sizeof prefix, "%4d %-*s  ", i + 1, widest, play->text[i]);
        screen_behind(out, prefix, play->said[i]);
    }
}

void play_print_dangers(FILE *out, const struct play *play)
{
    const struct ochre_words *words = play->setup->game->words;
    struct ochre_danger danger;
    struct ochre_view view;
    char line[SAID_SIZE];
    table_view(play->table, play->seat, &view);
    for (int from = 0, count = 0; words->find_danger; count++) {
        struct ochre_text text = text_in(line, sizeof line, tongue_used());
        from = words->find_danger(play->setup, &view, play->seat, from, &danger, &text);
        if (from == 0)
            return;
        if (count == 0)
            screen_item(out, _("In danger"), INDENT, HANG);
        screen_item(out, line, HANG, HANG);
    }
}

/* ---- alike ones together ---- */

struct sentence {
    int count;
    struct {
        const char *at;
        int length; /* -1: a hole, where the moves of a group differ */
    } token[TOKENS];
};

static void cut(const char *said, struct sentence *sentence)
{
    sentence->count = 0;
    for (const char *at = said; *at && sentence->count < TOKENS; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        sentence->token[sentence->count].at = at;
        sentence->token[sentence->count++].length = (int)length;
        at += length;
    }
}

static bool is_same_token(const struct sentence *a, int i, const struct sentence *b, int k)
{
    return a->token[i].length >= 0 && a->token[i].length == b->token[k].length &&
           strncmp(a->token[i].at, b->token[k].at, (size_t)a->token[i].length) == 0;
}

/* Sentences of the same length: holes where they differ. */
static bool joins_word_by_word(struct sentence *group, const struct sentence *other)
{
    int same = 0;
    for (int i = 0; i < group->count; i++)
        same += is_same_token(group, i, other, i);
    if (2 * same < group->count - 1)
        return false;
    for (int i = 0; i < group->count; i++)
        if (!is_same_token(group, i, other, i))
            group->token[i].length = -1;
    return true;
}

/* Names of several words: one hole between what is the same at the beginning and at the end. */
static bool joins_around(struct sentence *group, const struct sentence *other)
{
    int least = group->count < other->count ? group->count : other->count;
    int before = 0;
    int after = 0;
    while (before < least && is_same_token(group, before, other, before))
        before++;
    while (after < least - before && is_same_token(group, group->count - 1 - after, other, other->count - 1 - after))
        after++;
    if (2 * (before + after) < least - 1)
        return false;
    memmove(&group->token[before + 1], &group->token[group->count - after], (size_t)after * sizeof group->token[0]);
    group->token[before].length = -1;
    group->count = before + 1 + after;
    return true;
}

/* Do they differ in little more than names? Then the group's sentence gets holes there. */
static bool joins(struct sentence *group, const struct sentence *other)
{
    if (group->count == 0 || other->count == 0 || !is_same_token(group, 0, other, 0))
        return false;
    return group->count == other->count ? joins_word_by_word(group, other) : joins_around(group, other);
}

/* How groups are shown: each in at most so many lines; whole: behind each move what its sentence says in the holes. */
struct manner {
    int lines;
    bool is_whole;
};

/* Words that are filled into lines; an item is never broken. */
struct filling {
    FILE *out;
    int column;
    int lines_left; /* that may still be begun */
};

/* False: there is no line left for it. The last line keeps room for a note that there are more. */
static bool fill_word(struct filling *filling, const char *word, int gap)
{
    enum { NOTE = 8 };
    int width = screen_width(word);
    int end = screen_columns() - (filling->lines_left == 0 ? NOTE : 0);
    if (filling->column + gap + width > end && filling->column > HANG) {
        if (filling->lines_left == 0)
            return false;
        filling->lines_left--;
        (void)fprintf(filling->out, "\n%*s", HANG, "");
        filling->column = HANG;
        gap = 0;
    }
    (void)fprintf(filling->out, "%*s%s", gap, "", word);
    filling->column += gap + width;
    return true;
}

/* "moves the 1 from ... to ...:", an empty sentence gives nothing. */
static void fill_sentence(struct filling *filling, const struct sentence *group)
{
    for (int i = 0; i < group->count;) {
        char word[SAID_SIZE];
        int next = i + 1;
        bool is_hole = group->token[i].length < 0;
        while (is_hole && next < group->count && group->token[next].length < 0)
            next++;
        (void)snprintf(word, sizeof word, "%.*s%s", is_hole ? 3 : group->token[i].length,
                       is_hole ? "..." : group->token[i].at, next == group->count ? _(":") : "");
        fill_word(filling, word, i > 0);
        i = next;
    }
}

/* One past the hole that begins at token `i`: holes side by side are one. */
static int end_of_hole(const struct sentence *group, int i)
{
    while (i < group->count && group->token[i].length < 0)
        i++;
    return i;
}

/* Adds some tokens of a sentence, without the mark behind them. False where a reader misses nothing without them: the
 * move's own text has them, or they are only a number. */
static bool say_tokens(struct ochre_text *text, const struct sentence *own, int first, int end, const char *move)
{
    char words[SAID_SIZE];
    if (first >= end)
        return false;
    const char *from = own->token[first].at;
    int length = (int)(own->token[end - 1].at - from) + own->token[end - 1].length;
    while (length > 0 && strchr(".,:;", from[length - 1]))
        length--;
    (void)snprintf(words, sizeof words, "%.*s", length, from);
    text_add(text, text->used ? ", " : " (");
    text_add(text, words);
    return !strstr(move, words) && strspn(words, "0123456789") < strlen(words);
}

static int count_holes(const struct sentence *group)
{
    int holes = 0;
    for (int i = 0; i < group->count; i++)
        holes += group->token[i].length < 0 && (i == 0 || group->token[i - 1].length >= 0);
    return holes;
}

/* What a sentence says in the holes of its group, " (a Hunter, 2, 3)"; nothing where the move's text tells all of it. A
 * name of more words than others have is found where there is one hole, and among several nobody can tell which it
 * fills. */
static void say_holes(struct ochre_text *text, const struct sentence *group, const char *said, const char *move)
{
    struct sentence own;
    bool is_news = false;
    cut(said, &own);
    int longer = own.count - group->count;
    if (longer && count_holes(group) > 1)
        return;
    for (int i = 0; i < group->count; i++) {
        int end = end_of_hole(group, i);
        if (end == i)
            continue;
        is_news = say_tokens(text, &own, i, end + longer, move) || is_news;
        i = end;
    }
    if (is_news)
        text_add(text, ")");
    else
        text->at[text->used = 0] = '\0';
}

enum { ITEM_SIZE = OCHRE_MOVE_SIZE + SAID_SIZE };

/* A move of a group: its number, its text and, when it is told whole, what its sentence says in the holes. */
static void say_item(const struct play *play, int i, const struct sentence *group, bool is_whole, char item[ITEM_SIZE])
{
    char holes[SAID_SIZE] = "";
    struct ochre_text text = text_on(holes, sizeof holes);
    if (is_whole)
        say_holes(&text, group, play->said[i], play->text[i]);
    (void)snprintf(item, ITEM_SIZE, "%d %s%s", i + 1, play->text[i], holes);
}

/* Is there a line for every move of a group that is told whole? */
static bool fits_whole(const struct play *play, const struct sentence *group, const int *in, int number)
{
    char item[ITEM_SIZE];
    for (int i = 0; i < play->count; i++)
        if (in[i] == number) {
            say_item(play, i, group, true, item);
            if (HANG + screen_width(item) > screen_columns())
                return false;
        }
    return true;
}

static void print_group(FILE *out, const struct play *play, const struct sentence *group, const int *in, int number,
                        struct manner manner)
{
    struct filling filling = {out, INDENT, manner.lines - 1};
    bool is_whole = manner.is_whole && group->count > 0 && fits_whole(play, group, in, number);
    bool is_first = group->count == 0;
    int more = 0;
    (void)fprintf(out, "%*s", INDENT, "");
    fill_sentence(&filling, group);
    for (int i = 0; i < play->count; i++) {
        char item[ITEM_SIZE];
        if (in[i] != number)
            continue;
        say_item(play, i, group, is_whole, item);
        if (more || !fill_word(&filling, item, is_first ? 0 : 2))
            more++;
        is_first = false;
    }
    if (more)
        (void)fprintf(out, "  +%d", more);
    (void)fputc('\n', out);
}

/* The moves whose sentence is like that of move `first` get this number; the sentence gets its holes. */
static void gather(const struct play *play, int first, int number, int *in, struct sentence *group)
{
    in[first] = number;
    cut(play->said[first], group);
    for (int k = first + 1; k < play->count; k++) {
        struct sentence other;
        cut(play->said[k], &other);
        if (!in[k] && play->group[k] == play->group[first] && (joins(group, &other) || group->count + other.count == 0))
            in[k] = number;
    }
}

/* All groups. Returns how many there are. */
static int print_groups(FILE *out, const struct play *play, struct manner manner)
{
    int *in = calloc((size_t)play->count + 1, sizeof *in); /* the group of each move, from 1 */
    int groups = 0;
    if (!in)
        abort();
    for (int i = 0; i < play->count; i++) {
        struct sentence group;
        if (in[i])
            continue;
        gather(play, i, ++groups, in, &group);
        print_group(out, play, &group, in, groups, manner);
    }
    free(in);
    return groups;
}

/* ---- what there is room for ---- */

static void print_names(FILE *out, const struct play *play, int rows)
{
    const char *const *words = play->words;
    int shown = screen_columns_of(out, words, 0, play->count, rows > 1 ? rows - 1 : 1);
    if (shown < play->count && rows > 1) {
        char line[160];
        struct ochre_text text = text_in(line, sizeof line, tongue_used());
        text_say_count(&text, play->count - shown, "  ... and one more: type moves",
                       "  ... and {0} more: type moves, or the beginning of a move", NUM(play->count - shown));
        (void)fprintf(out, "%s\n", line);
    }
}

/* Groups cut to some lines each, when there is a line for every one of them. */
static bool lay_short_groups(const struct play *play, int rows, int groups, struct sheet *sheet)
{
    for (int lines = groups > 0 ? rows / groups : 0; lines > 0; lines--) {
        sheet_open(sheet);
        print_groups(sheet->out, play, (struct manner){.lines = lines});
        sheet_close(sheet);
        if (sheet->count <= rows)
            return true;
        sheet_free(sheet);
    }
    return false;
}

/* Tries one way to show all moves; false: it has too many rows. */
static bool lay_all(const struct play *play, int rows, bool is_told_singly, bool is_whole, int *groups,
                    struct sheet *sheet)
{
    enum { ANY = 1000 };
    sheet_open(sheet);
    if (is_told_singly)
        play_print_moves(sheet->out, play, "");
    else
        *groups = print_groups(sheet->out, play, (struct manner){ANY, is_whole});
    sheet_close(sheet);
    if (sheet->count <= rows)
        return true;
    sheet_free(sheet);
    return false;
}

void play_sheet_of_moves(const struct play *play, int rows, struct sheet *sheet)
{
    int groups = 0;
    if ((play->count <= FEW && lay_all(play, rows, true, true, &groups, sheet)) ||
        lay_all(play, rows, false, true, &groups, sheet) || lay_all(play, rows, false, false, &groups, sheet) ||
        lay_short_groups(play, rows, groups, sheet))
        return;
    sheet_open(sheet);
    print_names(sheet->out, play, rows);
    sheet_close(sheet);
}
