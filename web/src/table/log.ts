// The log of a table, to take along.
import { api } from '../lib/api';
import { copy } from '../lib/copy';
import { t } from '../lib/i18n.svelte';
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
