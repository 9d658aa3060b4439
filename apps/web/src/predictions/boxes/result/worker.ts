/** The worker beside the result screen: holds one or two tests and answers for the thresholds of the moment. */
import { answer } from './explore.ts';
import { explore, type Explored } from './explored.ts';
import type { FromWorker, ToWorker } from './question.ts';

const tests: { own: Explored | null; other: Explored | null } = { own: null, other: null };
const post = (message: FromWorker): void => self.postMessage(message, { transfer: [] });

function handle(message: ToWorker): void {
  if (message.kind === 'drop') tests.other = null;
  else if (message.kind === 'load') {
    const test = explore(message.bytes);
    tests[message.slot] = test;
    const loaded = { head: test.head, imageIds: test.table.imageIds.slice() };
    post({ kind: 'loaded', slot: message.slot, loaded });
  } else if (tests.own) {
    const { question } = message;
    post({ kind: 'answer', question, answer: answer(tests.own, tests.other, question, () => performance.now()) });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  try {
    handle(data);
  } catch (error) {
    post({ kind: 'failed', why: error instanceof Error ? error.message : String(error) });
  }
});
