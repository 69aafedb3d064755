/* dearest.c: looks for the messages and requests that cost most a byte.
 *
 *     dearest [--trials N] [--seed N] FILE…
 *
 * The files have seeds, one a line: "1 {…}" is said by the first seat (2: the second, 3: a watcher, 4: a stranger), "P
 * /api/tables {…}" is a request; other lines are passed over. Each is the first of a family (family.h) of longer and
 * longer messages. Families are changed by chance, sent to a hall that is always the same, and the dearest of each kind
 * are kept and changed again. Cost is counted in blocks (count.h): with the same compiler a seed finds the same
 * everywhere.
 *
 * Two laws for what was found: a byte more costs at most so much, and no more among many than among few. What breaks
 * one is written to dearest-N.txt, which meter reads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "count.h"
#include "evening.h"
#include "family.h"

enum { LINE_SIZE = 96 * 1024, KINDS_MAX = 200, KEPT = 3, CHANGES_MAX = 4, FIRST_UNITS = 6, SHOWN = 130 };

/* A door: how long is what goes through it; bytes that units fill, to begin with (then twice and four times as many);
 * blocks that a byte may cost, and that anything may cost beside its bytes. */
struct door {
    size_t length_max, bytes;
    double each_max, whole_max;
};
static const struct door message_door = {.length_max = 4096, .bytes = 850, .each_max = 70, .whole_max = 500000};
static const struct door request_door = {.length_max = 65536, .bytes = 4000, .each_max = 200, .whole_max = 1200000};

/* A byte among many may cost this many times what it costs among few: keys are sorted, n log n. What is cheap may jump.
 */
static const double GROWTH = 1.6;
static const double CHEAP = 18;

struct sample {
    struct family family;
    double each;  /* blocks for a byte more */
    double whole; /* blocks of the shortest */
};

/* The dearest of those that are answered the same way: by a byte more, and as a whole. */
struct kind {
    char name[48];
    const struct door *door;
    struct sample kept[2][KEPT];
    int count[2];
};

/* What became of a message. */
struct hearing {
    double blocks;
    size_t length;
    char answer[16]; /* "" or why not; of a request: its status */
};

static struct kind kinds[KINDS_MAX];
static int kinds_count;
static struct ochre_rng rng;

/* ---- measuring ---- */

static const char *const game_names[FAMILY_GAMES] = {"dice", "valley", "tribes", "spears"};
static const char *const tables[FAMILY_GAMES] = {
    "/api/tables {\"game\":\"dice\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"reserved\"}]}",
    "/api/tables {\"game\":\"valley\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"reserved\"}]}",
    "/api/tables {\"game\":\"tribes\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"reserved\"}]}",
    "/api/tables {\"game\":\"spears\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"reserved\"},{\"kind\":\"reserved\"}]}",
};
static const char *const arrivals[] = {"{\"t\":\"sit\",\"table\":\"$T\",\"key\":\"$A\"}",
                                       "{\"t\":\"sit\",\"table\":\"$T\",\"key\":\"$B\"}",
                                       "{\"t\":\"sit\",\"table\":\"$T\"}"};
static struct evening evenings[FAMILY_GAMES];

static void open_evening(struct evening *evening, const char *table)
{
    char line[256];
    struct ochre_text text = text_on(line, sizeof line);
    text_add(&text, table);
    evening_begin(evening);
    evening_change_table(evening, line);
    for (int i = 0; i < 3; i++) {
        text = text_on(line, sizeof line);
        evening_fill_in(evening, arrivals[i], &text);
        guest_say(&evening->guest[i], evening->hall, line);
    }
    evening_listen(evening);
}

/* For meter: the table, the arrivals, and the message. */
static void write_down(const struct family *family, size_t bytes, int number)
{
    static char line[LINE_SIZE];
    char path[32];
    struct ochre_text text = text_on(line, sizeof line);
    family_write(family, bytes, &text);
    (void)snprintf(path, sizeof path, "dearest-%d.txt", number);
    FILE *file = fopen(path, "w");
    if (!file) {
        (void)fprintf(stderr, "dearest: %s cannot be written\n", path);
        return;
    }
    (void)fprintf(file, "\t= %s\n", tables[family->game]);
    for (int i = 0; i < 3; i++)
        (void)fprintf(file, "\t%d %s\n", i + 1, arrivals[i]);
    (void)fprintf(file, "dearest\t%s\n", line);
    (void)fclose(file);
    (void)printf("dearest: it is in %s\n", path);
}

/* Counts from its arrival until everybody was told. */
static void hear(struct evening *evening, char what, char *line, struct hearing *hearing)
{
    uint64_t before = blocks_done;
    int status = evening_act(evening, what, line);
    for (int i = 0; i < GUESTS; i++)
        guest_listen(&evening->guest[i]);
    hearing->blocks = (double)(blocks_done - before);
    struct ochre_text text = text_on(hearing->answer, sizeof hearing->answer);
    if (what == 'P')
        text_int(&text, status);
    else
        member_text(guest_heard(&evening->guest[what - '1'], "no"), "code", hearing->answer, sizeof hearing->answer);
}

