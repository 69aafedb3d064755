// What never changes during a play (cards, boards, names of things) is told once, with the first step after sitting
// down and in a new language. Boards know nothing of that: what they draw has it among the members of the view.
import type { FromServer } from './wire';

export class Printed {
  #known = new Map<string, object>();

  /** The message with its view made whole; any other message as it is. */
  complete(message: FromServer): FromServer {
    if (message.t === 'gone') this.#known.delete(message.table);
    if (message.t === 'step' && message.printed) this.#known.set(message.table, message.printed);
    if (message.t !== 'step' && message.t !== 'past') return message;
    return { ...message, view: { ...this.#known.get(message.table), ...message.view } };
  }
}
