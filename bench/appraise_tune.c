/* appraise_tune.c: the weights of a game's better estimate (`appraise`), fitted to logs of whole plays.
 *
 *     ochre sim tribes --seats greedy,greedy --games 3000 --logs plays
 *     appraise_tune tribes plays [more …] > src/games/tribes/tribes_net.c
 *
 * Of every play some positions are taken, for each seat what counts in them (traits) and whether it won in the end. A
 * tenth of the plays is not fitted but foretold: how well is said on standard error. One thread, no chance of its own:
 * the same logs give the same weights. docs/levels.md says which plays the weights in use come from. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "games/spears/spears_outlook.h"
#include "games/tribes/tribes_appraise.h"
#include "games/valley/valley_appraise.h"
#include "table/log.h"

enum {
    EVERY = 7,       /* one position of so many is taken */
    TEST_EVERY = 10, /* one play of so many is foretold */
    BATCH = 256,
    ROUNDS = 12,
    TRAITS_MAX = 64,
    NETS_MAX = 8,
    SIZE_LIMIT = NET_SIZE(TRAITS_MAX),
};

static const double FIRST_STEP = 0.003;
static const double LAST_STEP = 0.0001;
static const double DECAY = 1e-5; /* of weights that nothing needs */

/* ---- what a game says ---- */

struct traits {
    float of[OCHRE_SEATS_MAX][TRAITS_MAX]; /* for each seat */
    int net[OCHRE_SEATS_MAX];              /* the network that weighs them */
};

struct subject {
    const char *game;
    const char *header;        /* of the file that is written */
    const char *traits, *nets; /* names of their numbers there */
    int trait_count, net_count;
    /* false: nothing can be said of this position. */
    bool (*look)(const struct ochre_setup *setup, const struct ochre_state *state, struct traits *traits);
};

static bool look_at_spears(const struct ochre_setup *setup, const struct ochre_state *state, struct traits *traits)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_of(state);
    float found[OCHRE_SEATS_MAX][SPEARS_TRAITS];
    if (s->phase < SPEARS_TIME || s->phase == SPEARS_OVER)
        return false;
    spears_find_traits(t, s, found);
    for (int seat = 0; seat < t->seats && seat < OCHRE_SEATS_MAX; seat++) {
        memcpy(traits->of[seat], found[seat], sizeof found[seat]);
        traits->net[seat] = spears_net_of(t, s, seat);
    }
    return true;
}

static bool look_at_tribes(const struct ochre_setup *setup, const struct ochre_state *state, struct traits *traits)
{
    const struct tribes_state *s = tribes_of(state);
    float found[OCHRE_SEATS_MAX][TRIBES_TRAITS];
    if (s->decision == TRIBES_AT_SETUP || s->decision == TRIBES_AT_OVER)
        return false;
    tribes_find_traits(setup, s, found);
    for (int seat = 0; seat < setup->seats && seat < OCHRE_SEATS_MAX; seat++) {
        memcpy(traits->of[seat], found[seat], sizeof found[seat]);
        traits->net[seat] = setup->seats - 2;
    }
    return true;
}

static bool look_at_valley(const struct ochre_setup *setup, const struct ochre_state *state, struct traits *traits)
{
    const struct valley_state *s = valley_of(state);
    float found[OCHRE_SEATS_MAX][VALLEY_TRAITS];
    if (s->phase == PHASE_OVER || !valley_is_dealt(setup, s))
        return false;
    valley_find_traits(setup, s, found);
    for (int seat = 0; seat < setup->seats && seat < OCHRE_SEATS_MAX; seat++) {
        memcpy(traits->of[seat], found[seat], sizeof found[seat]);
        traits->net[seat] = setup->seats - 2;
    }
    return true;
}

static const struct subject subjects[] = {
    {"spears", "games/spears/spears_outlook.h", "SPEARS_TRAITS", "SPEARS_NETS", SPEARS_TRAITS, SPEARS_NETS,
     look_at_spears},
    {"tribes", "games/tribes/tribes_appraise.h", "TRIBES_TRAITS", "TRIBES_NETS", TRIBES_TRAITS, TRIBES_NETS,
     look_at_tribes},
    {"valley", "games/valley/valley_appraise.h", "VALLEY_TRAITS", "VALLEY_NETS", VALLEY_TRAITS, VALLEY_NETS,
     look_at_valley},
};

/* ---- samples ---- */

struct sample {
    float result; /* 1: the seat has won; while its play is read, the seat */
    bool is_test;
    float trait[TRAITS_MAX];
};

struct samples {
    struct sample *list;
    size_t count, max;
};

struct reading {
    const struct subject *subject;
    struct samples nets[NETS_MAX];
    size_t first[NETS_MAX]; /* of the play that is read */
    uint64_t plays;
};

