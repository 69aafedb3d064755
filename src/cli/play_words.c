/* play_words.c: what a person may type instead of a move. Each word also works in the language of the program. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/play.h"
#include "cli/prompt.h"
#include "cli/rules_text.h"
#include "cli/screen.h"
#include "rules/read.h"
#include "rules/rules.h"
#include "rules/words.h"
#include "table/file.h"
#include "table/record.h"

struct word {
    const char *name;  /* N_("undo") */
    const char *value; /* what may follow, or NULL */
    const char *about;
    enum play_answer (*act)(struct play *play, const char *rest);
};

static enum play_answer act_moves(struct play *play, const char *rest)
{
    (void)rest;
    FILE *out = play_paper_open(play);
    play_print_moves(out, play, "");
    play_print_dangers(out, play);
    return play_paper_show(play);
}

static enum play_answer act_board(struct play *play, const char *rest)
{
    (void)rest;
    play->page = 0;
    play_paper_drop(play);
    if (!play->is_terminal)
        play_show(play);
    return play->is_terminal ? ANSWER_AGAIN : ANSWER_SHOWN;
}

static enum play_answer act_more(struct play *play, const char *rest)
{
    if (!play->is_terminal)
        return act_board(play, rest);
    if (!play_turn_page(play))
        play_paper_drop(play);
    return ANSWER_AGAIN;
}

static enum play_answer act_story(struct play *play, const char *rest)
{
    (void)rest;
    FILE *out = play_paper_open(play);
    const char *at = play->story[play->seat];
    if (!*at)
        fputs(_("Nothing has happened yet.\n"), out);
    while (*at) {
        size_t length = strcspn(at, "\n");
        char line[512];
        struct ochre_text text = text_on(line, sizeof line);
        text_add_bytes(&text, at, length);
        screen_item(out, line, 0, 2);
        at += length + (at[length] == '\n');
    }
    return play_paper_show(play);
}

/* Points and what they are made of, where they are everybody's knowledge. */
static enum play_answer act_scores(struct play *play, const char *rest)
{
    (void)rest;
    struct ochre_outcome standing;
    table_standing(play->table, &standing);
    if (play->setup->game->rules->redact || !standing.part_name[0]) {
        play_notice(play, standing.part_name[0] ? _("The standing is told at the end; the table shows what is open.")
                                                : _("This game counts no points."));
        return ANSWER_AGAIN;
    }
    FILE *out = play_paper_open(play);
    for (int seat = 0; seat < play->setup->seats; seat++) {
        char line[512];
        struct ochre_text text = text_in(line, sizeof line, tongue_used());
        play_score_words(play, &standing, seat, &text);
        screen_item(out, line, 2, 4);
    }
    return play_paper_show(play);
}

static enum play_answer act_rules(struct play *play, const char *rest)
{
    (void)rest;
    const char *document = rules_text(play->setup->game->id);
    if (!document || rules_text_page(document))
        return play->is_terminal ? ANSWER_AGAIN : ANSWER_SHOWN;
    rules_text_print(play_paper_open(play), document);
    return play_paper_show(play);
}

/* A move is refused in sentences. The number of a rule leads on in the rules; other codes are for programs. */
static void say_refusal(struct play *play, const char *move, const struct table_no *no)
{
    if (isdigit((unsigned char)no->rule[0]))
        play_notice(play, _("{0} is not possible. {1} See rule {2}."), move, no->why, no->rule);
    else
        play_notice(play, _("{0} is not possible. {1}"), move, no->why);
}

/* Why this move is not allowed now, without trying it. */
static enum play_answer act_why(struct play *play, const char *rest)
{
    struct table_no no = {0};
    ochre_action action;
    if (*rest == '\0') {
        play_notice(play, _("Type why and a move, and you will hear what it does or which rule forbids it."));
        return ANSWER_AGAIN;
    }
    if (table_try(play->table, play->seat, rest, tongue_used(), &action, &no) < 0) {
        say_refusal(play, rest, &no);
        return ANSWER_AGAIN;
    }
    char does[TABLE_WHY_SIZE];
    struct ochre_text text = text_in(does, sizeof does, tongue_used());
    table_move_words(play->table, play->seat, action, &text);
    play_notice(play, _("{0} is allowed. {1}"), rest, does);
    return ANSWER_AGAIN;
}

