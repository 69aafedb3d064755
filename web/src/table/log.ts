// The log of a table, to take along.
import { api } from '../lib/api';
import { copy } from '../lib/copy';
import { t } from '../lib/i18n.svelte';
import { save } from '../lib/save';
import type { TableStore } from '../lib/table.svelte';
import { trouble } from '../lib/trouble';

export async function copyLog(table: TableStore): Promise<void> {
  try {
    const text = await api.log(table.table, table.key || undefined);
    if (await copy(text)) table.say('good', t('The log is in your clipboard.'));
    else window.open(`/api/tables/${table.table}/log`, '_blank');
  } catch (error) {
    table.say('no', trouble(error));
  }
}

/** The same as a file, to be read by `ochre replay`. */
export async function saveLog(table: TableStore): Promise<void> {
  try {
    const text = await api.log(table.table, table.key || undefined);
    save(new Blob([text], { type: 'text/plain' }), `${table.info?.game ?? 'ochre'}-${table.table}.log`);
  } catch (error) {
    table.say('no', trouble(error));
  }
}