static struct sample *add_sample(struct samples *samples)
{
    if (samples->count == samples->max) {
        samples->max = samples->max ? samples->max * 2 : 4096;
        samples->list = realloc(samples->list, samples->max * sizeof *samples->list);
        if (!samples->list)
            abort();
    }
    return &samples->list[samples->count++];
}

static void take(void *who, const struct table *table, const struct table_step *step)
{
    struct reading *reading = who;
    struct traits traits = {0};
    if (step->kind != TABLE_MOVED || hash_mix(reading->plays << 20 | (uint64_t)step->number) % EVERY != 0 ||
        !reading->subject->look(table_setup(table), step->after, &traits))
        return;
    for (int seat = 0; seat < table_setup(table)->seats; seat++) {
        struct sample *sample = add_sample(&reading->nets[traits.net[seat]]);
        *sample = (struct sample){.result = (float)seat, .is_test = reading->plays % TEST_EVERY == 0};
        memcpy(sample->trait, traits.of[seat], sizeof sample->trait);
    }
}

static void read_play(struct reading *reading, const char *path)
{
    struct log log;
    struct ochre_error error = {.words = ""};
    struct table *table = NULL;
    for (int net = 0; net < NETS_MAX; net++)
        reading->first[net] = reading->nets[net].count;
    if (log_load(&log, path, NULL, &error) == 0) {
        if (text_same(log.game->id, reading->subject->game))
            table = log_play(&log, 0, NULL, take, reading, NULL, &error);
        log_free(&log);
    }
    if (!table || !table_is_over(table)) {
        (void)fprintf(stderr, "appraise_tune: %s: no whole play of %s %s\n", path, reading->subject->game, error.words);
        exit(1);
    }
    struct ochre_outcome outcome;
    table_outcome(table, &outcome);
    for (int net = 0; net < NETS_MAX; net++)
        for (size_t i = reading->first[net]; i < reading->nets[net].count; i++)
            reading->nets[net].list[i].result =
                (float)seats_has(outcome.winners, (int)reading->nets[net].list[i].result);
    table_delete(table);
    if (++reading->plays % 500 == 0)
        (void)fprintf(stderr, "\r%llu plays", (unsigned long long)reading->plays);
}

static void read_folder(struct reading *reading, const char *folder)
{
    struct dirent **names;
    int count = scandir(folder, &names, NULL, alphasort);
    if (count < 0) {
        perror(folder);
        exit(1);
    }
    for (int i = 0; i < count; i++) {
        char path[4096];
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        if (names[i]->d_name[0] != '.')
            read_play(reading, path);
        free(names[i]);
    }
    free(names);
}

/* ---- fitting ---- */

struct fit {
    int traits, size, out; /* `out`: where the weights of the output begin */
    double weight[SIZE_LIMIT];
    double slope[SIZE_LIMIT];
    double mean[SIZE_LIMIT], square[SIZE_LIMIT]; /* of the slopes so far (Adam) */
    uint64_t steps;
};

/* Sets out with small weights, the same every time. */
static void set_out(struct fit *fit, int traits)
{
    *fit = (struct fit){.traits = traits, .size = NET_SIZE(traits), .out = NET_HIDDEN * (traits + 1)};
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    for (int i = NET_HIDDEN; i < fit->size; i++)
        fit->weight[i] = ((double)rng_below(&rng, 2001) / 1000 - 1) * 0.35;
    fit->weight[fit->out] = 0;
}

/* What the network foretells; adds to the slopes when `learns`. Returns the loss (in nats). */
static double foretell(struct fit *fit, const struct sample *sample, bool learns)
{
    double hidden[NET_HIDDEN];
    const double *out = fit->weight + fit->out;
    double sum = out[0];
    for (int h = 0; h < NET_HIDDEN; h++)
        hidden[h] = fit->weight[h];
    for (int i = 0; i < fit->traits; i++)
        for (int h = 0; h < NET_HIDDEN; h++)
            hidden[h] += (double)sample->trait[i] * fit->weight[NET_HIDDEN * (i + 1) + h];
    for (int h = 0; h < NET_HIDDEN; h++)
        sum += hidden[h] > 0 ? out[1 + h] * hidden[h] : 0;
    double chance = 1 / (1 + exp(-sum));
    double loss = -log(sample->result > 0.5F ? chance + 1e-12 : 1 - chance + 1e-12);
    if (!learns)
        return loss;
    double miss = chance - (double)sample->result;
    double *out_slope = fit->slope + fit->out;
    double back[NET_HIDDEN];
    out_slope[0] += miss;
    for (int h = 0; h < NET_HIDDEN; h++) {
        out_slope[1 + h] += hidden[h] > 0 ? miss * hidden[h] : 0;
        back[h] = hidden[h] > 0 ? miss * out[1 + h] : 0;
        fit->slope[h] += back[h];
    }
    for (int i = 0; i < fit->traits; i++)
        if (sample->trait[i] != 0)
            for (int h = 0; h < NET_HIDDEN; h++)
                fit->slope[NET_HIDDEN * (i + 1) + h] += back[h] * (double)sample->trait[i];
    return loss;
}

