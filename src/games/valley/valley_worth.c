/* valley_worth.c: what a position promises a seat. Points made, points at hand (bonuses,
 * caves, tokens, steaks), and what the pool can do next; the lower of food and shelter counts more as the end nears. */
#include <assert.h>

#include "games/valley/valley.h"

/* What a scene's bonus and a held token are worth, in food and in shelter. */
struct worth {
    float food, shelter;
};

static const struct worth bonus_worth[VALLEY_SCENES] = {
    [SCENE_FEAST] = {0.4F, 1.8F}, [SCENE_PICKING] = {1.0F, 0.0F}, [SCENE_RITUAL] = {0.6F, 0.9F},
    [SCENE_FIGHT] = {0.7F, 0.0F}, [SCENE_WATER] = {0.5F, 0.5F},   [SCENE_CAMP] = {0.0F, 3.0F},
    [SCENE_HUNT] = {1.9F, 0.0F},  [SCENE_FIRE] = {0.0F, 2.0F},
};

static const struct worth token_worth[VALLEY_SCENES] = {
    [SCENE_FEAST] = {0.3F, 1.9F}, [SCENE_PICKING] = {0.5F, 0.2F}, [SCENE_RITUAL] = {0.6F, 0.9F},
    [SCENE_FIGHT] = {0.6F, 0.0F}, [SCENE_WATER] = {0.5F, 0.5F},   [SCENE_CAMP] = {0.0F, 2.7F},
    [SCENE_HUNT] = {1.5F, 0.0F},  [SCENE_FIRE] = {0.0F, 2.2F},
};

float valley_time_left(const struct ochre_setup *setup, const struct valley_state *s)
{
    const struct valley_tables *t = valley_tables(setup);
    int all = t->tiles - t->removed - VALLEY_POOL * setup->seats;
    int left = s->stack_size + s->common_count;
    float gone = all > 0 ? 1.0F - (float)left / (float)all : 1.0F;
    assert(gone <= 1.0F);
    return gone < 0.0F ? 1.0F : 1.0F - gone;
}

static void add_scenes(struct worth *sum, unsigned scenes, const struct worth *table, float share)
{
    for (; scenes; scenes &= scenes - 1) {
        int scene = __builtin_ctz(scenes);
        sum->food += share * table[scene].food;
        sum->shelter += share * table[scene].shelter;
    }
}

/* The most food on any of the squares. */
static int best_food(const struct valley_face *left, const struct valley_face *right, uint64_t squares)
{
    for (int food = 4; food > 0; food--)
        if ((left->rich[food] | right->rich[food]) & squares)
            return food;
    return 0;
}

/* What one tile could bring if it were laid next: the best connected scene, or a cave. `need` says how much food and
 * shelter are wanted. */
static float tile_promise(const struct valley_tables *t, const struct valley_seat *v, const struct valley_fit *fit,
                          const int caves[VALLEY_CAVES], int caves_count, const struct valley_tile *tile,
                          struct worth need)
{
    const struct valley_face *left = valley_face_at(t, v->left);
    const struct valley_face *right = valley_face_at(t, v->right);
    float best = 0.0F;
    for (int half = 0; half < 2; half++) {
        uint64_t mine = fit->scene[tile->scene[half]] & fit->touched;
        const struct worth *bonus = &bonus_worth[tile->scene[half]];
        uint64_t squares = mine & valley_around(fit->scene[tile->scene[!half]]);
        if (squares) {
            float gain = 0.5F + need.food * ((float)best_food(left, right, squares) + bonus->food) +
                         need.shelter * bonus->shelter;
            best = gain > best ? gain : best;
        }
        for (int i = 0; i < caves_count; i++) {
            int cave = caves[i];
            int token = v->token[cave];
            if (!((mine >> v->gate[cave]) & 1) || (token && token != tile->scene[!half] + 1))
                continue;
            int shelter = token ? valley_cave_high(t, v, cave) + 1 : valley_cave_low(t, v, cave);
            float gain = need.food * ((float)valley_food_on(t, v, v->gate[cave]) + bonus->food) +
                         need.shelter * (bonus->shelter + (float)shelter);
            best = gain > best ? gain : best;
        }
    }
    return best;
}

