/* setup_about.c: a setup as data: numbers, named planes, JSON. */
#include "api/api_inner.h"

#include "api/state_pack.h"
#include "rules/show.h"

void ochre_setup_about(const ochre_setup *setup, ochre_about *about, size_t about_size)
{
    const struct shared_setup *shared = shared_of(setup);
    ochre_about all = {
        .fingerprint = shared->fingerprint,
        .seats = (uint32_t)setup->seats,
        .actions = setup->actions,
        .chance_actions = setup->chance_actions,
        .legal_max = setup->legal_max,
        .moves_max = setup->moves_max,
        .state_size = shared->size,
        .packed_size = (uint32_t)packed_size(setup),
        .observation_size = setup->observe_size,
        .plane_count = (uint32_t)shared->plan.count,
        .has_chance = setup->chance_actions > 0,
        .has_secrets = setup->game->rules->redact != NULL,
        .rules_version = (uint32_t)setup->game->rules_version,
    };
    struct ochre_text id = text_on(all.game, sizeof all.game);
    text_add(&id, setup->game->id);
    memset(about, 0, about_size);
    memcpy(about, &all, about_size < sizeof all ? about_size : sizeof all);
}

int ochre_setup_plane(const ochre_setup *setup, int number, ochre_plane *plane)
{
    const struct ochre_plan *plan = &shared_of(setup)->plan;
    if (number < 0 || number >= plan->count)
        return OCHRE_REFUSED;
    const struct plan_part *part = &plan->part[number];
    *plane =
        (ochre_plane){.offset = part->offset, .size = part->size, .rank = (uint32_t)part->rank, .seat = part->seat};
    memcpy(plane->shape, part->shape, sizeof plane->shape);
    struct ochre_text name = text_on(plane->name, sizeof plane->name);
    if (part->seat >= 0) {
        text_add(&name, "seat ");
        text_int(&name, part->seat);
        text_add(&name, " ");
    }
    text_add(&name, part->name);
    return 0;
}

static void write_plane(const ochre_setup *setup, int number, struct json_writer *writer)
{
    ochre_plane plane;
    ochre_setup_plane(setup, number, &plane);
    json_open(writer, '{');
    json_field_string(writer, "name", plane.name);
    json_field_int(writer, "offset", plane.offset);
    json_field_int(writer, "size", plane.size);
    json_name(writer, "shape");
    json_open(writer, '[');
    for (uint32_t i = 0; i < plane.rank; i++)
        json_put_int(writer, plane.shape[i]);
    json_close(writer, ']');
    json_close(writer, '}');
}

static void write_options(const ochre_setup *setup, struct json_writer *writer)
{
    const struct ochre_option *option = setup->game->options;
    json_name(writer, "options");
    json_open(writer, '{');
    for (int i = 0; option && option[i].name; i++)
        json_field_string(writer, option[i].name, setup->option[i].word);
    json_close(writer, '}');
}

static void write_numbers(const ochre_setup *setup, struct json_writer *writer)
{
    ochre_about about;
    ochre_setup_about(setup, &about, sizeof about);
    json_field_int(writer, "seats", about.seats);
    json_field_int(writer, "actions", about.actions);
    json_field_int(writer, "chance_actions", about.chance_actions);
    json_field_int(writer, "legal_max", about.legal_max);
    json_field_int(writer, "moves_max", about.moves_max);
    json_field_int(writer, "state_size", about.state_size);
    json_field_int(writer, "packed_size", about.packed_size);
    json_field_int(writer, "observation_size", about.observation_size);
    json_field_bool(writer, "has_chance", about.has_chance);
    json_field_bool(writer, "has_secrets", about.has_secrets);
    json_field_int(writer, "rules_version", about.rules_version);
}

size_t ochre_setup_json(const ochre_setup *setup, char *json, size_t size)
{
    struct ochre_text text = text_on(json, size);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_field_string(&writer, "game", setup->game->id);
    json_field_string(&writer, "name", setup->game->name);
    json_field_string(&writer, "designer", setup->game->designer);
    json_field_string(&writer, "about", setup->game->about);
    write_options(setup, &writer);
    write_numbers(setup, &writer);
    json_name(&writer, "planes");
    json_open(&writer, '[');
    for (int i = 0; i < shared_of(setup)->plan.count; i++)
        write_plane(setup, i, &writer);
    json_close(&writer, ']');
    json_close(&writer, '}');
    return text_result(&text);
}

size_t ochre_setup_printed(const ochre_setup *setup, char *json, size_t size)
{
    struct ochre_text text = text_on(json, size);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    if (setup->game->show->write_printed)
        setup->game->show->write_printed(setup, &writer);
    json_close(&writer, '}');
    return text_result(&text);
}
