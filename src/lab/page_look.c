/* page_look.c: see page_look.h. */
#include "lab/page_look.h"

#include <stddef.h>

#define NIGHT                                                                                                          \
    "color-scheme:dark;--page:#1b1613;--card:#29211c;--soft:#352b24;--ink:#f3e9d6;--ink2:#d9c6a5;--ink3:#b3a48d;"      \
    "--line:#4b3d32;--accent:#e08b3e;--warm:#c4652d;--fill:#c98a4a;--pale:#57432f;--bad:#ff8a6b;--good:#a9c26a;"       \
    "--p1:#e2a644;--p2:#57b4ba;--p3:#e8735b;--p4:#a595e0;--cold:#63a9c9;--cell:#1b1108"

const char *const page_style[] = {
    ":root{color-scheme:light;--page:#efe6d5;--card:#fbf7ee;--soft:#e3d6bd;--ink:#2b2521;--ink2:#5a4334;--ink3:#6d6155;"
    "--line:#c9b999;--accent:#8f3b22;--warm:#a4522b;--fill:#a4522b;--pale:#dcc9a6;--bad:#9c2f1b;--good:#55702c;"
    "--p1:#b9781c;--p2:#2d7a80;--p3:#a83a26;--p4:#57488a;--cold:#3f6f86;--cell:#fff7ea;"
    "--sans:\"Alegreya Sans\",\"Noto Sans\",system-ui,sans-serif;--serif:\"Alegreya\",\"Noto Serif\",Georgia,serif}\n",
    "@media screen and (prefers-color-scheme:dark){:root{" NIGHT "}}\n",
    "*{box-sizing:border-box}\n",
    "body{margin:0;background:var(--page);color:var(--ink);font:16px/1.45 var(--sans);"
    "font-variant-numeric:tabular-nums lining-nums;-webkit-text-size-adjust:100%}\n",
    "h1,h2,h3,p,ul,dl,dd,figure{margin:0;padding:0}ul{list-style:none}svg{display:block}\n",
    ".sheet{max-width:1208px;margin:0 auto;padding:0 24px 40px}\n",
    ".top{position:relative;padding:36px 0 16px;border-bottom:2px solid var(--ink)}\n",
    ".herd{position:absolute;right:0;bottom:0;width:390px;height:112px;color:var(--warm)}\n",
    ".kicker{color:var(--ink2)}h1{font:800 2.6rem/1.08 var(--serif);letter-spacing:-.01em;margin:2px 0 12px}\n",
    ".facts{display:flex;flex-wrap:wrap;gap:6px 32px;max-width:780px}.facts dt{color:var(--ink3);font-size:.92rem;"
    "line-height:1.15}.facts dd{font-weight:700;font-size:1.1rem;line-height:1.25;overflow-wrap:anywhere}\n",
    ".again{margin-top:10px;font-size:.95rem;color:var(--ink2)}code{font:.88rem/1.4 ui-monospace,\"DejaVu Sans "
    "Mono\",monospace;color:var(--ink);background:var(--card);border-radius:5px;padding:2px "
    "7px;overflow-wrap:anywhere}\n",
    ".finds{display:grid;grid-template-columns:repeat(3,1fr);gap:24px 36px;padding:26px 0 30px}\n",
    ".finds li{display:grid;grid-template-columns:104px 1fr;gap:0 14px}.big{font:800 2.2rem/1 var(--sans);"
    "color:var(--accent);letter-spacing:-.02em;white-space:nowrap}.big small{font-size:1.1rem;margin-left:2px}.big "
    ".below{display:block;margin:0;letter-spacing:0}\n",
    "h3{font:700 1.16rem/1.2 var(--serif)}.finds p{color:var(--ink2);line-height:1.35}\n",
    ".figs{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:18px}\n",
    "figure{background:var(--card);border-radius:10px;padding:16px 18px 14px;display:flex;flex-direction:column;"
    "min-width:0}.wide{grid-column:1/-1}.double{grid-column:span 2}\n",
    "h2{font:700 1.22rem/1.2 var(--serif)}.say{color:var(--ink2);line-height:1.32;font-size:.97rem;margin:3px 0 10px;"
    "min-height:2.64em}figure>svg{width:100%;height:auto;margin:auto 0}\n",
    "figcaption{color:var(--ink3);font-size:.88rem;line-height:1.3;margin-top:8px}\n",
    "svg text{font:15px var(--sans);fill:var(--ink2)}svg "
    ".n{font-weight:700;fill:var(--ink);paint-order:stroke;stroke:var(--card);stroke-width:4px}svg .q{fill:var(--ink3);"
    "font-size:14px}svg .o{fill:var(--cell)}.ax{stroke:var(--line);fill:none}.grid{stroke:var(--line);opacity:.55;"
    "fill:none}.exp{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:5 4;fill:none}.wh{stroke-width:3;"
    "stroke-linecap:round;fill:none}\n",
    ".s1{color:var(--p1)}.s2{color:var(--p2)}.s3{color:var(--p3)}.s4{color:var(--p4)}.s0{color:var(--accent)}"
    ".sx{color:var(--ink3)}\n",
    ".mark{fill:currentColor}.bar{fill:var(--fill)}.dim{fill:var(--pale)}.curve{stroke:var(--accent);stroke-width:2.5;"
    "fill:none;stroke-linejoin:round}.band{fill:var(--pale);opacity:.7}.ridge{fill:var(--fill);stroke:var(--accent);"
    "stroke-width:1}\n",
    ".scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.97rem}th{text-align:left;"
    "font-weight:500;color:var(--ink2);font-size:.92rem;border-bottom:1.5px solid var(--ink);padding:4px 8px 5px;"
    "vertical-align:bottom}td{padding:4px 8px;border-bottom:1px solid var(--line);line-height:1.2}.r{text-align:right;"
    "white-space:nowrap}td b{white-space:nowrap}tr.out{background:color-mix(in srgb,var(--accent) 9%,transparent)}"
    "td svg{width:100%;min-width:120px;height:22px}.flag{font-weight:700;color:var(--bad);white-space:nowrap}"
    ".quiet{color:var(--ink3);white-space:nowrap}\n",
    ".gap{height:24px}.notes{display:grid;gap:10px;color:var(--ink2);line-height:1.4}.notes b{color:var(--ink)}\n",
    "footer{margin-top:26px;border-top:2px solid var(--ink);padding-top:16px;display:grid;grid-template-columns:1fr "
    "2fr;"
    "gap:12px 36px}footer p{color:var(--ink2);margin-top:6px}.gloss{columns:2;column-gap:36px}.gloss div{break-inside:"
    "avoid;margin-bottom:10px;line-height:1.35}.gloss dt{font-weight:700}.gloss dd{color:var(--ink2)}\n",
    "@media screen and "
    "(max-width:1080px){.figs,.finds{grid-template-columns:repeat(2,minmax(0,1fr))}.herd{width:270px;height:78px}"
    ".facts{max-width:none}.gloss{columns:1}}\n",
    "@media screen and (max-width:700px){.sheet{padding:0 10px 28px}.top{padding:96px 4px "
    "16px}.herd{top:8px;bottom:auto;left:0;"
    "right:auto;width:300px;height:84px}h1{font-size:2.05rem}.again{padding:0 4px}.finds{grid-template-columns:1fr;"
    "gap:16px;padding:20px 4px 22px}.finds li{grid-template-columns:96px 1fr}.figs{grid-template-columns:minmax(0,1fr);"
    "gap:12px}.double{grid-column:auto}figure{padding:14px 12px 12px}.say{min-height:0}.far{display:none}"
    "td,th{padding-left:4px;padding-right:4px}td svg{min-width:70px}footer{grid-template-columns:1fr;padding-left:4px;"
    "padding-right:4px}.gloss{columns:1}}\n",
    "@page{size:A4;margin:13mm}\n",
    "@media print{body{background:#fff;font-size:9.5pt;--page:#fff;--card:#fff}*{-webkit-print-color-adjust:exact;"
    "print-color-adjust:exact}.sheet{padding:0;max-width:none}.top{padding:0 0 10px}h1{font-size:24pt}.figs{"
    "grid-template-columns:1fr 1fr;gap:10px}figure{border:1px solid var(--line);padding:10px 12px}figure,tr,.finds li{"
    "break-inside:avoid}.finds{grid-template-columns:1fr 1fr;gap:10px 20px;padding:14px "
    "0}.herd{width:230px;height:66px}"
    "code{padding:0}.say{min-height:0}.facts{max-width:calc(100% - 240px)}.gloss{columns:2}.scroll{overflow:visible}"
    "table{font-size:8.2pt}th{font-size:8pt}td,th{padding:2px 4px}td:first-child{min-width:11em}td svg{min-width:76px}}"
    "\n",
    NULL,
};

