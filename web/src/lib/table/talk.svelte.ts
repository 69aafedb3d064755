// What people at a table say to each other: chat, and wishes to take back.
import { t, tn } from '../i18n.svelte';
import type { ChatLine, SeatCode, Wish } from '../wire';
import type { Notices } from './notices.svelte';

const CHAT_MOST = 200;

/** Who listens, and how to tell them. */
interface Person extends Notices {
  readonly me: SeatCode | null;
  nameOf(seat: SeatCode): string;
}

export class Talk {
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  wishes = $state.raw<Wish[]>([]);
  /** The last wish that has come to an end. */
  ended = $state(0);

  #person: Person;
  #isOpen = false;

  constructor(person: Person) {
    this.#person = person;
  }

  hearChat(message: ChatLine): void {
    // The last lines are told again after every sitting down.
    const known = this.chat.some(
      (one) => one.at === message.at && one.name === message.name && one.text === message.text,
    );
    if (known) return;
    this.chat = [...this.chat, message].sort((a, b) => a.at - b.at).slice(-CHAT_MOST);
    const isMine = message.seat != null && message.seat === this.#person.me;
    if (!this.#isOpen && !isMine && message.at * 1000 > Date.now() - 60_000) this.unread += 1;
    if (!isMine && message.at * 1000 > Date.now() - 10_000)
      this.#person.said = t('{0} says: {1}', { 0: message.name, 1: message.text });
  }

  hearWish(wish: Wish): void {
    const person = this.#person;
    this.drop(wish);
    if (!wish.ended) {
      this.wishes = [...this.wishes, wish];
      if (wish.seat !== person.me)
        person.said = tn(
          '{1} would like to take back {0} move.',
          '{1} would like to take back {0} moves.',
          wish.moves ?? 1,
          { 1: person.nameOf(wish.seat) },
        );
      return;
    }
    this.ended = wish.wish;
    if (wish.ended === 'refused')
      person.say(
        'news',
        wish.seat === person.me ? t('Not everybody agreed: your move stands.') : t('The move stands.'),
      );
    if (wish.ended === 'moved') person.say('news', t('Play went on; the wish to take back has ended.'));
  }

  /** It has been answered, or it has ended. */
  drop(wish: Wish): void {
    this.wishes = this.wishes.filter((one) => one.wish !== wish.wish);
  }

  open(open: boolean): void {
    this.#isOpen = open;
    if (open) this.unread = 0;
  }
}