/* A copy of this process hears it: the evening stays as it was. */
static void listen_to(const struct family *family, size_t bytes, struct hearing *hearing)
{
    static char line[LINE_SIZE];
    static char filled[LINE_SIZE];
    static struct hearing *shared;
    if (!shared)
        shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        abort();
    struct ochre_text text = text_on(line, sizeof line);
    family_write(family, bytes, &text);
    text = text_on(filled, sizeof filled);
    evening_fill_in(&evenings[family->game], line + 2, &text);
    *shared = (struct hearing){.length = text.used};
    int status = -1;
    pid_t copy = fork();
    if (copy == 0) {
        hear(&evenings[family->game], line[0], filled, shared);
        _exit(0);
    }
    if (copy < 0 || waitpid(copy, &status, 0) != copy || status != 0) {
        (void)printf("dearest: this could not be heard (%d)\n", status);
        write_down(family, bytes, 0);
        exit(1);
    }
    *hearing = *shared;
}

static const struct door *door_of(const struct family *family)
{
    return family->text[0] == 'P' ? &request_door : &message_door;
}

/* Blocks for a byte more, from this many bytes of units to twice as many; 0 for what is too long. */
static double cost_each(const struct family *family, size_t bytes, struct hearing *few, struct hearing *many)
{
    listen_to(family, bytes, few);
    listen_to(family, 2 * bytes, many);
    if (many->length <= few->length || many->length > door_of(family)->length_max)
        return 0;
    return (many->blocks - few->blocks) / (double)(many->length - few->length);
}

/* ---- keeping the dearest ---- */

/* "chat", "tables dice", "join". */
static void name_kind(const struct family *family, char *name, size_t size)
{
    struct ochre_text text = text_on(name, size);
    char word[24] = "";
    if (family->text[0] == 'P') {
        size_t end = 2 + strcspn(family->text + 2, " ");
        size_t start = end;
        while (start > 2 && family->text[start - 1] != '/')
            start--;
        text_add_bytes(&text, family->text + start, end - start);
        text_char(&text, ' ');
        member_text(family->text, "game", word, sizeof word);
    } else {
        member_text(family->text, "t", word, sizeof word);
    }
    text_add(&text, word);
}

