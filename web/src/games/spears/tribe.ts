import { t } from '../../lib/i18n.svelte';

/** The four tribes sit where the sky names them. */
export function tribeName(key = ''): string {
  switch (key) {
    case 'N':
      return t('North');
    case 'E':
      return t('East');
    case 'S':
      return t('South');
    case 'W':
      return t('West');
    default:
      return key;
  }
}
