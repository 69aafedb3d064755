/* show.c: see show.h. */
#include "rules/show.h"

static void write_printed(const struct ochre_setup *setup, struct json_writer *writer)
{
    if (setup->game->show->write_printed)
        setup->game->show->write_printed(setup, writer);
}

void show_printed(const struct ochre_setup *setup, struct json_writer *writer)
{
    json_name(writer, "printed");
    json_open(writer, '{');
    write_printed(setup, writer);
    json_close(writer, '}');
}

void show_whole(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct json_writer *writer)
{
    write_printed(setup, writer);
    setup->game->show->write_view(setup, view, viewer, writer);
}
