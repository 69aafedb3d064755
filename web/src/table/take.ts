// A picture of the board, to take along: of a running play what everybody may see, whoever takes it.
import { titleOf } from '../games/cards';
import { t } from '../lib/i18n.svelte';
import { save } from '../lib/save';
import type { TableStore } from '../lib/table.svelte';
import type { Step } from '../lib/wire';

/** The part of a cell that shows the board: some begin with marks that take no room. */
function drawnIn(board: Element): Element | null {
  return [...board.children].find((one) => one.clientWidth > 40) ?? null;
}

async function pictureAt(table: TableStore, step: Step, board: Element): Promise<Blob> {
  const [{ pictureOf }, { beside, publicStep }] = await Promise.all([import('./picture'), import('./open-board')]);
  const title = titleOf(table.info?.game ?? '', table.info?.name);
  const words = `${title} · ${t('Move {0} of {1}', { 0: step.step, 1: table.newest?.step ?? step.step })} · Ochre`;
  const open = await publicStep(table, step);
  if (open === step) return pictureOf(drawnIn(board) ?? board, words);
  return beside(table, open, board.parentElement!, (at) => pictureOf(drawnIn(at) ?? at, words));
}

export async function savePicture(table: TableStore): Promise<void> {
  const board = document.querySelector('.board-cell > .board');
  const step = table.shown;
  if (!step || !board || !drawnIn(board))
    return table.say('news', t('The picture is taken of the board: open it first.'));
  try {
    const picture = await pictureAt(table, step, board);
    save(picture, `${table.info?.game ?? 'ochre'}-${table.table}-${step.step}.png`);
  } catch {
    table.say('no', t('The picture could not be made.'));
  }
}
