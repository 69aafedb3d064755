// The small part of Markdown that our rules are written in, with an anchor for every numbered rule. Everything is
// escaped;
// nothing else of the text reaches the page.
import { to } from '../lib/place';

export interface Heading {
  level: number;
  id: string;
  text: string;
}

export interface Block {
  /** Of the rules that begin here, so that pictures and links find them. */
  ids: string[];
  html: string;
  /** Plain words, for searching. */
  text: string;
  heading?: Heading;
}

const RULE = /^[A-Z]{0,2}\d+(?:\.\d+)*$/;

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]!);
}

function linkTarget(href: string): string | null {
  if (/^https?:\/\//.test(href)) return href;
  const rules = /^(?:\.\/)?(\w+)(?:\.\w\w)?\.md(#.*)?$/.exec(href);
  return rules ? to(`/rules/${rules[1]}${rules[2] ?? ''}`) : null;
}

class Writer {
  #seen = new Set<string>();
  ids: string[] = [];

  anchor(id: string): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    this.ids.push(id);
    return true;
  }

  inline(text: string): string {
    const out: string[] = [];
    const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\n]+)\*|\[([^\]]+)\]\(([^)\s]+)\)|\\([\\_^*`])/g;
    let end = 0;
    for (const match of text.matchAll(pattern)) {
      out.push(escape(text.slice(end, match.index)));
      end = match.index + match[0].length;
      const [, code, strong, weak, label, href, plain] = match;
      if (code !== undefined) out.push(`<code>${escape(code)}</code>`);
      else if (strong !== undefined) {
        const id = RULE.test(strong) && this.anchor(strong) ? ` id="${strong}" class="rule-no"` : '';
        out.push(`<strong${id}>${escape(strong)}</strong>`);
      } else if (weak !== undefined) out.push(`<em>${this.inline(weak)}</em>`);
      else if (label !== undefined && href !== undefined) {
        const target = linkTarget(href);
        out.push(target ? `<a href="${escape(target)}">${this.inline(label)}</a>` : this.inline(label));
      } else out.push(escape(plain ?? ''));
    }
    out.push(escape(text.slice(end)));
    return out.join('');
  }
}

function plain(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

interface Item {
  indent: number;
  ordered: boolean;
  lines: string[];
}

function list(items: Item[], writer: Writer): string {
  let html = '';
  let at = 0;
  const level = (indent: number): string => {
    const tag = items[at]!.ordered ? 'ol' : 'ul';
    let inner = '';
    while (at < items.length && items[at]!.indent >= indent) {
      const item = items[at]!;
      if (item.indent > indent) {
        inner = inner.replace(/<\/li>$/, '') + level(item.indent) + '</li>';
        continue;
      }
      at += 1;
      inner += `<li>${writer.inline(item.lines.join(' '))}</li>`;
    }
    return `<${tag}>${inner}</${tag}>`;
  };
  while (at < items.length) html += level(items[at]!.indent);
  return html;
}

/** Every numbered rule of a list stands for itself, so that it can be found alone and have a picture after it. */
function byRule(items: Item[]): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const number = /^\*\*([^*]+)\*\*/.exec(item.lines[0]!)?.[1];
    const begins = item.indent === items[0]!.indent && !item.ordered && number !== undefined && RULE.test(number);
    if (begins || !runs.length) runs.push([item]);
    else runs.at(-1)!.push(item);
  }
  return runs;
}

function table(rows: string[], writer: Writer): string {
  const cells = (row: string) =>
    row
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim());
  const head = cells(rows[0]!)
    .map((cell) => `<th scope="col">${writer.inline(cell)}</th>`)
    .join('');
  const body = rows
    .slice(2)
    .map(
      (row) =>
        `<tr>${cells(row)
          .map((cell) => `<td>${writer.inline(cell)}</td>`)
          .join('')}</tr>`,
    )
    .join('');
  return `<div class="table-box" tabindex="0" role="region"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const ITEM = /^(\s*)(?:([-*])|(\d+)\.)\s+(.*)$/;

/** The blocks of a page, in order. */
export function read(text: string): Block[] {
  const writer = new Writer();
  const lines = text.split('\n');
  const blocks: Block[] = [];
  const push = (html: string, heading?: Heading) => {
    blocks.push({ ids: writer.ids, html, text: plain(html), ...(heading ? { heading } : {}) });
    writer.ids = [];
  };
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    const title = /^(#{1,4})\s+(.*)$/.exec(line);
    if (!line.trim()) at += 1;
    else if (title) {
      at += 1;
      const level = title[1]!.length;
      const number = /^([A-Z]{0,2}\d+(?:\.\d+)*)\.?\s/.exec(title[2]!)?.[1];
      const id = number && writer.anchor(number) ? number : `s-${blocks.length}`;
      push(`<h${level} id="${id}">${writer.inline(title[2]!)}</h${level}>`, {
        level,
        id,
        text: plain(writer.inline(title[2]!)),
      });
    } else if (/^ {4}/.test(line)) {
      const code: string[] = [];
      while (at < lines.length && (/^ {4}/.test(lines[at]!) || !lines[at]!.trim())) code.push(lines[at++]!.slice(4));
      push(`<pre tabindex="0">${escape(code.join('\n').trimEnd())}</pre>`);
    } else if (line.startsWith('|')) {
      const rows: string[] = [];
      while (at < lines.length && lines[at]!.startsWith('|')) rows.push(lines[at++]!);
      push(table(rows, writer));
    } else if (ITEM.test(line)) {
      const items: Item[] = [];
      while (at < lines.length && lines[at]!.trim()) {
        const item = ITEM.exec(lines[at]!);
        if (item) items.push({ indent: item[1]!.length, ordered: item[3] !== undefined, lines: [item[4]!] });
        else items.at(-1)!.lines.push(lines[at]!.trim());
        at += 1;
      }
      for (const run of byRule(items)) push(list(run, writer));
    } else {
      const words: string[] = [];
      while (
        at < lines.length &&
        lines[at]!.trim() &&
        !/^(#{1,4}\s|\|)/.test(lines[at]!) &&
        !(words.length && ITEM.test(lines[at]!))
      )
        words.push(lines[at++]!);
      push(`<p>${writer.inline(words.join(' '))}</p>`);
    }
  }
  return blocks;
}

/** Marks what was searched for, outside of tags. */
export function mark(html: string, wish: string): string {
  const wanted = wish.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (!wanted) return html;
  const find = new RegExp(`(${escape(wanted)})`, 'gi');
  return html.replace(
    /(<[^>]+>)|([^<]+)/g,
    (_all, tag: string, words: string) => tag ?? words.replace(find, '<mark>$1</mark>'),
  );
}
