/* prompt.c: see prompt.h. Editing is libedit's; reading single characters is ours, because libedit swallows the first
 * Ctrl-C and a changed window. */
#define _GNU_SOURCE /* ppoll */
#include "cli/prompt.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "cli/plain.h"

enum { HISTORY_SIZE = 200, WORD_MAX = 128, SHOWN_MAX = 40, QUESTION_SIZE = 512 };

static volatile sig_atomic_t stopped;
static volatile sig_atomic_t resized;

static EditLine *editor;
static History *history_kept;
static const char *asked = "";
static const char *const *completions;
static char *typed; /* the last line, ours */
static size_t typed_size;
static prompt_redraw *redraw_screen;
static void *redraw_for;
static struct sigaction before_int;
static struct sigaction before_winch;

static void on_signal(int number)
{
    if (number == SIGINT)
        stopped = 1;
    else
        resized = 1;
}

bool prompt_is_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

bool prompt_was_stopped(void)
{
    return stopped;
}

void prompt_redraw_with(prompt_redraw *redraw, void *who)
{
    redraw_screen = redraw;
    redraw_for = who;
}

static const char *question_of(EditLine *unused)
{
    (void)unused;
    return asked;
}

/* Waits for input. Signals are let in only while waiting, so that none falls between looking and waiting. False: a
 * signal came. */
static bool wait_for_input(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    sigset_t ours;
    sigset_t before;
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGWINCH);
    sigprocmask(SIG_BLOCK, &ours, &before);
    bool is_there = !stopped && !resized && ppoll(&input, 1, NULL, &before) > 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return is_there && !stopped;
}

/* How far two words agree. */
static size_t common_start(const char *a, const char *b, size_t most)
{
    size_t length = 0;
    while (length < most && a[length] && a[length] == b[length])
        length++;
    return length;
}

static void show_words(const char *start, size_t length)
{
    int shown = 0;
    putchar('\n');
    for (const char *const *word = completions; *word; word++)
        if (strncmp(*word, start, length) == 0 && ++shown <= SHOWN_MAX)
            printf("%s  ", *word);
    puts(shown > SHOWN_MAX ? "..." : "");
    fflush(stdout);
}

/* The tabulator: completes the word before the cursor as far as all candidates agree; shows them when they do not.
 * Called by the reader: libedit never frees the functions it is given names for. */
static void complete(EditLine *el)
{
    const LineInfo *info = el_line(el);
    const char *start = info->cursor;
    while (start > info->buffer && start[-1] != ' ')
        start--;
    size_t length = (size_t)(info->cursor - start);
    char word[WORD_MAX];
    char longest[WORD_MAX];
    if (!completions || length >= sizeof word)
        return;
    memcpy(word, start, length);
    word[length] = '\0';
    int found = 0;
    size_t agree = 0;
    for (const char *const *each = completions; *each; each++) {
        if (strncmp(*each, word, length) != 0 || strlen(*each) >= sizeof longest)
            continue;
        if (found++ == 0) {
            agree = strlen(*each);
            memcpy(longest, *each, agree + 1);
        } else {
            agree = common_start(longest, *each, agree);
        }
    }
    if (found == 0)
        return;
    longest[agree] = '\0';
    if (agree > length)
        el_insertstr(el, longest + length);
    else if (found > 1)
        show_words(word, length);
    el_set(el, EL_REFRESH);
}

/* One character of UTF-8 from standard input: 1, 0 at the end of the input, -1 when stopped. */
static int read_character(EditLine *el, wchar_t *out)
{
    mbstate_t state = {0};
    for (;;) {
        if (!wait_for_input()) {
            if (stopped)
                return -1;
            if (resized) {
                resized = 0;
                el_resize(el);
                if (redraw_screen)
                    redraw_screen(redraw_for);
                el_set(el, EL_REFRESH);
            }
            continue;
        }
        char byte;
        ssize_t count = read(STDIN_FILENO, &byte, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return (int)count;
        if (byte == '\t') {
            complete(el);
            continue;
        }
        size_t used = mbrtowc(out, &byte, 1, &state);
        if (used == (size_t)-1)
            memset(&state, 0, sizeof state); /* no character: begin anew */
        else if (used != (size_t)-2)
            return 1;
    }
}

static bool make_editor(void)
{
    if (editor)
        return true;
    editor = el_init("ochre", stdin, plain_terminal(), stderr);
    history_kept = history_init();
    if (!editor || !history_kept)
        return false;
    HistEvent event;
    history(history_kept, &event, H_SETSIZE, HISTORY_SIZE);
    history(history_kept, &event, H_SETUNIQUE, 1);
    el_set(editor, EL_PROMPT, question_of);
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_SIGNAL, 0);
    el_set(editor, EL_HIST, history, history_kept);
    el_set(editor, EL_GETCFN, read_character);
    return true;
}

void prompt_open(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &before_int);
    sigaction(SIGWINCH, &action, &before_winch);
    stopped = 0;
}

void prompt_close(void)
{
    sigaction(SIGINT, &before_int, NULL);
    sigaction(SIGWINCH, &before_winch, NULL);
    if (editor)
        el_end(editor);
    if (history_kept)
        history_end(history_kept);
    editor = NULL;
    history_kept = NULL;
    free(typed);
    typed = NULL;
    typed_size = 0;
}

/* Keeps a copy without blanks at its ends. */
static const char *keep(const char *line, size_t length)
{
    while (length && strchr(" \t\r\n", line[length - 1]))
        length--;
    while (length && strchr(" \t", *line)) {
        line++;
        length--;
    }
    if (length + 1 > typed_size) {
        typed_size = length + 1;
        typed = realloc(typed, typed_size);
        if (!typed)
            abort();
    }
    memcpy(typed, line, length);
    typed[length] = '\0';
    return typed;
}

static enum prompt_end ask_terminal(const char **line)
{
    int count = 0;
    /* libedit shows the prompt before it takes the terminal over; a key pressed in between would be echoed or lost. */
    el_set(editor, EL_PREP_TERM, 1);
    const char *read = el_gets(editor, &count);
    if (stopped) {
        puts("^C");
        return PROMPT_STOPPED;
    }
    if (!read || count <= 0) {
        putchar('\n');
        return PROMPT_OVER;
    }
    *line = keep(read, (size_t)count);
    if (**line) {
        HistEvent event;
        history(history_kept, &event, H_ENTER, *line);
    }
    return PROMPT_LINE;
}

static enum prompt_end ask_pipe(const char **line)
{
    static char *buffer;
    static size_t size;
    fflush(stdout);
    ssize_t length = getline(&buffer, &size, stdin);
    if (length < 0) {
        free(buffer);
        buffer = NULL;
        size = 0;
        return stopped ? PROMPT_STOPPED : PROMPT_OVER;
    }
    *line = keep(buffer, strlen(buffer));
    return PROMPT_LINE;
}

enum prompt_end prompt_ask(const char *question, const char *const *words, const char **line)
{
    stopped = 0;
    *line = "";
    if (!prompt_is_terminal() || !make_editor()) {
        fputs(question, stdout);
        return ask_pipe(line);
    }
    fflush(stdout);
    static char shown[QUESTION_SIZE];
    plain_text(question, shown, sizeof shown);
    asked = shown;
    completions = words;
    return ask_terminal(line);
}
