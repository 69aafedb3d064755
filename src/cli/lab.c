/* lab.c: see lab.h. */
#include "cli/lab.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ai/bot.h"
#include "ai/mind.h"
#include "cli/many.h"
#include "cli/screen.h"
#include "table/file.h"

/* ---- what was asked for ---- */

int lab_mind(const struct call *call)
{
    enum { MIND_SIZE_MAX = 64 * 1024 * 1024 };
    const char *path = call_value(call, "mind");
    struct ochre_error error = {0};
    size_t length = 0;
    if (!path)
        return EXIT_FINE;
    if (call_has(call, "shard") || call_has(call, "keep"))
        return call_misuse(call, _("--mind cannot be used with --shard or --keep"));
    char *bytes = file_read(path, MIND_SIZE_MAX, &length, &error);
    struct mind *mind = bytes ? mind_read((const unsigned char *)bytes, length, &error) : NULL;
    free(bytes);
    if (!mind)
        return call_refused(call, EXIT_FAILED, path, &error);
    mind_offer(mind);
    return EXIT_FINE;
}

int lab_players(const struct call *call, const char *option, char names[][ARENA_NAME_SIZE], int max)
{
    const char *list = call_value(call, option);
    if (!list || !*list) {
        call_misuse(call, _("--{0} is missing: computer players, separated by commas, such as greedy,random"), option);
        return 0;
    }
    int count = 0;
    for (const char *at = list;; count++) {
        size_t length = strcspn(at, ",");
        if (count == max) {
            call_misuse(call, _("--{0} names more than {1} players"), option, NUM(max));
            return 0;
        }
        struct ochre_text name = text_on(names[count], ARENA_NAME_SIZE);
        text_add_bytes(&name, at, length);
        struct ochre_error error = {0};
        struct bot *bot = bot_new(names[count], &error);
        if (!bot || name.cut) {
            char why[sizeof error.words * 2];
            struct ochre_text text = text_in(why, sizeof why, tongue_used());
            error_say(&error, &text);
            call_complain(call, EXIT_MISUSED, (const char *const[]){"--{0}: {1}", option, why, NULL});
            bot_delete(bot);
            return 0;
        }
        bot_delete(bot);
        if (at[length] == '\0')
            return count + 1;
        at += length + 1;
    }
}

bool lab_numbers(const struct call *call, int usual_games, struct arena_plan *plan)
{
    int64_t games = usual_games;
    int64_t seed = 1;
    int64_t threads = many_fleet ? 1 : sysconf(_SC_NPROCESSORS_ONLN); /* ranks are counted by whoever starts them */
    threads = threads < 1 ? 1 : threads > ARENA_THREADS_MAX ? ARENA_THREADS_MAX : threads;
    if (!call_number(call, "games", 1, ARENA_GAMES_MAX, &games) ||
        !call_number(call, "threads", 1, ARENA_THREADS_MAX, &threads) ||
        !call_number(call, "seed", 0, INT64_C(999999999999999999), &seed))
        return false;
    plan->games = (int)games;
    plan->threads = (int)threads;
    plan->seed = (uint64_t)seed;
    return true;
}

bool lab_suits(const struct call *call, const struct ochre_setup *setup, char names[][ARENA_NAME_SIZE], int count)
{
    for (int i = 0; i < count; i++) {
        struct ochre_error error = {0};
        struct bot *bot = bot_new(names[i], &error);
        bool is_fine = bot && bot_suits(bot, setup, &error) == 0;
        bot_delete(bot);
        if (!is_fine) {
            call_refused(call, EXIT_MISUSED, names[i], &error);
            return false;
        }
    }
    return true;
}

bool lab_can_save(const struct call *call, const char *option)
{
    const char *path = call_value(call, option);
    if (!path)
        return true;
    struct stat about;
    char folder[4096];
    struct ochre_text text = text_on(folder, sizeof folder);
    text_add(&text, path);
    char *slash = strrchr(folder, '/');
    int reason = 0;
    if (!*path)
        reason = ENOENT;
    else if (stat(path, &about) == 0)
        reason = S_ISDIR(about.st_mode) ? EISDIR : access(path, W_OK) < 0 ? errno : 0;
    else {
        if (slash)
            slash[slash == folder] = '\0';
        if (access(slash ? folder : ".", W_OK | X_OK) < 0)
            reason = errno;
    }
    if (reason)
        call_failure(call, _("the report cannot be written: {0}: {1}"), path, strerror(reason));
    return reason == 0;
}

int lab_save(const struct call *call, const char *option, const char *text, size_t length)
{
    const char *path = call_value(call, option);
    struct ochre_error error = {0};
    if (!text)
        return call_failure(call, _("out of memory"));
    if (file_save(path, text, length, &error) < 0)
        return call_failure(call, _("the report cannot be written: {0}: {1}"), path, error.words);
    return EXIT_FINE;
}