/* One step of Adam. */
static void step(struct fit *fit, int batch, double pace)
{
    fit->steps++;
    double mean_scale = 1 / (1 - pow(0.9, (double)fit->steps));
    double square_scale = 1 / (1 - pow(0.999, (double)fit->steps));
    for (int i = 0; i < fit->size; i++) {
        double slope = fit->slope[i] / batch + DECAY * fit->weight[i];
        fit->mean[i] = 0.9 * fit->mean[i] + 0.1 * slope;
        fit->square[i] = 0.999 * fit->square[i] + 0.001 * slope * slope;
        fit->weight[i] -= pace * fit->mean[i] * mean_scale / (sqrt(fit->square[i] * square_scale) + 1e-8);
        fit->slope[i] = 0;
    }
}

static double loss_of(struct fit *fit, const struct samples *samples, bool is_test)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < samples->count; i++)
        if (samples->list[i].is_test == is_test) {
            sum += foretell(fit, &samples->list[i], false);
            count++;
        }
    return count ? sum / (double)count : 0;
}

/* The loss of always saying the average. */
static double loss_of_average(const struct samples *samples)
{
    double won = 1e-9;
    for (size_t i = 0; i < samples->count; i++)
        won += (double)samples->list[i].result;
    double chance = won / (double)(samples->count + 1);
    return -(chance * log(chance) + (1 - chance) * log(1 - chance));
}

static void fit_to(struct fit *fit, const struct samples *samples)
{
    struct ochre_rng rng;
    rng_seed(&rng, 2);
    size_t steps = ROUNDS * samples->count / BATCH;
    for (size_t n = 0; n < steps; n++) {
        double pace = FIRST_STEP * pow(LAST_STEP / FIRST_STEP, (double)n / (double)steps);
        for (int k = 0; k < BATCH;) {
            const struct sample *sample = &samples->list[rng_below(&rng, (uint32_t)samples->count)];
            if (sample->is_test)
                continue;
            (void)foretell(fit, sample, true);
            k++;
        }
        step(fit, BATCH, pace);
    }
}

/* ---- telling ---- */

static void write_net(const struct fit *fit)
{
    printf("    {");
    for (int i = 0; i < fit->size; i++)
        printf("%s%.3fF,", i % NET_HIDDEN == 0 ? "\n        " : " ", fit->weight[i] + 0.0);
    printf("\n    },\n");
}

static const struct subject *subject_named(const char *game)
{
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (text_same(game, subjects[i].game))
            return &subjects[i];
    return NULL;
}

int main(int argc, char **argv)
{
    static struct reading reading;
    static struct fit fit;
    const struct subject *subject = argc > 2 ? subject_named(argv[1]) : NULL;
    if (!subject) {
        (void)fputs("appraise_tune GAME FOLDER-OF-LOGS… > src/games/GAME/GAME_net.c      (spears, tribes, valley)\n",
                    stderr);
        return 2;
    }
    reading.subject = subject;
    for (int i = 2; i < argc; i++)
        read_folder(&reading, argv[i]);
    if (reading.plays == 0) {
        (void)fputs("appraise_tune: there are no plays in these folders\n", stderr);
        return 1;
    }
    printf("/* %s_net.c: fitted by bench/appraise_tune to %llu plays; not edited by hand. */\n", subject->game,
           (unsigned long long)reading.plays);
    printf("#include \"%s\"\n\n/* clang-format off */\n", subject->header);
    printf("const float %s_net[%s][NET_SIZE(%s)] = {\n", subject->game, subject->nets, subject->traits);
    for (int net = 0; net < subject->net_count; net++) {
        const struct samples *samples = &reading.nets[net];
        set_out(&fit, subject->trait_count);
        if (samples->count)
            fit_to(&fit, samples);
        (void)fprintf(stderr, "\rnetwork %d: %zu positions, loss %.4f (fitted), %.4f (foretold), %.4f (average)\n", net,
                      samples->count, loss_of(&fit, samples, false), loss_of(&fit, samples, true),
                      samples->count ? loss_of_average(samples) : 0);
        write_net(&fit);
        free(samples->list);
    }
    printf("};\n/* clang-format on */\n");
    return 0;
}
