/* ismcts_mind.c: a tree search with a mind: what was learned is asked instead of the game's better estimate, and has a
 * say in which moves are tried. Not part of the page's module. */
#include "ai/ismcts_inner.h"
#include "ai/mind.h"
#include "rules/rules.h"

bool ismcts_mind_values(const struct ismcts *search, float payoff[OCHRE_SEATS_MAX])
{
    if (!search->setup->game->rules->pending(search->setup, &search->state))
        return false;
    mind_values(search->options.mind, search->setup, &search->state, payoff);
    return true;
}

float ismcts_mind_look(struct ismcts *search, int seat)
{
    mind_look(search->options.mind, search->setup, &search->state, seat, &search->sight);
    return mind_worth(search->options.mind, &search->sight);
}

void ismcts_mind_shares(struct ismcts *search, uint32_t node, int known)
{
    const struct mind *mind = search->options.mind;
    struct tree_move *moves = search->tree.moves + search->tree.nodes[node].first;
    bool is_open = !search->setup->game->rules->redact;
    float best = moves[search->place[0]].prior;
    float worst = best;
    for (int i = 1; i < known; i++) {
        float prior = moves[search->place[i]].prior;
        best = prior > best ? prior : best;
        worst = prior < worst ? prior : worst;
    }
    for (int i = 0; i < known; i++) {
        const struct tree_move *move = &moves[search->place[i]];
        float good = !is_open ? 0 : best > worst ? (move->prior - worst) / (best - worst) : 1;
        search->liking[i] = mind_liking(mind, &search->sight, move->action, good);
    }
    mind_share(search->liking, known);
    for (int i = 0; i < known; i++) {
        struct tree_move *move = &moves[search->place[i]];
        move->share += search->options.trust * (search->liking[i] - move->share);
    }
}