/* What the adviser promises itself, in per cent. */
static int per_cent(float worth)
{
    return (int)(worth * 100.0F + 0.5F);
}

/* Its own next moves and those of the others, as far as the view can name them: the adviser's expectation. */
static void course_text(const struct play *play, const struct bot_thoughts *thoughts, struct ochre_text *text)
{
    struct ochre_state state;
    struct ochre_view view;
    table_view(play->table, play->seat, &view);
    memcpy(state.bytes, view.bytes, play->setup->state_size);
    for (int i = 0; i < thoughts->course_count && i < 4; i++) {
        const struct bot_step *step = &thoughts->course[i];
        text_add(text, i ? ", " : "");
        play->setup->game->words->format_move(play->setup, &view, step->seat, step->action, text);
        play->setup->game->rules->apply(play->setup, &state, step->seat, step->action, NULL);
        memcpy(view.bytes, state.bytes, play->setup->state_size);
    }
}

static const char *text_of_move(const struct play *play, ochre_action action, int *number)
{
    for (int i = 0; i < play->count; i++)
        if (play->list[i] == action) {
            *number = i + 1;
            return play->text[i];
        }
    return "?";
}

/* The next idea that promises no more; what seems to promise more was tried too little to be believed. NULL: none. */
static const struct bot_idea *next_idea(const struct bot_thoughts *thoughts)
{
    for (int i = 1; i < thoughts->idea_count; i++)
        if (per_cent(thoughts->idea[i].worth) <= per_cent(thoughts->worth))
            return &thoughts->idea[i];
    return NULL;
}

/* The move, what it promises and why: how the play may go on, or the next best idea. */
static enum play_answer act_hint(struct play *play, const char *rest)
{
    (void)rest;
    struct bot_thoughts thoughts;
    struct bot *adviser = bot_new("level:7", NULL);
    ochre_action action = play_think(play, adviser, play->seat, &thoughts);
    bot_delete(adviser);
    int number = 0;
    int other = 0;
    const char *move = text_of_move(play, action, &number);
    const struct bot_idea *next = next_idea(&thoughts);
    char course[256];
    struct ochre_text text = text_on(course, sizeof course);
    /* A course can be told only where the view is the whole state. */
    if (!play->setup->game->rules->redact)
        course_text(play, &thoughts, &text);
    if (thoughts.worth < 0)
        play_notice(play, _("Perhaps {0} (number {1})."), move, NUM(number));
    else if (!play->setup->game->rules->redact && thoughts.course_count > 1)
        play_notice(play, _("Perhaps {0} (number {1}): a chance of about {2} %; it may go on {3}."), move, NUM(number),
                    NUM(per_cent(thoughts.worth)), course);
    else if (next)
        play_notice(play, _("Perhaps {0} (number {1}): a chance of about {2} %; {3} would have {4} %."), move,
                    NUM(number), NUM(per_cent(thoughts.worth)), text_of_move(play, next->action, &other),
                    NUM(per_cent(next->worth)));
    else
        play_notice(play, _("Perhaps {0} (number {1}): a chance of about {2} %."), move, NUM(number),
                    NUM(per_cent(thoughts.worth)));
    return ANSWER_AGAIN;
}

static enum play_answer act_undo(struct play *play, const char *rest)
{
    (void)rest;
    struct table_no no;
    if (table_undo(play->table, play->seat, tongue_used(), &no) < 0) {
        play_notice(play, "{0}", no.why);
        return ANSWER_AGAIN;
    }
    *play->story[play->seat] = '\0';
    play_notice(play, _("Taken back."));
    return ANSWER_MOVED; /* somebody else may be asked now */
}

/* Does the name end as the game's records usually do? */
static bool is_record_name(const struct ochre_game *game, const char *path)
{
    const char *dot = strrchr(path, '.');
    return game->read->record && dot && text_same(dot + 1, game->read->record->suffix);
}

static int save_record(const struct play *play, const char *path, struct ochre_error *error)
{
    size_t length;
    char *text = record_text(play->table, NULL, &length, error);
    int result = text ? file_save(path, text, length, error) : -1;
    free(text);
    return result;
}

