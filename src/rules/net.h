/* net.h: a small network that turns traits of a position into a chance. One hidden layer, cut off below 0. Its weights
 * are fitted to games by the programs in bench/. Plain arithmetic in a fixed order: the same on every machine. */
#ifndef OCHRE_RULES_NET_H
#define OCHRE_RULES_NET_H

enum { NET_HIDDEN = 16 };

/* Numbers of a network with so many traits: for the hidden layer its biases and a row per trait, then the bias and the
 * row of the output. */
#define NET_SIZE(traits) (NET_HIDDEN * ((traits) + 1) + NET_HIDDEN + 1)

/* 1 / (1 + e^-x), near enough; never 0, whatever a pack makes of the traits. */
static inline float net_squash(float x)
{
    float base = 1.0F - x / 64.0F;
    base = base < 0.01F ? 0.01F : base > 3.0F ? 3.0F : base;
    for (int i = 0; i < 6; i++)
        base *= base;
    return 1.0F / (1.0F + base);
}

/* The chance, 0 … 1, that the network sees in the traits. */
static inline float net_chance(const float *weights, int traits, const float *trait)
{
    float hidden[NET_HIDDEN];
    for (int h = 0; h < NET_HIDDEN; h++)
        hidden[h] = weights[h];
    for (int i = 0; i < traits; i++) {
        const float *row = weights + NET_HIDDEN * (i + 1);
        if (trait[i] == 0.0F)
            continue;
        for (int h = 0; h < NET_HIDDEN; h++)
            hidden[h] += trait[i] * row[h];
    }
    const float *out = weights + NET_HIDDEN * (traits + 1);
    float sum = out[0];
    for (int h = 0; h < NET_HIDDEN; h++)
        sum += out[1 + h] * (hidden[h] > 0.0F ? hidden[h] : 0.0F);
    return net_squash(sum);
}

/* The chances of all seats, in proportion, so that they add up to 1: `trait` holds those of one seat after another. */
static inline void net_shares(const float *weights, int traits, const float *trait, int seats, float *share)
{
    float sum = 0.0F;
    for (int seat = 0; seat < seats; seat++) {
        share[seat] = net_chance(weights, traits, trait + (long)seat * traits);
        sum += share[seat];
    }
    for (int seat = 0; seat < seats; seat++)
        share[seat] /= sum;
}

#endif
