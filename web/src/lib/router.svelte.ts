// Which page is open. Addresses: / · /new/GAME · /t/TABLE#KEY · /here/TABLE · /rules/GAME#RULE ·
// /review/TABLE#MOVE · /review#MOVE~LOG · /learn/GAME/LESSON · /puzzles/GAME#PUZZLE ·
// /workshop/lessons/LESSON
import { isSite, meetHere, parts, to, type House } from './place';

export type Route =
  | { page: 'home' }
  | { page: 'setup'; game: string }
  | { page: 'table'; house: House; table: string; key: string | null }
  | { page: 'rules'; game: string | null; rule: string | null }
  | { page: 'review'; table: string | null; mark: string }
  | { page: 'learn'; game: string | null; lesson: string | null }
  | { page: 'puzzles'; game: string | null; id: string }
  | { page: 'workshop'; lesson: string | null }
  | { page: 'lost'; path: string };

const KEY = /^[a-z2-7]{26}$/;

export function read(path: string, hash: string): Route {
  const [first = '', second = '', third = ''] = path
    .split('/')
    .filter(Boolean)
    .map((part) => safeDecode(part));
  const mark = safeDecode(hash.replace(/^#/, ''));
  if (!first) return { page: 'home' };
  if (first === 'new' && second) return { page: 'setup', game: second };
  if (first === 't' && second)
    return { page: 'table', house: 'server', table: second, key: KEY.test(mark) ? mark : null };
  if (first === 'here' && second) {
    meetHere(second);
    return { page: 'table', house: 'here', table: second, key: null };
  }
  if (first === 'rules') return { page: 'rules', game: second || null, rule: mark || null };
  if (first === 'review') return { page: 'review', table: second || null, mark };
  if (first === 'learn') return { page: 'learn', game: second || null, lesson: third || null };
  if (first === 'puzzles') return { page: 'puzzles', game: second || null, id: mark };
  if (first === 'workshop' && second === 'lessons') return { page: 'workshop', lesson: third || null };
  return { page: 'lost', path };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

let route = $state.raw<Route>({ page: 'home' });

export function here(): Route {
  return route;
}

function look(): void {
  route = read(...parts(location.pathname, location.hash));
}

/** Opens another page of the same site without loading it anew. */
export function go(address: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', to(address));
  const before = route;
  look();
  // A new page begins at its top, and the keyboard with it.
  if (route.page !== before.page || route.page === 'learn' || route.page === 'workshop') window.scrollTo(0, 0);
}

/** Changes the address without opening anything: a seat's key leaves the address bar. */
export function rename(address: string): void {
  history.replaceState(null, '', to(address));
}

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Lets links inside the site open without loading. Returns how to stop. */
export function follow(): () => void {
  const click = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || !isPlain(event)) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const [path, mark] = parts(link.pathname, link.hash);
    if (path === parts(location.pathname, location.hash)[0] && mark) return; // a place on this page
    if (read(path, mark).page === 'lost') return; // logs and the like come from the server
    event.preventDefault();
    go(path + (isSite ? '' : link.search) + mark);
  };
  look();
  document.addEventListener('click', click);
  window.addEventListener('popstate', look);
  window.addEventListener('hashchange', look);
  return () => {
    document.removeEventListener('click', click);
    window.removeEventListener('popstate', look);
    window.removeEventListener('hashchange', look);
  };
}