static enum play_answer act_save(struct play *play, const char *rest)
{
    struct ochre_error error;
    char path[PATH_SIZE];
    struct ochre_text text = text_on(path, sizeof path);
    text_add(&text, *rest ? rest : *play->log ? play->log : play->setup->game->id);
    if (!*rest && !*play->log)
        text_add(&text, ".log");
    bool is_record = is_record_name(play->setup->game, path);
    if ((is_record ? save_record(play, path, &error) : play_save(play, path, &error)) < 0)
        play_notice(play, _("Saving failed: {0}: {1}"), path, error.words);
    else if (is_record)
        play_notice(play, _("Saved as a record, for other eyes: {0}"), path);
    else
        play_notice(play, _("Saved. Go on later with: ochre play --resume {0}"), path);
    return ANSWER_AGAIN;
}

static enum play_answer act_resign(struct play *play, const char *rest)
{
    (void)rest;
    struct table_no no;
    if (play->is_terminal && !play_confirm(_("Really give up? (y/n) "), false))
        return ANSWER_AGAIN;
    if (table_resign(play->table, play->seat, tongue_used(), &no) < 0) {
        play_notice(play, "{0}", no.why);
        return ANSWER_AGAIN;
    }
    return ANSWER_MOVED;
}

static enum play_answer act_quit(struct play *play, const char *rest)
{
    (void)play;
    (void)rest;
    return ANSWER_QUIT;
}

static enum play_answer act_help(struct play *play, const char *rest);

static const struct word words[] = {
    {N_("help"), NULL, N_("this list; also ?"), act_help},
    {N_("moves"), NULL, N_("all moves you have now"), act_moves},
    {N_("board"), NULL, N_("show the board again"), act_board},
    {N_("more"), NULL, N_("the rest of the table: what found no room on the screen"), act_more},
    {N_("story"), NULL, N_("what happened since your last move"), act_story},
    {N_("scores"), NULL, N_("everybody's points and what they are made of"), act_scores},
    {N_("rules"), NULL, N_("the rules of the game"), act_rules},
    {N_("why"), N_("MOVE"), N_("what this move does, or which rule forbids it"), act_why},
    {N_("hint"), NULL, N_("what the computer would do in your place"), act_hint},
    {N_("undo"), NULL, N_("take your last move back"), act_undo},
    {N_("save"), N_("[FILE]"), N_("keep the play in a file"), act_save},
    {N_("resign"), NULL, N_("give up"), act_resign},
    {N_("quit"), NULL, N_("stop; you can go on later"), act_quit},
    {0},
};

static enum play_answer act_help(struct play *play, const char *rest)
{
    (void)rest;
    FILE *out = play_paper_open(play);
    screen_paragraphs(
        out,
        _("Type a move as it stands in the list, or its number. Capitals and blanks do not matter. The tabulator "
          "completes what you began; the arrow keys bring back what you typed before. Enter turns the page, and "
          "plays the move where there is only one."),
        0);
    putc('\n', out);
    for (int i = 0; words[i].name; i++) {
        char left[64];
        struct ochre_text text = text_on(left, sizeof left);
        text_add(&text, _(words[i].name));
        if (words[i].value) {
            text_char(&text, ' ');
            text_add(&text, _(words[i].value));
        }
        screen_entry(out, left, _(words[i].about), 2, 18);
    }
    return play_paper_show(play);
}

const char *const *play_command_words(void)
{
    static const char *list[sizeof words / sizeof *words];
    int count = 0;
    for (int i = 0; words[i].name; i++)
        list[count++] = _(words[i].name);
    list[count] = NULL;
    return list;
}

/* ---- moves ---- */

/* The moves that begin so: for who types only a part. */
static bool show_beginnings(struct play *play, const char *line)
{
    enum { IN_A_SENTENCE = 8 };
    char list[IN_A_SENTENCE * (OCHRE_MOVE_SIZE + 2)];
    struct ochre_text text = text_on(list, sizeof list);
    int found = 0;
    for (int i = 0; i < play->count; i++)
        if (text_starts(play->text[i], line, NULL) && ++found <= IN_A_SENTENCE) {
            text_add(&text, text.used ? ", " : "");
            text_add(&text, play->text[i]);
        }
    if (found > IN_A_SENTENCE && play->is_terminal) {
        play_print_moves(play_paper_open(play), play, line);
        play_paper_show(play);
    } else if (found) {
        play_notice(play, _("Which one? {0}"), list);
    }
    return found > 0;
}

/* How much of what was typed counts. */
enum care { CARE_LETTERS, CARE_SIGNS, CARE_NAMES };

