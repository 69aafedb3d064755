/* spears_tune.c: the weights of spears' better estimate (spears_appraise.c), fitted to logs of whole plays.
 *
 *     ochre sim spears --seats greedy,greedy,greedy,greedy --games 4000 --logs plays
 *     spears_tune plays [more …] > src/games/spears/spears_net.c
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
#include "table/log.h"

enum {
    EVERY = 7,       /* one position of so many is taken */
    TEST_EVERY = 10, /* one play of so many is foretold */
    BATCH = 256,
    ROUNDS = 12,
    SIZE = NET_SIZE(SPEARS_TRAITS),
    OUT = NET_HIDDEN * (SPEARS_TRAITS + 1), /* where the output's weights begin */
};

static const double FIRST_STEP = 0.003;
static const double LAST_STEP = 0.0001;
static const double DECAY = 1e-5; /* of weights that nothing needs */

/* ---- samples ---- */

struct sample {
    float result; /* 1: the seat has won; while its play is read, the seat */
    bool is_test;
    float trait[SPEARS_TRAITS];
};

struct samples {
    struct sample *list;
    size_t count, max;
};

struct reading {
    struct samples nets[SPEARS_NETS];
    size_t first[SPEARS_NETS]; /* of the play that is read */
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
    const struct spears_tables *t = spears_tables(table_setup(table));
    const struct spears_state *s = spears_of(step->after);
    float traits[OCHRE_SEATS_MAX][SPEARS_TRAITS];
    if (step->kind != TABLE_MOVED || hash_mix(reading->plays << 20 | (uint64_t)step->number) % EVERY != 0 ||
        s->phase < SPEARS_TIME || s->phase == SPEARS_OVER)
        return;
    spears_find_traits(t, s, traits);
    for (int seat = 0; seat < t->seats; seat++) {
        struct sample *sample = add_sample(&reading->nets[spears_net_of(t, s, seat)]);
        *sample = (struct sample){.result = (float)seat, .is_test = reading->plays % TEST_EVERY == 0};
        memcpy(sample->trait, traits[seat], sizeof sample->trait);
    }
}

static void read_play(struct reading *reading, const char *path)
{
    struct log log;
    struct ochre_error error = {.words = ""};
    struct table *table = NULL;
    for (int net = 0; net < SPEARS_NETS; net++)
        reading->first[net] = reading->nets[net].count;
    if (log_load(&log, path, NULL, &error) == 0) {
        if (text_same(log.game->id, "spears"))
            table = log_play(&log, 0, NULL, take, reading, NULL, &error);
        log_free(&log);
    }
    if (!table || !table_is_over(table)) {
        (void)fprintf(stderr, "spears_tune: %s: no whole play of spears %s\n", path, error.words);
        exit(1);
    }
    struct ochre_outcome outcome;
    table_outcome(table, &outcome);
    for (int net = 0; net < SPEARS_NETS; net++)
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
    double weight[SIZE];
    double slope[SIZE];
    double mean[SIZE], square[SIZE]; /* of the slopes so far (Adam) */
    uint64_t steps;
};

/* Sets out with small weights, the same every time. */
static void set_out(struct fit *fit)
{
    *fit = (struct fit){0};
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    for (int i = NET_HIDDEN; i < SIZE; i++)
        fit->weight[i] = ((double)rng_below(&rng, 2001) / 1000 - 1) * 0.35;
    fit->weight[OUT] = 0;
}

/* What the network foretells; adds to the slopes when `learns`. Returns the loss (in nats). */
static double foretell(struct fit *fit, const struct sample *sample, bool learns)
{
    double hidden[NET_HIDDEN];
    const double *out = fit->weight + OUT;
    double sum = out[0];
    for (int h = 0; h < NET_HIDDEN; h++)
        hidden[h] = fit->weight[h];
    for (int i = 0; i < SPEARS_TRAITS; i++)
        for (int h = 0; h < NET_HIDDEN; h++)
            hidden[h] += (double)sample->trait[i] * fit->weight[NET_HIDDEN * (i + 1) + h];
    for (int h = 0; h < NET_HIDDEN; h++)
        sum += hidden[h] > 0 ? out[1 + h] * hidden[h] : 0;
    double chance = 1 / (1 + exp(-sum));
    double loss = -log(sample->result > 0.5F ? chance + 1e-12 : 1 - chance + 1e-12);
    if (!learns)
        return loss;
    double miss = chance - (double)sample->result;
    double *out_slope = fit->slope + OUT;
    double back[NET_HIDDEN];
    out_slope[0] += miss;
    for (int h = 0; h < NET_HIDDEN; h++) {
        out_slope[1 + h] += hidden[h] > 0 ? miss * hidden[h] : 0;
        back[h] = hidden[h] > 0 ? miss * out[1 + h] : 0;
        fit->slope[h] += back[h];
    }
    for (int i = 0; i < SPEARS_TRAITS; i++)
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
    for (int i = 0; i < SIZE; i++) {
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
    for (int i = 0; i < SIZE; i++)
        printf("%s%.3fF,", i % NET_HIDDEN == 0 ? "\n        " : " ", fit->weight[i] + 0.0);
    printf("\n    },\n");
}

int main(int argc, char **argv)
{
    static struct reading reading;
    static struct fit fit;
    if (argc < 2) {
        (void)fputs("spears_tune FOLDER-OF-LOGS… > src/games/spears/spears_net.c\n", stderr);
        return 2;
    }
    for (int i = 1; i < argc; i++)
        read_folder(&reading, argv[i]);
    printf("/* spears_net.c: fitted by bench/spears_tune to %llu plays; not edited by hand. */\n",
           (unsigned long long)reading.plays);
    printf("#include \"games/spears/spears_outlook.h\"\n\n/* clang-format off */\n");
    printf("const float spears_net[SPEARS_NETS][NET_SIZE(SPEARS_TRAITS)] = {\n");
    for (int net = 0; net < SPEARS_NETS; net++) {
        const struct samples *samples = &reading.nets[net];
        set_out(&fit);
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