/* Caves still to be reached count for something, the more the nearer they are. */
static float cave_promise(const struct valley_tables *t, const struct valley_seat *v, uint64_t touched)
{
    static const float nearness[] = {0.30F, 0.26F, 0.20F, 0.14F, 0.09F, 0.05F};
    uint64_t free = FIELDS & ~(v->covered | v->bears);
    int caves[VALLEY_CAVES];
    int caves_count = valley_open_caves(v, free, caves);
    uint64_t reached = touched & free;
    float sum = 0.0F;
    for (int step = 0; step < 6; step++) {
        for (int i = 0; i < caves_count; i++)
            if ((reached >> v->gate[caves[i]]) & 1) {
                sum += nearness[step] * (float)valley_cave_low(t, v, caves[i]);
                caves[i--] = caves[--caves_count];
            }
        reached |= valley_around(reached) & free;
    }
    return sum;
}

/* What pool and board promise for the turns to come. */
static float promise(const struct ochre_setup *setup, const struct valley_state *s, int seat, struct worth need)
{
    const struct valley_tables *t = valley_tables(setup);
    const struct valley_seat *v = &s->seat[seat];
    if (v->left == VALLEY_NONE || v->right == VALLEY_NONE || v->is_finished || !v->tribe)
        return 0.0F;
    struct valley_fit fit;
    valley_find_fit(setup, s, v, &fit);
    int caves[VALLEY_CAVES];
    int caves_count = valley_open_caves(v, fit.touched & ~(v->covered | v->bears), caves);
    float best = 0.0F;
    float sum = 0.0F;
    for (int slot = 0; slot < v->pool_count; slot++) {
        float gain = tile_promise(t, v, &fit, caves, caves_count, &t->tile[v->pool[slot]], need);
        sum += gain;
        best = gain > best ? gain : best;
    }
    return 0.30F * best + 0.05F * (sum - best) + 0.30F * need.shelter * cave_promise(t, v, fit.touched);
}

/* Points made and points at hand. */
static struct worth at_hand(const struct ochre_setup *setup, const struct valley_state *s, int seat, float left)
{
    const struct valley_tables *t = valley_tables(setup);
    const struct valley_seat *v = &s->seat[seat];
    struct worth sum = {(float)v->fp, (float)v->sp};
    sum.food += (0.25F + 0.5F * (left < 0.5F ? left : 0.5F)) * (float)t->steak_fp[v->steaks];
    add_scenes(&sum, v->held, token_worth, left > 0.1F ? 0.85F : 0.5F);
    int about = t->fights - v->fights; /* Fight tokens that lie on tiles */
    for (int tile = 0; about > 0; tile++) {
        assert(tile < t->tiles);
        int on = valley_fights_of(s, tile, seat);
        sum.food += 0.6F * (float)on;
        about -= on;
    }
    if (seat != s->turn)
        return sum;
    add_scenes(&sum, s->bonuses, bonus_worth, 1.0F);
    if (s->cave) {
        int cave = s->cave - 1;
        sum.shelter += (float)(s->cave_token ? valley_cave_high(t, v, cave) : valley_cave_low(t, v, cave));
        add_scenes(&sum, s->cave_token ? 1u << (s->cave_token - 1) : 0, token_worth, 0.85F);
    }
    return sum;
}

float valley_worth(const struct ochre_setup *setup, const struct valley_state *s, int seat, float left,
                   struct valley_outlook *outlook)
{
    assert(seat >= 0 && seat < setup->seats && left >= 0.0F && left <= 1.0F);
    const struct valley_seat *v = &s->seat[seat];
    struct worth sum = at_hand(setup, s, seat, left);
    for (int slot = 0; slot < v->pool_count; slot++) { /* what threatens the own pool */
        int on = s->fights_on[v->pool[slot]];
        for (int other = 0; on && other < setup->seats; other++)
            if (other != seat)
                sum.food -= 0.5F * (float)((on >> (2 * other)) & 3);
    }
    float low = sum.food < sum.shelter ? sum.food : sum.shelter;
    float high = sum.food < sum.shelter ? sum.shelter : sum.food;
    /* Early on the surplus can still be matched; at the end it is worth nothing. */
    float surplus = high - low;
    float useful = 16.0F * left;
    float matched = surplus < useful ? surplus : useful;
    float worth = low + 0.55F * matched + 0.03F * (surplus - matched);
    /* What lags behind is needed more. */
    float lean = (sum.shelter - sum.food) / 14.0F;
    lean = lean > 0.6F ? 0.6F : lean < -0.6F ? -0.6F : lean;
    struct worth need = {1.0F + lean, 1.0F - lean};
    float open = left > 0.25F ? 1.0F : 4.0F * left;
    *outlook = (struct valley_outlook){sum.food, sum.shelter, promise(setup, s, seat, need)};
    return worth + open * outlook->promise - (v->is_finished ? 12.0F * left : 0.0F);
}
