// What the hall keeps in this browser: texts under keys (src/module/kept.h), in IndexedDB. One batch is one
// transaction: all of it is there afterwards, or nothing.
import { KEPT } from './module';
import type { Trouble } from './messages';

const NAME = 'ochre-hall';
const VERSION = 1;
const STORE = 'kept';

/** Why the storage cannot be used. */
export class KeepTrouble extends Error {
  constructor(
    readonly kind: Trouble,
    words: string,
  ) {
    super(words);
  }
}

/** A key and its text; null: the key goes. */
export type Change = [key: string, text: string | null];

const words = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

function name(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

/** What an error of opening or reading means. */
function kindOf(error: unknown): Trouble {
  switch (name(error)) {
    case 'VersionError':
      return 'version';
    case 'QuotaExceededError':
      return 'quota';
    case 'InvalidStateError': // Firefox in a private window
    case 'SecurityError':
    case 'NotAllowedError':
      return 'private';
    default:
      return 'damaged';
  }
}

function resultOf(error: unknown): number {
  switch (name(error)) {
    case 'QuotaExceededError':
      return KEPT.full;
    case 'ReadOnlyError':
    case 'NotAllowedError':
    case 'InvalidStateError':
      return KEPT.readonly;
    default:
      return KEPT.broken;
  }
}

export class Keep {
  /** Somebody else wants another form of the storage, or has removed it: nothing can be kept any more. */
  lost: (words: string) => void = () => {};

  private constructor(private readonly database: IDBDatabase) {
    database.onversionchange = () => {
      database.close();
      this.lost('the storage is being changed by a newer version');
    };
    database.onclose = () => this.lost('the storage was closed');
  }

  static open(factory: IDBFactory | undefined = globalThis.indexedDB): Promise<Keep> {
    return new Promise((done, failed) => {
      const fail = (error: unknown) => failed(new KeepTrouble(kindOf(error), words(error)));
      if (!factory) {
        failed(new KeepTrouble('private', 'there is no IndexedDB'));
        return;
      }
      let asked: IDBOpenDBRequest;
      try {
        asked = factory.open(NAME, VERSION);
      } catch (error) {
        fail(error);
        return;
      }
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
      asked.onerror = () => fail(asked.error);
      asked.onblocked = () => failed(new KeepTrouble('elsewhere', 'an older version has the storage open'));
      asked.onsuccess = () => done(new Keep(asked.result));
    });
  }

  /** Everything that was kept. */
  all(): Promise<[string, string][]> {
    return new Promise((done, failed) => {
      const fail = (error: unknown) => failed(new KeepTrouble(kindOf(error), words(error)));
      try {
        const store = this.database.transaction(STORE, 'readonly').objectStore(STORE);
        const keys = store.getAllKeys();
        const texts = store.getAll();
        store.transaction.oncomplete = () =>
          done(keys.result.map((key, i) => [String(key), String(texts.result[i])] as [string, string]));
        store.transaction.onabort = () => fail(store.transaction.error);
        store.transaction.onerror = () => fail(store.transaction.error);
      } catch (error) {
        fail(error);
      }
    });
  }

  /** One of KEPT. Durable means: the browser says that it is on the disk. */
  write(changes: Change[]): Promise<number> {
    return new Promise((done) => {
      try {
        const transaction = this.database.transaction(STORE, 'readwrite', { durability: 'strict' });
        transaction.oncomplete = () => done(KEPT.durable);
        transaction.onabort = () => done(resultOf(transaction.error));
        const store = transaction.objectStore(STORE);
        for (const [key, text] of changes)
          if (text === null) store.delete(key);
          else store.put(text, key);
      } catch (error) {
        done(resultOf(error));
      }
    });
  }

  close(): void {
    this.database.close();
  }
}
