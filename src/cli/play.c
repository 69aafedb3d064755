/* play.c: the turns of a play in the terminal. */
#include "cli/play.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/prompt.h"
#include "cli/screen.h"
#include "rules/rules.h"
#include "table/file.h"

/* ---- keeping the log ---- */

int play_save(const struct play *play, const char *path, struct ochre_error *error)
{
    size_t length;
    char *log = log_text_of(play->table, &play->lines, true, &length);
    if (!log)
        return error_set(error, "", "out of memory");
    char line[128];
    struct ochre_text players = text_on(line, sizeof line);
    text_add(&players, "# players ");
    for (int seat = 0; seat < play->setup->seats; seat++) {
        text_add(&players, seat ? "," : "");
        text_add(&players, play->player[seat]);
    }
    text_char(&players, '\n');
    size_t head = strcspn(log, "\n") + 1;
    char *whole = malloc(length + players.used + 1);
    if (!whole || head > length) {
        free(log);
        free(whole);
        return error_set(error, "", "out of memory");
    }
    memcpy(whole, log, head);
    memcpy(whole + head, line, players.used);
    memcpy(whole + head + players.used, log + head, length - head);
    int result = file_save(path, whole, length + players.used, error);
    free(log);
    free(whole);
    return result;
}

/* After every move. A disk that is full should not stop people from playing, but they should know. */
static int keep(void *who, const struct table *table, struct ochre_error *error)
{
    struct play *play = who;
    table_news(table, log_hear, &play->lines);
    if (*play->log == '\0' || play_save(play, play->log, error) == 0)
        return 0;
    if (!play->has_warned)
        play_notice(play, _("This play cannot be kept: {0}: {1}"), play->log, error->words);
    play->has_warned = true;
    return 0;
}

/* ---- listening ---- */

/* Appends to a story; when it grows too long the beginning is forgotten, line by line. */
static void remember(char story[STORY_SIZE], const char *lines)
{
    size_t more = strlen(lines);
    size_t used = strlen(story);
    if (more >= STORY_SIZE)
        return;
    while (used + more >= STORY_SIZE) {
        size_t first = strcspn(story, "\n") + 1;
        memmove(story, story + first, used - first + 1);
        used -= first;
    }
    memcpy(story + used, lines, more + 1);
}

/* The step in words for one listener; where the game has nothing to tell, the move itself. */
static void tell(const struct play *play, const struct table_step *step, int viewer, struct ochre_text *text)
{
    if (step->kind == TABLE_UNDONE)
        return;
    table_step_story(play->table, step, viewer, text);
    if (text->used == 0) {
        char move[TABLE_LINE_SIZE];
        struct ochre_text notation = text_in(move, sizeof move, tongue_used());
        table_step_line(play->table, step, viewer, &notation);
        text_say(text, "{0}: {1}",
                 step->seat == OCHRE_CHANCE ? _("Chance") : _(table_seat_name(play->table, step->seat)), move);
    }
    if (text->used && text->at[text->used - 1] != '\n')
        text_char(text, '\n');
}

/* A text for what a viewer reads: "you" is its seat. */
static struct ochre_text text_to(char *buffer, size_t size, struct ochre_voice *voice, int viewer)
{
    struct ochre_text text = text_in(buffer, size, tongue_used());
    *voice = (struct ochre_voice){.you = viewer < OCHRE_SEATS_MAX ? viewer : -1};
    text.voice = voice;
    return text;
}

static void hear(void *who, const struct table *table, const struct table_step *step)
{
    (void)table;
    struct play *play = who;
    char lines[4096];
    struct ochre_voice voice;
    for (int seat = 0; seat < play->setup->seats; seat++) {
        if (!seats_has(play->humans, seat))
            continue;
        struct ochre_text text = text_to(lines, sizeof lines, &voice, seat);
        tell(play, step, seat, &text);
        remember(play->story[seat], lines);
    }
    /* From a pipe, and when only computers play, things are told as they happen. */
    if (play->humans && play->is_terminal)
        return;
    int viewer = play->humans && !(play->humans & (play->humans - 1)) ? seats_first(play->humans) : OCHRE_NOBODY;
    struct ochre_text text = text_to(lines, sizeof lines, &voice, viewer);
    tell(play, step, viewer, &text);
    fputs(lines, stdout);
}

