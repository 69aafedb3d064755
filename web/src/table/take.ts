// A picture of the board, to take along.
import { titleOf } from '../games/cards';
import { t } from '../lib/i18n.svelte';
import { save } from '../lib/save';
import type { TableStore } from '../lib/table.svelte';

/** The part of the page that shows the board: some begin with marks that take no room. */
function boardOnPage(): Element | null {
  return [...document.querySelectorAll('.board-cell > .board > *')].find((one) => one.clientWidth > 40) ?? null;
}

export async function savePicture(table: TableStore): Promise<void> {
  const board = boardOnPage();
  if (!board) return table.say('news', t('The picture is taken of the board: open it first.'));
  const step = table.shown?.step ?? 0;
  try {
    const { pictureOf } = await import('./picture');
    const title = titleOf(table.info?.game ?? '', table.info?.name);
    const words = `${title} · ${t('Move {0} of {1}', { 0: step, 1: table.newest?.step ?? step })} · Ochre`;
    save(await pictureOf(board, words), `${table.info?.game ?? 'ochre'}-${table.table}-${step}.png`);
  } catch {
    table.say('no', t('The picture could not be made.'));
  }
}
