// What the host of the server tells everybody: an announcement, that it will be restarted soon, or that one may not
// come in.

export interface HostNotice {
  text: string | null;
  at?: number;
  drain: boolean;
}

let notice = $state<HostNotice | null>(null);
let away = $state('');
let banned = $state<string | null>(null);

const name = (said: HostNotice) => `${said.at ?? ''} ${said.drain} ${said.text ?? ''}`;

/** The newest word of the host; null: nothing (any more). */
export function hostSays(said: HostNotice | null): void {
  notice = said && (said.text || said.drain) ? said : null;
}

/** What is to be shown: not what was put away. */
export function hostNotice(): HostNotice | null {
  return notice && name(notice) !== away ? notice : null;
}

export function putAway(): void {
  if (notice) away = name(notice);
}

/** The host has shut this address out, and why; null: no. */
export function hostShutsOut(why: string | null): void {
  banned = why;
}

export function shutOut(): string | null {
  return banned;
}
