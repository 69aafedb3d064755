// Several tabs, one hall: a lock decides whose worker has the storage. The others' workers pass on what their page
// says, and when the owner's tab goes the next in line takes over. To a page that looks like a server that was
// restarted: its lines are closed, and it opens them again.
import type { Hall } from './hall';
import { troubleOf } from './hall';
import { CODES, refusal, type FromHall, type ToHall } from './messages';

const LOCK = 'ochre-hall';
const PATIENCE = 4000; // until somebody who has the lock and says nothing is told of
const LISTEN = 500; // without locks: until nobody else has the hall

export interface Locks {
  request(name: string, options: { ifAvailable?: boolean }, held: (lock: unknown) => unknown): Promise<unknown>;
}

export interface Channel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

export interface TabsNeeds {
  id: string;
  locks: Locks | undefined;
  channel: Channel;
  start: (say: (message: FromHall) => void) => Promise<Hall>;
  /** To this tab's own page. */
  say: (message: FromHall) => void;
}

type Between =
  | { t: 'hi'; from: string } // is there an owner?
  | { t: 'owner'; from: string } // here is one, from now on
  | { t: 'ask'; from: string; message: ToHall }
  | { t: 'tell'; to: string; message: FromHall };

/** A line or a request of some tab's page, as the hall knows it. */
interface Place {
  tab: string;
  number: number;
}

const forever = () => new Promise<never>(() => {});

export class Tabs {
  private hall: Hall | null = null;
  private owner = '';
  private hasFailed = false;
  private queue: ToHall[] = []; // said before there was anybody to hear it
  private next = 1;
  private readonly lines = new Map<number, Place>();
  private readonly requests = new Map<number, Place>();
  private readonly tabs = new Set<string>();
  // Of this tab's own page, while another one has the hall:
  private readonly ownLines = new Set<number>();
  private readonly ownRequests = new Set<number>();

  constructor(private readonly needs: TabsNeeds) {
    needs.channel.onmessage = (event) => this.overhear(event.data as Between);
    void this.begin();
  }

  hear(message: ToHall): void {
    if (this.hall || this.hasFailed) this.pass(this.needs.id, message);
    else if (this.owner) this.passOn(message);
    else this.queue.push(message);
  }

  // ---- who has the hall

  private async begin(): Promise<void> {
    const { locks, channel, id } = this.needs;
    channel.postMessage({ t: 'hi', from: id } satisfies Between);
    if (!locks) {
      setTimeout(() => void (this.owner || this.own()), LISTEN);
      return;
    }
    void locks.request(`${LOCK}-${id}`, {}, forever); // whoever waits for this learns that the tab has gone
    setTimeout(() => {
      if (!this.owner && !this.hall && !this.hasFailed)
        this.needs.say({ t: 'trouble', kind: 'elsewhere', words: 'another tab has the hall and does not answer' });
    }, PATIENCE);
    await locks.request(LOCK, {}, () => this.own().then(forever));
  }

  private async own(): Promise<void> {
    this.letGo();
    try {
      this.hall = await this.needs.start((message) => this.route(message));
    } catch (error) {
      this.hasFailed = true;
      this.needs.say(troubleOf(error));
      this.flush();
      return;
    }
    this.owner = this.needs.id;
    this.needs.channel.postMessage({ t: 'owner', from: this.owner } satisfies Between);
    this.needs.say({ t: 'ready' });
    this.flush();
  }

  private follow(owner: string): void {
    if (owner === this.owner) return;
    this.letGo();
    this.owner = owner;
    this.needs.say({ t: 'ready' });
    this.flush();
  }

  private flush(): void {
    for (const message of this.queue.splice(0)) this.hear(message);
  }

  /** The last owner has gone, and with it all that was asked of it. */
  private letGo(): void {
    for (const line of this.ownLines) this.needs.say({ t: 'closed', line, code: CODES.away });
    for (const id of this.ownRequests) this.needs.say(refusal(id, 503, 'away', 'the hall has moved to another tab'));
    this.ownLines.clear();
    this.ownRequests.clear();
  }

