/* assets.c: see assets.h. */
#include "server/assets.h"

#include <string.h>

static const char no_page[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Ochre</title><h1>Ochre</h1>"
    "<p>The server is running, but this program was built without its page. With node 20.19 or newer installed, "
    "<code>make</code> builds both.</p><p>Everything else works: see <code>docs/wire.md</code>, or try "
    "<a href=\"/api/games\">/api/games</a>.</p></html>\n";

static const struct asset plain_page = {
    "/index.html", "text/html; charset=utf-8", "\"none\"", no_page, sizeof no_page - 1, NULL, 0, false};

static const struct asset *find(const char *path)
{
    for (const struct asset *asset = assets; asset->path; asset++)
        if (strcmp(asset->path, path) == 0)
            return asset;
    return NULL;
}

const struct asset *asset_at(const char *path)
{
    const struct asset *asset = find(path);
    if (asset || strchr(path, '.'))
        return asset;
    const struct asset *index = find("/index.html");
    return index ? index : &plain_page;
}