static bool counts(char c, enum care care)
{
    bool is_name = isalnum((unsigned char)c);
    return care == CARE_LETTERS ? c != ' ' : care == CARE_SIGNS ? c != ' ' && c != '-' && c != ',' : is_name;
}

/* Are they the same but for capitals, blanks, and whatever else does not count? */
static bool is_alike(const char *a, const char *b, enum care care)
{
    for (;;) {
        while (*a && !counts(*a, care))
            a++;
        while (*b && !counts(*b, care))
            b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (!*a)
            return true;
        a++;
        b++;
    }
}

/* The one move that is meant by "E2 e3", "e2-e3" or "lay xc1 k1 c5"; -1 when it is none or not clear. */
static int find_alike(const struct play *play, const char *line)
{
    for (enum care care = CARE_LETTERS; care <= CARE_NAMES; care++) {
        int found = -1;
        int count = 0;
        for (int i = 0; i < play->count; i++)
            if (is_alike(play->text[i], line, care)) {
                found = i;
                count++;
            }
        if (count == 1)
            return found;
    }
    return -1;
}

/* The number of the move meant, -1: none. A text of the list goes before a number in it. */
static int find_move(const struct play *play, const char *line)
{
    for (int i = 0; i < play->count; i++)
        if (text_same(play->text[i], line))
            return i;
    const char *at = line;
    int number;
    if (text_read_number(&at, 6, &number) && *at == '\0' && number >= 1 && number <= play->count)
        return number - 1;
    return -1;
}

static bool is_number(const char *line)
{
    return *line && line[strspn(line, "0123456789")] == '\0';
}

/* Tries the line as a move at the door; the door says why not. `p3>recall:CH1` lets another person at this screen act
 * out of turn. */
static enum play_answer try_move(struct play *play, const char *line)
{
    int seat = play->seat;
    const char *text = line;
    int index = find_move(play, line);
    if (index < 0 && !is_number(line))
        index = find_alike(play, line);
    const char *arrow = strchr(line, '>');
    if (index >= 0) {
        text = play->text[index];
    } else if (is_number(line)) {
        play_notice(play, _("There is no move number {0}; they go from 1 to {1}."), line, NUM(play->count));
        return ANSWER_AGAIN;
    } else if (arrow && arrow - line == 2) {
        char code[3] = {line[0], line[1], '\0'};
        int other = seat_from_code(code);
        if (other < 0 || other >= play->setup->seats || !seats_has(play->humans, other)) {
            play_notice(play, _("No person here sits at {0}."), code);
            return ANSWER_AGAIN;
        }
        seat = other;
        text = arrow + 1;
    } else if (show_beginnings(play, line)) {
        return ANSWER_AGAIN;
    }
    /* What was told so far has been read; what follows is new. */
    char before[STORY_SIZE];
    memcpy(before, play->story[play->seat], sizeof before);
    *play->story[play->seat] = '\0';
    struct table_no no;
    if (table_play(play->table, seat, table_ask(play->table, seat), text, tongue_used(), &no) == 0)
        return ANSWER_MOVED;
    memcpy(play->story[play->seat], before, sizeof before);
    if (text_same(no.rule, "notation"))
        play_notice(play, _("'{0}' is no move and no command. {1} Type ? for help."), line, no.why);
    else
        say_refusal(play, text, &no);
    return ANSWER_AGAIN;
}

enum play_answer play_enter(struct play *play)
{
    if (play->is_terminal && play->page == 0 && !play->has_paper && play->count == 1)
        return try_move(play, play->text[0]);
    if (play->is_terminal)
        play_turn_page(play);
    return ANSWER_AGAIN;
}

static bool is_word(const char *word, const char *line, size_t length)
{
    return strlen(word) == length && strncasecmp(word, line, length) == 0;
}

enum play_answer play_answer(struct play *play, const char *line)
{
    const char *rest = line + strcspn(line, " ");
    size_t length = (size_t)(rest - line);
    rest += strspn(rest, " ");
    if (text_same(line, "?"))
        return act_help(play, "");
    for (int i = 0; words[i].name && find_move(play, line) < 0; i++)
        if ((is_word(words[i].name, line, length) || is_word(_(words[i].name), line, length)) &&
            (words[i].value || *rest == '\0'))
            return words[i].act(play, rest);
    return try_move(play, line);
}
