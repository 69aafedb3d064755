/* request_games.c: which games, packs and computer players there are, and the rules. */
#include "rules/registry.h"
#include "server/read.h"
#include "server/request_inner.h"

static void write_packs(const struct asking *asking, const struct ochre_game *game, struct json_writer *writer)
{
    char name[256];
    json_name(writer, "packs");
    json_open(writer, '[');
    for (const struct pack_offer *offer = packs_first(asking->hall->packs); offer; offer = offer->next) {
        if (offer->game != game)
            continue;
        packs_name(offer, asking->lang, name, sizeof name);
        json_open(writer, '{');
        json_field_string(writer, "id", offer->id);
        json_field_string(writer, "name", name);
        json_field_string(writer, "hash", offer->file.pack.hash);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_bots(const struct ochre_text *words, struct json_writer *writer)
{
    static const char *const about[] = {N_("plays any legal move"),
                                        N_("takes what looks best one move ahead"),
                                        N_("for first plays: overlooks most of what there is"),
                                        N_("for beginners: overlooks much"),
                                        N_("overlooks something now and then"),
                                        N_("thinks a little"),
                                        N_("thinks ahead"),
                                        N_("a good opponent"),
                                        N_("strong"),
                                        N_("the best it can, in two seconds a move")};
    json_name(writer, "bots");
    json_open(writer, '[');
    for (int i = 0; offered_bots[i]; i++) {
        json_open(writer, '{');
        json_field_string(writer, "name", offered_bots[i]);
        json_field_string(writer, "about", text_word(words, about[i]));
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_game(const struct asking *asking, const struct ochre_game *game, struct json_writer *writer)
{
    const struct ochre_text words = {.tongue = asking->tongue};
    json_open(writer, '{');
    game_write_about(game, &words, writer);
    write_packs(asking, game, writer);
    write_bots(&words, writer);
    json_close(writer, '}');
}

void request_get_games(struct asking *asking)
{
    struct sheet sheet;
    sheet_begin(&sheet);
    json_name(&sheet.writer, "games");
    json_open(&sheet.writer, '[');
    for (int i = 0; ochre_games[i]; i++)
        if (!ochre_games[i]->is_internal || asking->hall->config.has_all_games)
            write_game(asking, ochre_games[i], &sheet.writer);
    json_close(&sheet.writer, ']');
    sheet_answer(&sheet, asking, 200);
}

void request_get_rules(struct asking *asking)
{
    const struct ochre_game *game = game_by_id(asking->id);
    const char *text = game ? asking->hall->config.rules(asking->id, asking->lang) : NULL;
    if (!text) {
        request_refuse(asking, 404, "game", N_("There is no such game."));
        return;
    }
    struct sheet sheet;
    sheet_begin(&sheet);
    json_field_string(&sheet.writer, "game", game->id);
    json_field_string(&sheet.writer, "lang", asking->lang);
    json_field_string(&sheet.writer, "text", text);
    sheet_answer(&sheet, asking, 200);
}
