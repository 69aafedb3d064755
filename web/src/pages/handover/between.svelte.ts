// A table between two turns of one device: seen as by somebody who only watches, so that no secret is on the page.
import { lineOf, type Line, type Listener } from '../../lib/line.svelte';
import type { FromServer, SeatCode, TableMessage } from '../../lib/wire';

export class Between implements Listener {
  readonly table: string;
  info = $state.raw<TableMessage | null>(null);
  asked = $state.raw<SeatCode[]>([]);
  isOver = $state(false);
  /** The table could not be found any more, and why. */
  gone = $state<string | null>(null);

  #line: Line;
  #leave: (() => void) | null = null;

  constructor(table: string, line: Line = lineOf(table)) {
    this.table = table;
    this.#line = line;
  }

  open(): void {
    this.#leave ??= this.#line.listen(this);
  }

  close(): void {
    this.#leave?.();
    this.#leave = null;
  }

  sit() {
    return { t: 'sit' as const, table: this.table };
  }

  hear(message: FromServer): void {
    if (message.t === 'table') {
      this.info = message;
      this.isOver = message.status === 'over';
    } else if (message.t === 'step') {
      this.asked = message.asked;
      this.isOver = message.over !== null;
    } else if (message.t === 'gone') this.gone = message.why;
    else if (message.t === 'no' && message.of === 'sit' && message.code === 'table') this.gone = message.why;
  }
}
