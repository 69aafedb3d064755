// Tables of this device that nobody remembers any more are deleted: without that its storage would grow for ever.
import { api, Refusal } from './api';
import { keepOn, letGo } from './mine.svelte';

/** Deletes them. What cannot be deleted now is tried the next time. */
export async function clearAway(): Promise<void> {
  for (const { table, key } of letGo()) {
    try {
      await api.drop(table, key);
    } catch (error) {
      // Gone already, or not ours to delete: there is nothing to try again.
      if (!(error instanceof Refusal && (error.status === 403 || error.status === 404))) return;
    }
    keepOn([table]);
  }
}
