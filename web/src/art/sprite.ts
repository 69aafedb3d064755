// The marks of the house, drawn wherever `<use href={mark(name)} />` stands. A sprite is fetched once and becomes part
// of the document: one that stays in its file is read anew for nearly every group of marks.
import few from './icons-first.svg?url';
import sprite from './icons.svg?url';

/** Marks of the first screen have a small sprite of their own, which is read before it is drawn. */
export const FEW = new Set([
  'hand-1',
  'hand-2',
  'hand-3',
  'hand-4',
  'seat-1',
  'seat-2',
  'seat-3',
  'seat-4',
  'moon',
  'sun',
  'person',
  'clock',
  'eye',
  'secret',
  'event',
  'chat',
  'play',
  'think',
  'camp',
  'horse',
  'hunt',
  'die-diagonal',
]);

const wanted = new Set<string>();

/** Brings a sprite into the document. What cannot be had now is asked for again by the next mark. */
async function bring(file: string): Promise<void> {
  wanted.add(file);
  try {
    const text = await (await fetch(file)).text();
    const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
    for (const symbol of documentElement.children) symbol.id = `mark-${symbol.id}`;
    documentElement.setAttribute('display', 'none');
    document.body.append(document.adoptNode(documentElement));
  } catch {
    wanted.delete(file);
  }
}

/** Address of one mark. */
export function mark(name: string): string {
  const file = FEW.has(name) ? few : sprite;
  if (!wanted.has(file)) void bring(file);
  return `#mark-${name}`;
}