/* ---- opening and closing ---- */

int play_open(struct play *play, const struct call *call, struct table *table, char players[][PLAYER_SIZE],
              uint64_t seed)
{
    memset(play, 0, sizeof *play);
    play->call = call;
    play->table = table;
    play->setup = table_setup(table);
    play->shown_to = OCHRE_NOBODY;
    play->is_terminal = prompt_is_terminal();
    rng_seed(&play->rng, seed);
    for (int seat = 0; seat < play->setup->seats; seat++) {
        struct ochre_error error;
        memcpy(play->player[seat], players[seat], PLAYER_SIZE);
        if (text_same(players[seat], "human")) {
            play->humans |= SEAT_BIT(seat);
        } else if (!(play->bot[seat] = bot_new(players[seat], &error)) ||
                   bot_suits(play->bot[seat], play->setup, &error) < 0) {
            play_close(play);
            return call_refused(call, EXIT_MISUSED, "--seats", &error);
        }
    }
    play->is_private = play->is_terminal && play->setup->game->rules->redact && (play->humans & (play->humans - 1));
    size_t most = (size_t)play->setup->legal_max + 64;
    play->list = calloc(most, sizeof *play->list);
    play->text = calloc(most, sizeof *play->text);
    play->words = calloc(most, sizeof *play->words);
    play->said = calloc(most, sizeof *play->said);
    play->group = calloc(most, sizeof *play->group);
    if (!play->group || !play->list || !play->text || !play->words || !play->said)
        abort();
    table_retell(table, log_hear, &play->lines); /* a play that goes on */
    table_watch(table, hear, play);
    table_keeper(table, keep, play);
    return EXIT_FINE;
}

void play_close(struct play *play)
{
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        bot_delete(play->bot[seat]);
    free(play->list);
    free(play->text);
    free(play->words);
    free(play->said);
    free(play->group);
    play_paper_drop(play);
    log_lines_free(&play->lines);
    if (play->table)
        table_delete(play->table);
    memset(play, 0, sizeof *play);
}

/* ---- computers ---- */

/* A sign of life, when thinking takes longer than one notices. */
struct spinner {
    struct play *play;
    int seat;
    struct timespec since;
    bool is_shown;
    atomic_bool stop;
};

static void spin(void *who, int done, int total)
{
    struct spinner *spinner = who;
    struct timespec now;
    if (prompt_was_stopped())
        atomic_store(&spinner->stop, true);
    clock_gettime(CLOCK_MONOTONIC, &now);
    double waited =
        (double)(now.tv_sec - spinner->since.tv_sec) + 1e-9 * (double)(now.tv_nsec - spinner->since.tv_nsec);
    if (!spinner->play->is_terminal || waited < 0.2 || total <= 0)
        return;
    static const char *const wheel[] = {"|", "/", "-", "\\"};
    printf("\r\033[K%s ", wheel[(int)(waited * 8) % 4]);
    print_say(stdout, _("{0} is thinking: {1} %"), _(table_seat_name(spinner->play->table, spinner->seat)),
              NUM(100 * done / total));
    fflush(stdout);
    spinner->is_shown = true;
}

ochre_action play_think(struct play *play, struct bot *bot, int seat, struct bot_thoughts *thoughts)
{
    struct spinner spinner = {.play = play, .seat = seat};
    struct bot_thoughts unheard = {0};
    thoughts = thoughts ? thoughts : &unheard;
    *thoughts = (struct bot_thoughts){.progress = spin, .who = &spinner, .stop = &spinner.stop};
    struct ochre_view view;
    clock_gettime(CLOCK_MONOTONIC, &spinner.since);
    table_view(play->table, seat, &view);
    ochre_action action = bot_think(bot, play->setup, &view, seat, &play->rng, thoughts);
    if (spinner.is_shown)
        fputs("\r\033[K", stdout);
    return action;
}

