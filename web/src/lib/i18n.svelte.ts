// The page's own words. English stands in the source; other languages come from po/LANG/web*.po, turned into JSON by
// scripts/catalogue.mjs. Words of the games come from the server and are already in the right language.

export type Lang = 'en' | 'fr';
export const langs: readonly Lang[] = ['en', 'fr'];

type Catalogue = Record<string, string | string[]>;
export type Fill = Record<number | string, string | number>;

const catalogues: Partial<Record<Lang, Catalogue>> = { en: {} };
const later: Record<Exclude<Lang, 'en'>, () => Promise<{ default: Catalogue }>> = {
  fr: () => import('../gen/fr.json'),
};

let current = $state<Lang>('en');

export function lang(): Lang {
  return current;
}

/** Changes the language of the page; everything on it follows at once. */
export async function speak(wanted: Lang): Promise<void> {
  if (wanted !== 'en' && !catalogues[wanted]) catalogues[wanted] = (await later[wanted]()).default;
  current = wanted;
  if (typeof document !== 'undefined') document.documentElement.lang = wanted;
}

function fill(text: string, values?: Fill): string {
  return values ? text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all)) : text;
}

/** A sentence in the language of the page; {0}, {1} … are replaced. */
export function t(english: string, values?: Fill): string {
  const found = catalogues[current]?.[english];
  return fill(typeof found === 'string' ? found : english, values);
}

/** One or many: n decides, and stands for {0} unless `values` says something else. */
export function tn(one: string, many: string, n: number, values: Fill = {}): string {
  const found = catalogues[current]?.[one];
  // English has a plural for 0, French has not.
  const index = current === 'fr' ? (n > 1 ? 1 : 0) : n === 1 ? 0 : 1;
  const text = Array.isArray(found) ? found[index] : undefined;
  return fill(text ?? (n === 1 ? one : many), { 0: n, ...values });
}

/** The browser's wish, as far as it is spoken here. */
export function preferred(wishes: readonly string[]): Lang {
  for (const wish of wishes) {
    const found = langs.find((known) => wish.toLowerCase().startsWith(known));
    if (found) return found;
  }
  return 'en';
}
