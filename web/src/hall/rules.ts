// The rules as documents: files of their own, fetched when somebody reads them.
import { refusal, type FromHall, type ToHall } from './messages';

const files = import.meta.glob<string>('../../../docs/rules/*.md', { query: '?url', import: 'default', eager: true });

/** Where the rules of a game stand in a language, in English where there is no other. */
export function rulesFile(game: string, lang: string): { lang: string; url: string } | undefined {
  const at = (name: string) => files[`../../../docs/rules/${name}.md`];
  const own = lang === 'en' ? undefined : at(`${game}.${lang}`);
  const url = own ?? at(game);
  return url ? { lang: own ? lang : 'en', url } : undefined;
}

/** Answers GET /api/rules/GAME; false: it is another request. */
export function answerRules(message: ToHall, say: (message: FromHall) => void, load = fetch): boolean {
  const game = message.t === 'request' && message.method === 'GET' && /^\/api\/rules\/(\w+)$/.exec(message.path)?.[1];
  if (!game) return false;
  const { id, query } = message as Extract<ToHall, { t: 'request' }>;
  const wanted = new URLSearchParams(query).get('lang') ?? 'en';
  const file = rulesFile(game, wanted);
  if (!file) say(refusal(id, 404, 'game', 'There is no such game.'));
  else
    load(file.url)
      .then((found) => (found.ok ? found.text() : Promise.reject(new Error(`status ${found.status}`))))
      .then(
        (text) => {
          const body = JSON.stringify({ game, lang: wanted, text });
          say({ t: 'answer', id, status: 200, type: 'application/json', body });
        },
        () => say(refusal(id, 503, 'away', 'The rules could not be fetched.')),
      );
  return true;
}