/* A word as a shell would read it back. */
static void add_word(struct ochre_text *text, const char *word)
{
    bool is_plain = *word != '\0';
    for (const char *at = word; *at; at++)
        is_plain =
            is_plain && (strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=:.,/+@%", *at));
    text_char(text, ' ');
    if (is_plain) {
        text_add(text, word);
        return;
    }
    text_char(text, '\'');
    for (const char *at = word; *at; at++) {
        if (*at == '\'')
            text_add(text, "'\\'");
        text_char(text, *at);
    }
    text_char(text, '\'');
}

/* Every use of an option; those that change no figure are left out. */
static void add_option(const struct call *call, const char *name, struct ochre_text *text)
{
    static const char *const beside[] = {"threads", "json", "logs", "shard", "keep", NULL};
    for (int i = 0; beside[i]; i++)
        if (text_same(name, beside[i]))
            return;
    for (int n = 0; call_value_at(call, name, n); n++) {
        text_add(text, " --");
        text_add(text, name);
        if (*call_value_at(call, name, n))
            add_word(text, call_value_at(call, name, n));
    }
}

void lab_command_line(const struct call *call, struct ochre_text *text)
{
    text_add(text, "ochre ");
    text_add(text, call->command->name);
    for (int i = 0; i < call->operand_count; i++)
        add_word(text, call->operand[i]);
    for (const struct command_option *option = call->command->options; option->name; option++)
        add_option(call, option->name, text);
    add_option(call, "lang", text);
}

/* ---- being stopped ---- */

static atomic_bool is_stopped;

/* Some tools send the same signal twice at once (to the process and to its group), so only the third one kills. */
static void on_stop(int number)
{
    static volatile sig_atomic_t times;
    atomic_store(&is_stopped, true);
    if (++times == 3) {
        (void)signal(number, SIG_DFL);
        (void)raise(number);
    }
}

atomic_bool *lab_stop(void)
{
    atomic_store(&is_stopped, false);
    struct sigaction action = {.sa_handler = on_stop};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &is_stopped;
}

bool lab_is_stopped(void)
{
    return atomic_load(&is_stopped);
}

/* ---- progress ---- */

double lab_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void lab_progress_begin(struct lab_progress *progress, int total)
{
    bool is_terminal = isatty(STDERR_FILENO) && screen_columns() >= 40;
    *progress = (struct lab_progress){.total = total,
                                      .start = lab_now(),
                                      .shown = lab_now(),
                                      .is_terminal = is_terminal,
                                      .is_rank = !is_terminal && many_fleet && many_fleet->rank == 0};
}

void lab_progress_show(struct lab_progress *progress, int done)
{
    double now = lab_now();
    if (!(progress->is_terminal || progress->is_rank) || now - progress->shown < (progress->is_rank ? 10 : 0.1))
        return;
    progress->shown = now;
    double spent = now - progress->start;
    double rate = spent > 0 ? done / spent : 0;
    char words[160];
    char numbers[2][LAB_NUMBER_SIZE];
    struct ochre_text text = text_in(words, sizeof words, tongue_used());
    if (done > 0 && spent > 0.5) {
        int left = (int)ceil((progress->total - done) / rate);
        char time[32];
        (void)snprintf(time, sizeof time, "%d:%02d", left / 60, left % 60);
        text_say(&text, "{0} of {1}, {2} a second, {3} left", NUM(done), NUM(progress->total),
                 lab_number(numbers[0], rate, rate < 10 ? 1 : 0), time);
    } else {
        text_say(&text, "{0} of {1}", NUM(done), NUM(progress->total));
    }
    if (progress->is_rank) {
        (void)fprintf(stderr, "ochre: %s\n", words);
        return;
    }
    int width = screen_columns() - screen_width(words) - 4;
    width = width > 30 ? 30 : width;
    fputs("\r\033[K", stderr);
    if (width >= 8) {
        int filled = (int)((double)width * done / progress->total);
        fputc('[', stderr);
        for (int i = 0; i < width; i++)
            fputs(i < filled ? "█" : "░", stderr);
        fputs("] ", stderr);
    }
    fputs(words, stderr);
    fflush(stderr);
}

void lab_progress_end(struct lab_progress *progress)
{
    if (progress->is_terminal)
        fputs("\r\033[K", stderr);
    fflush(stderr);
}

/* ---- tables ---- */

void lab_column(const char *text, int width)
{
    int blanks = abs(width) - screen_width(text);
    if (width < 0)
        for (; blanks > 0; blanks--)
            putchar(' ');
    fputs(text, stdout);
    for (; blanks > 0; blanks--)
        putchar(' ');
    fputs("  ", stdout);
}

/* Decimal commas where the language has them. */
static void localize(char *number)
{
    if (text_same(tongue_code(), "fr"))
        for (; *number; number++)
            *number = *number == '.' ? ',' : *number;
}

const char *lab_number(char buffer[LAB_NUMBER_SIZE], double number, int decimals)
{
    (void)snprintf(buffer, LAB_NUMBER_SIZE, "%.*f", decimals, number);
    localize(buffer);
    return buffer;
}

const char *lab_percent(char buffer[LAB_NUMBER_SIZE], double rate)
{
    (void)snprintf(buffer, LAB_NUMBER_SIZE, "%.1f %%", 100 * rate);
    localize(buffer);
    return buffer;
}

const char *lab_percents(char buffer[LAB_NUMBER_SIZE], double low, double high)
{
    (void)snprintf(buffer, LAB_NUMBER_SIZE, "%.1f – %.1f %%", 100 * low, 100 * high);
    localize(buffer);
    return buffer;
}
