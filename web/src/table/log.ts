// The log of a table, to take along.
import { api } from '../lib/api';
import { copy } from '../lib/copy';
import { t } from '../lib/i18n.svelte';
import { houseOf, mineAt } from '../lib/mine.svelte';
import { save } from '../lib/save';
import type { TableStore } from '../lib/table.svelte';
import { trouble } from '../lib/trouble';

/** On one's own device all of it, so that it can go on from there; what is covered between people stays out. */
function logOf({ table, key }: TableStore): Promise<string> {
  const mine = mineAt(table);
  const own = key || (mine?.open ? Object.values(mine.hands ?? {})[0]?.key : '');
  return houseOf(table) === 'here' && own ? api.wholeLog(table, own) : api.log(table, key || undefined);
}

export async function copyLog(table: TableStore): Promise<void> {
  try {
    const text = await logOf(table);
    if (await copy(text)) table.say('good', t('The log is in your clipboard.'));
    else window.open(`/api/tables/${table.table}/log`, '_blank');
  } catch (error) {
    table.say('no', trouble(error));
  }
}

/** The same as a file, to be read by `ochre replay`. */
export async function saveLog(table: TableStore): Promise<void> {
  try {
    const text = await logOf(table);
    save(new Blob([text], { type: 'text/plain' }), `${table.info?.game ?? 'ochre'}-${table.table}.log`);
  } catch (error) {
    table.say('no', trouble(error));
  }
}