static struct kind *find_kind(const char *name)
{
    for (int i = 0; i < kinds_count; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

static struct kind *add_kind(const char *name, const struct door *door)
{
    if (kinds_count == KINDS_MAX)
        return NULL;
    struct kind *kind = &kinds[kinds_count++];
    kind->door = door;
    (void)snprintf(kind->name, sizeof kind->name, "%s", name);
    return kind;
}

static double worth(const struct sample *sample, int list)
{
    return list == 0 ? sample->each : sample->whole;
}

/* As dear as one that is there: it takes its place, so that the search moves on. */
static void keep(struct kind *kind, int list, const struct sample *sample)
{
    struct sample *kept = kind->kept[list];
    int place = 0;
    while (place < kind->count[list] && worth(&kept[place], list) > worth(sample, list))
        place++;
    if (place == KEPT)
        return;
    bool is_same = place < kind->count[list] && worth(&kept[place], list) == worth(sample, list);
    if (!is_same) {
        if (kind->count[list] < KEPT)
            kind->count[list]++;
        memmove(&kept[place + 1], &kept[place], (size_t)(kind->count[list] - 1 - place) * sizeof *kept);
    }
    kept[place] = *sample;
}

/* Among those of its name and answer; of names there are those of the seeds. */
static void try_family(const struct family *family, bool is_seed)
{
    char name[sizeof kinds->name];
    struct hearing once;
    struct hearing few;
    struct hearing many;
    const struct door *door = door_of(family);
    name_kind(family, name, sizeof name);
    if (is_seed && !find_kind(name))
        (void)add_kind(name, door);
    if (!find_kind(name))
        return;
    listen_to(family, 0, &once);
    struct sample sample = {
        .family = *family, .whole = once.blocks, .each = cost_each(family, door->bytes, &few, &many)};
    if (few.answer[0])
        (void)snprintf(name + strlen(name), sizeof name - strlen(name), " %s", few.answer);
    struct kind *kind = find_kind(name);
    if (!kind && !(kind = add_kind(name, door)))
        return;
    for (int list = 0; list < 2; list++)
        keep(kind, list, &sample);
}

/* ---- the search ---- */

static const struct family *any_family(const struct kind *kind)
{
    while (!kind->count[0]) /* a name of which no answer is without a word */
        kind = &kinds[rng_below(&rng, (uint32_t)kinds_count)];
    int list = rng_below(&rng, 4) == 0;
    return &kind->kept[list][rng_below(&rng, (uint32_t)kind->count[list])].family;
}

static void search(long trials)
{
    for (long i = 0; i < trials; i++) {
        struct family family = *any_family(&kinds[i % kinds_count]);
        const struct family *other = any_family(&kinds[rng_below(&rng, (uint32_t)kinds_count)]);
        for (uint32_t changes = 1 + rng_below(&rng, CHANGES_MAX); changes > 0; changes--)
            family_change(&family, other, &rng);
        try_family(&family, false);
    }
}

static void sow(const char *line)
{
    struct family seed;
    if (!strchr("1234P", line[0]) || !line[0] || line[1] != ' ' || !strchr(line, '{') || !family_read(&seed, line))
        return;
    try_family(&seed, true);
    for (int i = 0; i < FIRST_UNITS; i++) {
        struct family family = seed;
        family_choose_unit(&family, &rng);
        try_family(&family, false);
    }
}

static bool sow_file(const char *path)
{
    static char line[LINE_SIZE];
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        sow(line);
    }
    (void)fclose(file);
    return true;
}

/* ---- judging ---- */

static void show(const struct family *family)
{
    char text[FAMILY_SIZE + 16];
    struct ochre_text out = text_on(text, sizeof text);
    size_t skipped = family->from > SHOWN / 2 ? family->from - SHOWN / 2 : 0;
    text_add(&out, game_names[family->game]);
    text_add(&out, skipped ? " …" : " ");
    text_add_bytes(&out, family->text + skipped, family->from - skipped);
    text_add(&out, "«");
    text_add_bytes(&out, family->text + family->from, family->to - family->from);
    text_add(&out, "»");
    text_add(&out, family->text + family->to);
    size_t shown = out.used < SHOWN ? out.used : SHOWN;
    while (shown < out.used && ((unsigned char)text[shown] & 0xc0) == 0x80)
        shown++;
    (void)printf("%.*s\n", (int)shown, text);
}

/* What is wrong with it, or NULL. Costs that belong to different answers are not compared. */
static const char *judge(const struct door *door, const struct sample *sample, double *each)
{
    struct hearing few;
    struct hearing many;
    double before = cost_each(&sample->family, door->bytes, &few, &many);
    bool is_same = strcmp(few.answer, many.answer) == 0;
    *each = cost_each(&sample->family, 2 * door->bytes, &few, &many);
    is_same = is_same && strcmp(few.answer, many.answer) == 0;
    if (*each > door->each_max || before > door->each_max)
        return "a byte costs too much";
    if (is_same && *each > CHEAP && *each > GROWTH * before)
        return "a byte costs more among many";
    return sample->whole > door->whole_max + door->each_max * (double)sample->family.length ? "it costs too much"
                                                                                            : NULL;
}

/* Shows the dearest, and what breaks a law. */
static bool judge_kind(const struct kind *kind, int number)
{
    for (int list = 0; list < 2; list++)
        for (int i = 0; i < kind->count[list]; i++) {
            const struct sample *sample = &kind->kept[list][i];
            double each;
            const char *fault = judge(kind->door, sample, &each);
            if (i == 0 || fault) {
                (void)printf("%8.1f a byte, %8.1f among more, %8.0f in all  %-18s ", sample->each, each, sample->whole,
                             kind->name);
                show(&sample->family);
            }
            if (fault) {
                (void)printf("dearest: %s: %s\n", kind->name, fault);
                write_down(&sample->family, 4 * kind->door->bytes, number);
                return false;
            }
        }
    return true;
}

static int judge_all(void)
{
    int passed = 0;
    int failed = 0;
    for (int i = 0; i < kinds_count; i++)
        if (kinds[i].count[0]) {
            bool is_good = judge_kind(&kinds[i], failed + 1);
            passed += is_good;
            failed += !is_good;
        }
    (void)printf("%d passed, %d failed\n", passed, failed);
    return failed;
}

int main(int count, char **words)
{
    long trials = 2000;
    uint64_t seed = 1;
    int files = 0;
    rng_seed(&rng, seed);
    party_seed(1);
    for (int i = 0; i < FAMILY_GAMES; i++)
        open_evening(&evenings[i], tables[i]);
    for (int i = 1; i < count; i++) {
        if (i + 1 < count && strcmp(words[i], "--trials") == 0) {
            trials = strtol(words[++i], NULL, 10);
        } else if (i + 1 < count && strcmp(words[i], "--seed") == 0) {
            seed = strtoull(words[++i], NULL, 10);
            rng_seed(&rng, seed);
        } else if (!sow_file(words[i])) {
            (void)fprintf(stderr, "dearest: %s cannot be read\n", words[i]);
            return 2;
        } else {
            files++;
        }
    }
    if (!files || !kinds_count) {
        (void)fprintf(stderr, "dearest [--trials N] [--seed N] FILE…\n");
        return 2;
    }
    (void)printf("dearest: %ld trials, seed %llu\n", trials, (unsigned long long)seed);
    search(trials);
    int faults = judge_all();
    for (int i = 0; i < FAMILY_GAMES; i++)
        evening_end(&evenings[i]);
    return faults > 0;
}