static bool move_bot(struct play *play, int seat)
{
    struct table_no no;
    ochre_action action = play_think(play, play->bot[seat], seat, NULL);
    if (table_play_action(play->table, seat, table_ask(play->table, seat), action, tongue_used(), &no) == 0)
        return true;
    call_failure(play->call, "{0}: {1}", play->player[seat], no.why);
    return false;
}

/* ---- people ---- */

/* Asks the next person to sit down, with an empty screen in between. */
static bool hand_over(struct play *play, int seat)
{
    if (!play->is_private || play->shown_to == seat)
        return true;
    char question[256];
    struct ochre_text text = text_in(question, sizeof question, tongue_used());
    const char *line;
    screen_clear(true);
    text_say(&text, "{0}, it is your turn. When nobody else looks, press Enter. ",
             _(table_seat_name(play->table, seat)));
    if (prompt_ask(question, NULL, &line) != PROMPT_LINE)
        return false;
    play->shown_to = seat;
    return true;
}

/* The window has another size: everything is laid out anew (a prompt_redraw). */
static void redraw(void *who)
{
    play_show(who);
}

/* "White> ", and what Enter does where there is no choice. */
static void say_prompt(const struct play *play, struct ochre_text *text)
{
    const char *name = _(table_seat_name(play->table, play->seat));
    if (play->count == 1 && play->page == 0 && !play->has_paper)
        text_say(text, "{0}, Enter plays {1}> ", name, play->text[0]);
    else
        text_say(text, "{0}> ", name);
}

static enum prompt_end ask_move(struct play *play, const char **line)
{
    char question[160];
    struct ochre_text text = text_in(question, sizeof question, tongue_used());
    say_prompt(play, &text);
    prompt_redraw_with(redraw, play);
    enum prompt_end end = prompt_ask(question, play->words, line);
    prompt_redraw_with(NULL, NULL);
    play->notice = NULL; /* it has been read */
    return end;
}

/* One question to a person, asked until it is answered with a move. False: it goes away. */
static bool move_human(struct play *play, int seat)
{
    if (!hand_over(play, seat))
        return false;
    play_list_moves(play, seat);
    play->page = 0;
    play_paper_drop(play);
    play_show(play);
    for (;;) {
        const char *line;
        enum prompt_end end = ask_move(play, &line);
        if (end == PROMPT_STOPPED && play->is_terminal) {
            if (play_confirm(_("Stop playing? (y/n) "), true))
                return false;
            play_show(play);
            continue;
        }
        if (end != PROMPT_LINE)
            return false;
        enum play_answer answer = *line ? play_answer(play, line) : play_enter(play);
        if (answer == ANSWER_MOVED || answer == ANSWER_QUIT)
            return answer == ANSWER_MOVED;
        if (play->is_terminal)
            play_show(play);
        else if (play->notice)
            printf("%s\n", play->notice);
    }
}

/* Who is next: computers first, since they need no screen; then people in their order. */
static int next_seat(const struct play *play)
{
    ochre_seats pending = table_pending(play->table);
    ochre_seats bots = pending & (ochre_seats)~play->humans;
    return seats_first(bots ? bots : pending);
}

enum play_end play_run(struct play *play)
{
    while (!table_is_over(play->table)) {
        int seat = next_seat(play);
        if (play->bot[seat]) {
            if (!move_bot(play, seat))
                return PLAY_FAILED;
            if (prompt_was_stopped())
                return PLAY_QUIT;
        } else if (!move_human(play, seat)) {
            return PLAY_QUIT;
        }
    }
    return PLAY_OVER;
}

bool play_is_yes(const char *line)
{
    return *line && strchr("yYoOjJ", *line); /* yes, oui */
}

bool play_confirm(const char *question, bool fallback)
{
    const char *line;
    if (prompt_ask(question, NULL, &line) != PROMPT_LINE)
        return fallback && prompt_was_stopped();
    if (*line == '\0')
        return fallback;
    return play_is_yes(line);
}
