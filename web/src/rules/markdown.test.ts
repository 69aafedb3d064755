import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mark, read } from './markdown';
import { minute, order } from './order';
import { GAMES } from '../games/cards';
import { pageOf, readAt } from '../games/pages';
import { picturesOf } from './pictures';
import { recording } from '../../test/server';

const rules = (game: string, lang = '') => read(readFileSync(`../docs/rules/${game}${lang}.md`, 'utf8'));
const ids = (game: string) => new Set(rules(game).flatMap((block) => block.ids));

describe('rules as a page', () => {
  it('escapes what is not ours to interpret', () => {
    const [block] = read('a <script>alert(1)</script> & [x](javascript:alert) **b** `<i>`');
    expect(block!.html).toBe(
      '<p>a &lt;script&gt;alert(1)&lt;/script&gt; &amp; x <strong>b</strong> <code>&lt;i&gt;</code></p>',
    );
  });
  it('knows headings, lists, tables and code', () => {
    const html = read(
      '## 3 Play\n\n- **3.1** one\n  more\n  - inner\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n    code  here\n\n1. first\n2. second\n',
    )
      .map((block) => block.html)
      .join('');
    expect(html).toContain('<h2 id="3">3 Play</h2>');
    expect(html).toContain(
      '<ul><li><strong id="3.1" class="rule-no">3.1</strong> one more<ul><li>inner</li></ul></li><li>two</li></ul>',
    );
    expect(html).toContain('<th scope="col">a</th>');
    expect(html).toContain('code  here');
    expect(html).toContain('<ol><li>first</li><li>second</li></ol>');
  });
  it('marks what was searched for, but no tag', () => {
    expect(mark('<p class="a">a cat</p>', 'a')).toBe('<p class="a"><mark>a</mark> c<mark>a</mark>t</p>');
    expect(mark('<p>1+1</p>', '+')).toBe('<p>1<mark>+</mark>1</p>');
  });
  it('reads every rule book, with one anchor per number', () => {
    for (const game of GAMES)
      for (const lang of ['', '.fr']) {
        const all = rules(game, lang).flatMap((block) => block.ids);
        expect(all.length, game + lang).toBeGreaterThan(20);
        expect(new Set(all).size).toBe(all.length);
      }
  });
  it('gives every numbered rule of a list a block of its own', () => {
    const blocks = read('- **1.1** one\n  - inner\n- **1.2** two\n- plain\n');
    expect(blocks.map((block) => block.ids)).toEqual([['1.1'], ['1.2']]);
    expect(blocks[1]!.html).toContain('<li>plain</li>');
  });
  it('tells the terminal, notation and programs last, and loses nothing', () => {
    const many = { dice: 1, valley: 1, tribes: 2, spears: 2 };
    for (const [game, count] of Object.entries(many))
      for (const lang of ['', '.fr']) {
        const all = rules(game, lang);
        const { minute: first, main, apart } = order(all);
        expect(first.length + main.length + apart.length, game + lang).toBe(all.length - 1);
        const titles = apart.filter((block) => block.heading?.level === 2).map((block) => block.heading!.text);
        expect(titles.length, titles.join()).toBe(count);
        expect(titles.some((title) => /notation/i.test(title))).toBe(true);
        expect(main.some((block) => block.ids.includes('4.3') || block.ids.includes('3.3'))).toBe(true);
      }
  });
  it('finds the rule of every picture, and a caption', () => {
    for (const picture of GAMES.flatMap(picturesOf)) {
      expect(ids(picture.game).has(picture.rule), picture.id).toBe(true);
      expect(picture.caption).not.toBe('');
    }
    for (const game of GAMES) expect(picturesOf(game).filter((one) => one.minute).length, game).toBe(1);
  });
  it('leads from every code of a refusal to a rule that is there', () => {
    for (const game of GAMES) {
      const codes = readFileSync(`../docs/packs/${game}.md`, 'utf8').match(/(?<=\*\*|\| )[PN]\d+(?=\*\* | \| )/g) ?? [];
      const reasons = pageOf(game).reasons ?? {};
      expect(Object.keys(reasons).sort(), game).toEqual([...new Set(codes)].sort());
      for (const rule of Object.values(reasons)) expect(ids(game).has(rule), `${game} ${rule}`).toBe(true);
    }
    expect(readAt('valley', 'P6')).toBe('4.2');
    expect(readAt('valley', '4.9')).toBe('4.9');
  });
  it('finds the rule of every kind of event', () => {
    for (const game of [...GAMES, 'pebble']) {
      const known = ids(game);
      for (const step of recording(game).steps)
        for (const { events } of step.story)
          for (const { kind } of events) {
            const rule = pageOf(game).rules?.[kind];
            if (rule) expect(known.has(rule), `${game} ${kind} ${rule}`).toBe(true);
          }
    }
  });
  it('finds the game in a minute, wherever it stands', () => {
    const all = read('# g\n\nIntro.\n\n## 1. Board\n\nA.\n\n## In one minute\n\nB.\n\n- C.\n\n## 2. Moves\n\nD.\n');
    expect(minute(all).map((block) => block.text.trim())).toEqual(['B.', 'C.']);
    expect(order(all).minute[0]!.heading?.text).toBe('In one minute');
    expect(minute(read('# g\n\n## Board\n\nA.\n'))).toEqual([]);
    expect(minute(read('# g\n\n## Le jeu en une minute\n\nA.\n'))).toHaveLength(1);
  });
});
