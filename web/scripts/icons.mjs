// icons.mjs: draws the icons of the installed page from src/art/mark.svg into public/icons, with Chromium. They are
// committed; run this when the mark has changed.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const mark = readFileSync(join(web, 'src/art/mark.svg'), 'utf8');
/** Of limestone. A maskable icon may lose its rim: the mark keeps to the circle of 80 %, on a wall without corners. */
const ICONS = [
  { name: 'ochre-192.png', size: 192, part: 0.94, wall: false },
  { name: 'ochre-512.png', size: 512, part: 0.94, wall: false },
  { name: 'ochre-maskable-512.png', size: 512, part: 0.74, wall: true },
  { name: 'ochre-apple-180.png', size: 180, part: 0.8, wall: true },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const { name, size, part, wall } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const edge = Math.round(size * part);
  await page.setContent(
    `<style>html,body{margin:0;background:${wall ? '#efe6d5' : 'transparent'}}
     body{display:grid;place-items:center;height:${size}px}svg{width:${edge}px;height:${edge}px}</style>${mark}`,
  );
  await page.screenshot({ path: join(web, 'public/icons', name), omitBackground: !wall });
  await page.close();
}
await browser.close();
