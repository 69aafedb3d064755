// What somebody chose once: kept in the browser, told to nobody.
import { langs, preferred, speak, type Lang } from './i18n.svelte';

export type Theme = 'auto' | 'light' | 'dark';

interface Kept {
  lang: Lang | null;
  theme: Theme;
  calm: boolean;
  /** The first-game helper. */
  helper: boolean;
  /** Kinds of decisions that were explained and understood: "GAME.KIND". */
  met: string[];
  /** Ask before every move, not only where a slip would hurt. */
  confirm: boolean;
  /** Letters and digits as short cuts. */
  keys: boolean;
  name: string;
  /** How fast a table shows what happens; null: by how many games of the kind were played. */
  pace: 'slow' | 'natural' | 'once' | null;
  /** Games played to the end, by kind. */
  games: Record<string, number>;
  /** Lessons that were done: "GAME.ID". */
  learnt: string[];
  sound: 'off' | 'soft' | 'full';
}

const KEY = 'ochre.prefs';
const fresh: Kept = {
  lang: null,
  theme: 'auto',
  calm: false,
  helper: true,
  met: [],
  confirm: false,
  keys: true,
  name: '',
  pace: null,
  games: {},
  learnt: [],
  sound: 'soft',
};

function read(): Kept {
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...fresh };
  }
}

export const prefs = $state<Kept>({ ...fresh });

/** What the system asks for, as far as it is known. */
const system = $state({ dark: false, calm: false });

export function keep(change: Partial<Kept>): void {
  Object.assign(prefs, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is left.
  }
}

export function isDark(): boolean {
  return prefs.theme === 'auto' ? system.dark : prefs.theme === 'dark';
}

export function isCalm(): boolean {
  return prefs.calm || system.calm;
}

/** The theme the page shows now; a game may ask for day or night while it is open. */
const scene = $state<{ theme: 'light' | 'dark' | null }>({ theme: null });

export function setScene(theme: 'light' | 'dark' | null): void {
  scene.theme = theme;
  show();
}

export function shownTheme(): 'light' | 'dark' {
  return prefs.theme === 'auto' && scene.theme ? scene.theme : isDark() ? 'dark' : 'light';
}

function show(): void {
  const root = document.documentElement;
  root.dataset.theme = shownTheme();
  root.classList.toggle('calm', isCalm());
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', root.dataset.theme === 'dark' ? '#1b1613' : '#efe6d5');
}

export function setTheme(theme: Theme): void {
  keep({ theme });
  show();
}

export function setCalm(calm: boolean): void {
  keep({ calm });
  show();
}

export async function setLang(lang: Lang): Promise<void> {
  keep({ lang });
  await speak(lang);
}

function watch(query: string, set: (on: boolean) => void): void {
  const list = window.matchMedia?.(query);
  if (!list) return;
  set(list.matches);
  list.addEventListener('change', () => {
    set(list.matches);
    show();
  });
}

/** Before the first picture: what was chosen, else what system and browser ask for. */
export async function begin(): Promise<void> {
  Object.assign(prefs, read());
  watch('(prefers-color-scheme: dark)', (on) => (system.dark = on));
  watch('(prefers-reduced-motion: reduce)', (on) => (system.calm = on));
  show();
  const known = prefs.lang && langs.includes(prefs.lang) ? prefs.lang : null;
  await speak(known ?? preferred(navigator.languages ?? []));
}