  // ---- between tabs

  private overhear(heard: Between): void {
    const { id, channel } = this.needs;
    if (heard.t === 'hi' && this.hall) channel.postMessage({ t: 'owner', from: id } satisfies Between);
    else if (heard.t === 'owner' && !this.hall) this.follow(heard.from);
    else if (heard.t === 'ask' && this.hall) this.pass(heard.from, heard.message);
    else if (heard.t === 'tell' && heard.to === id && !this.hall) this.hand(heard.message);
  }

  /** What our page says goes to the owner. */
  private passOn(message: ToHall): void {
    if (message.t === 'open') this.ownLines.add(message.line);
    else if (message.t === 'close') this.ownLines.delete(message.line);
    else if (message.t === 'request') this.ownRequests.add(message.id);
    this.needs.channel.postMessage({ t: 'ask', from: this.needs.id, message } satisfies Between);
  }

  /** What the owner says goes to our page. */
  private hand(message: FromHall): void {
    if (message.t === 'closed') this.ownLines.delete(message.line);
    else if (message.t === 'answer') this.ownRequests.delete(message.id);
    this.needs.say(message);
  }

  // ---- the owner's

  /** Numbers of pages become numbers of the hall. */
  private pass(tab: string, message: ToHall): void {
    this.watch(tab);
    if (!this.hall) {
      this.refuse(message);
      return;
    }
    if (message.t === 'open') {
      const line = this.next++;
      this.lines.set(line, { tab, number: message.line });
      this.hall.hear({ ...message, line });
    } else if (message.t === 'request') {
      const id = this.next++;
      this.requests.set(id, { tab, number: message.id });
      this.hall.hear({ ...message, id });
    } else {
      const line = this.find(tab, message.line);
      if (line === undefined) this.tell(tab, { t: 'closed', line: message.line, code: CODES.away });
      else this.hall.hear({ ...message, line });
      if (line !== undefined && message.t === 'close') this.lines.delete(line);
    }
  }

  private refuse(message: ToHall): void {
    if (message.t === 'request') this.needs.say(refusal(message.id, 503, 'away', 'there is no hall'));
    else if (message.t !== 'close') this.needs.say({ t: 'closed', line: message.line, code: CODES.failed });
  }

  private find(tab: string, number: number): number | undefined {
    for (const [line, place] of this.lines) if (place.tab === tab && place.number === number) return line;
    return undefined;
  }

  /** Numbers of the hall become numbers of pages. */
  private route(message: FromHall): void {
    if (message.t === 'said' || message.t === 'closed') {
      const place = this.lines.get(message.line);
      if (message.t === 'closed') this.lines.delete(message.line);
      if (place) this.tell(place.tab, { ...message, line: place.number });
    } else if (message.t === 'answer') {
      const place = this.requests.get(message.id);
      this.requests.delete(message.id);
      if (place) this.tell(place.tab, { ...message, id: place.number });
    } else {
      for (const tab of new Set([this.needs.id, ...this.tabs])) this.tell(tab, message);
    }
  }

  private tell(tab: string, message: FromHall): void {
    if (tab === this.needs.id) this.needs.say(message);
    else this.needs.channel.postMessage({ t: 'tell', to: tab, message } satisfies Between);
  }

  /** When a tab has gone its lines are closed: nobody sits there any more. */
  private watch(tab: string): void {
    if (tab === this.needs.id || this.tabs.has(tab)) return;
    this.tabs.add(tab);
    void this.needs.locks?.request(`${LOCK}-${tab}`, {}, () => {
      this.tabs.delete(tab);
      for (const [line, place] of [...this.lines])
        if (place.tab === tab) {
          this.lines.delete(line);
          this.hall?.hear({ t: 'close', line });
        }
    });
  }
}
