// Lessons that somebody is writing: the text, what the check said to it, and the lessons once it found nothing. Kept
// for as long as the window is open, so that an address of the workshop can be loaded again.
import type { Lessons } from '../learn/lessons';
import type { Checked, Checker } from './check';

const PLACE = 'ochre.draft';

export class Draft {
  text = $state('');
  /** What was said to the text that was checked last; null: nothing yet. */
  checked = $state.raw<Checked | null>(null);
  lessons = $state.raw<Lessons | null>(null);

  constructor(private readonly store: Pick<Storage, 'getItem' | 'setItem'>) {
    this.text = this.#kept();
  }

  #kept(): string {
    try {
      return this.store.getItem(PLACE) ?? '';
    } catch {
      return ''; // no storage: the text is here as long as the page is
    }
  }

  check(checker: Pick<Checker, 'check'>, lang: string): void {
    this.checked = checker.check(this.text, lang);
    this.lessons = 'why' in this.checked ? null : (JSON.parse(this.text) as Lessons);
    try {
      this.store.setItem(PLACE, this.text);
    } catch {
      // too large for this browser
    }
  }
}

let draft: Draft | undefined;

/** That of this window. */
export function theDraft(): Draft {
  draft ??= new Draft(sessionStorage);
  return draft;
}
