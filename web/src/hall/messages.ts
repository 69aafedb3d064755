// What a page and the hall's worker say to each other. Texts are those of docs/wire.md; a line stands for a WebSocket,
// a request for one over HTTP. docs/page.md explains it.

export type Trouble = 'quota' | 'private' | 'version' | 'module' | 'damaged' | 'elsewhere';

export type ToHall =
  | { t: 'open'; line: number }
  | { t: 'say'; line: number; text: string }
  | { t: 'close'; line: number }
  | { t: 'request'; id: number; method: string; path: string; query: string; key: string; body: string };

export type FromHall =
  /** Once, when it can be asked. */
  | { t: 'ready' }
  | { t: 'said'; line: number; text: string }
  /** The line is gone; open another one. Codes as of WebSockets. */
  | { t: 'closed'; line: number; code: number }
  | { t: 'answer'; id: number; status: number; type: string; body: string }
  /** Something does not work; `words` are for whoever looks into it. */
  | { t: 'trouble'; kind: Trouble; words: string }
  /** … works again (quota). */
  | { t: 'well' };

/** The codes of lines that end: the hall goes elsewhere, it has failed. */
export const CODES = { away: 1001, failed: 1011 };

/** An error answer as the hall writes it. */
export function refusal(id: number, status: number, code: string, why: string): FromHall {
  return { t: 'answer', id, status, type: 'application/json', body: JSON.stringify({ error: { code, why } }) };
}
