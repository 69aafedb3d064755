// The hall's worker: what a page talks to instead of a server (messages.ts). It is made with
//   new Worker(new URL('./hall/worker.ts', import.meta.url), { type: 'module' })
import wasm from '../gen/ochre.wasm?url';
import { compileModule } from './compile';
import { Hall } from './hall';
import { Keep } from './keep';
import type { FromHall, ToHall } from './messages';
import { answerRules } from './rules';
import { Tabs, type Locks } from './tabs';
import type { ThinkerWorker } from './thinking';

const say = (message: FromHall) => postMessage(message);
const thinker = () => new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' }) as ThinkerWorker;

const tabs = new Tabs({
  id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
  locks: navigator.locks as unknown as Locks | undefined,
  channel: new BroadcastChannel('ochre-hall'),
  say,
  start: async (tell) => {
    const keep = await Keep.open();
    const hall = await Hall.start({ compiled: await compileModule(wasm), keep, thinker, say: tell });
    keep.lost = (words) => {
      tell({ t: 'trouble', kind: 'version', words });
      hall.end();
    };
    return hall;
  },
});

onmessage = (event: MessageEvent<ToHall>) => {
  if (!answerRules(event.data, say)) tabs.hear(event.data);
};