const char page_shapes[] =
    "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">"
    "<symbol id=\"seat-1\" viewBox=\"-10 -10 20 20\"><circle r=\"7.4\" fill=\"currentColor\"/></symbol>"
    "<symbol id=\"seat-2\" viewBox=\"-10 -10 20 20\"><rect x=\"-6.8\" y=\"-6.8\" width=\"13.6\" height=\"13.6\" "
    "rx=\"1.6\" fill=\"currentColor\"/></symbol>"
    "<symbol id=\"seat-3\" viewBox=\"-10 -10 20 20\"><path d=\"M0-8.2 8 6.6H-8Z\" fill=\"currentColor\" "
    "stroke=\"currentColor\" stroke-linejoin=\"round\"/></symbol>"
    "<symbol id=\"seat-4\" viewBox=\"-10 -10 20 20\"><path d=\"M0-9 8 0 0 9-8 0Z\" fill=\"currentColor\" "
    "stroke=\"currentColor\" stroke-linejoin=\"round\"/></symbol>"
    "</svg>\n";

/* Three deer in one line each, and a hand; drawn for this report. */
const char page_herd[] =
    "<svg class=\"herd\" viewBox=\"0 0 390 112\" aria-hidden=\"true\"><defs><g id=\"deer\">"
    "<path fill=\"currentColor\" d=\"M6 46c4-10 14-13 28-13 12 0 22 2 30-2 5-3 7-9 10-14l7-6c4-2 9 0 12 3l8 5c1 2 0 "
    "4-2 "
    "4l-9 1c-3 2-5 5-6 10-2 9-4 15-9 19l-1 12 5 13-2 18h-5l-1-16-7-12-5-10c-9 2-18 2-27 0l-4 12 3 12-3 14h-5l0-14-5-11 "
    "1-16c-4-3-8-4-12-1l-3 8c-3-4-2-12 2-16z\"/>"
    "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.6\" stroke-linecap=\"round\" d=\"M82 12C78 4 68 2 "
    "60-4M74 5c0-5-3-9-7-12M66 1c-4-1-7 0-10 2M85 11c2-7 10-9 13-16M92 3c4 0 7-1 10-4\"/></g></defs>"
    "<use href=\"#deer\" transform=\"translate(16 40) scale(.68)\" opacity=\".55\"/>"
    "<use href=\"#deer\" transform=\"translate(112 31) scale(.8)\" opacity=\".78\"/>"
    "<use href=\"#deer\" transform=\"translate(226 19) scale(.96)\"/>"
    "<path d=\"M0 111c60-3 120 0 190-1s140 1 200-1\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" "
    "opacity=\".5\"/></svg>\n";
