// Words to the person at a table: one notice near the board, and what screen readers read aloud.

/** A word to the person, near the board. */
export interface Notice {
  id: number;
  kind: 'no' | 'why' | 'news' | 'good';
  text: string;
  rule?: string;
}

export class Notices {
  notice = $state.raw<Notice | null>(null);
  /** Read aloud by screen readers. */
  said = $state('');

  #count = 0;

  say(kind: Notice['kind'], text: string, rule?: string): void {
    this.notice = { id: ++this.#count, kind, text, ...(rule ? { rule } : {}) };
    this.said = text;
  }

  hush(): void {
    this.notice = null;
  }
}
