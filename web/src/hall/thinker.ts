// The worker in which computer players think: an instance of the module of its own, one question at a time. Whoever no
// longer wants an answer ends the worker.
import { Module } from './module';

export type ToThinker =
  { t: 'begin'; compiled: WebAssembly.Module } | { t: 'think'; ticket: number; question: Uint8Array<ArrayBuffer> };
export type FromThinker = { t: 'thought'; ticket: number; answer: Uint8Array<ArrayBuffer> };

let module: Promise<Module> | undefined;

async function hear(message: ToThinker): Promise<void> {
  if (message.t === 'begin') {
    module = Module.start(message.compiled);
    return;
  }
  const answer = (await module!).think(message.question);
  const said: FromThinker = { t: 'thought', ticket: message.ticket, answer };
  postMessage(said, { transfer: [answer.buffer] });
}

onmessage = (event: MessageEvent<ToThinker>) => hear(event.data);
// What goes wrong in a promise is an error of the worker, so that whoever waits hears of it.
addEventListener('unhandledrejection', (event) => {
  setTimeout(() => {
    throw (event as PromiseRejectionEvent).reason;
  });
});
