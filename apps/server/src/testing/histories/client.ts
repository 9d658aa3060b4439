/** A browser at one image: a real document, history and outbox, and a network that fails as it is told. */
import 'fake-indexeddb/auto';
import { CallError, codes, type OpResult, type ShapeOp } from '@loupe/contract';
import { commit, createHistory, redo, renameInHistory, undo } from '../../../../web/src/canvas/history.ts';
import { keepHistory, restoreHistory } from '../../../../web/src/canvas/kept-history.ts';
import {
  acknowledge,
  applyRemote,
  createDocument,
  loadDocument,
  subscribe,
  type Edit,
} from '../../../../web/src/canvas/model.ts';
import { createOutbox, type Outbox, type SendInput } from '../../../../web/src/features/annotation/outbox/index.ts';
import { makeNews } from '../../../../web/src/features/annotation/parts/remote.ts';
import { side, type Place, type Seen } from './place.ts';

/** How the network treats requests: the answer of `lost` never arrives, `first` n ops are taken and answered, then nothing. */
export type Network = 'offline' | 'online' | 'lost' | { first: number };

function makeLine(place: Place) {
  let network: Network = 'offline';
  let waits = 0;
  return {
    /** Attempts that failed so far. */
    waits: () => waits,
    wait: (signal: AbortSignal) => {
      waits++;
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    },
    set: (next: Network) => {
      network = next;
    },
    is: (one: Network) => network === one,
    send: async (input: SendInput) => {
      const now = network;
      if (now === 'offline') throw new TypeError('no network');
      if (now !== 'online') network = 'offline';
      const ops = typeof now === 'object' ? input.ops.slice(0, now.first) : input.ops;
      try {
        const answer = await place.send({ ...input, ops });
        if (now === 'lost') throw new TypeError('the answer was lost');
        return answer;
      } catch (error) {
        // the image is being pre-annotated: the next try comes later, as after a failure
        if (error instanceof CallError && error.code === codes.message) network = 'offline';
        throw error;
      }
    },
  };
}

interface Sending {
  outbox: Outbox;
  line: ReturnType<typeof makeLine>;
  imageId: number;
}

/** Lets the outbox send over such a network until nothing waits, or the network is gone. */
async function sendAs(as: Network, { outbox, line, imageId }: Sending): Promise<void> {
  if ((await outbox.pending(imageId)).length === 0) return;
  line.set(as);
  let before = line.waits();
  outbox.retryNow();
  while (outbox.state().pending > 0) {
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (line.waits() === before) continue;
    if (!line.is(as)) break;
    // The attempt that has just failed had begun offline: this spell was not used yet.
    before = line.waits();
    outbox.retryNow();
  }
  line.set('offline');
}

/** The image as a window shows it: read once, then followed by answers and by the history. */
function makeSight({ imageId, see, after }: Place, made: ReadonlyMap<string, ShapeOp>) {
  const doc = createDocument();
  let news = makeNews();
  let seen = 0;
  let isStale = false;
  let proposals: Seen['proposals'] = [];
  return {
    doc,
    isStale: () => isStale,
    proposed: () => proposals,
    look: async () => {
      proposals = (await see()).proposals;
    },
    load: async (pending: readonly ShapeOp[]) => {
      const { shapes, isCheckedEmpty, revision, proposals: there } = await see();
      proposals = there;
      const rejected = there.flatMap((one) => one.rejected);
      loadDocument(doc, { imageId, ...side, shapes, isCheckedEmpty, rejected, revision, pending });
      seen = revision;
      news = makeNews();
      isStale = false;
    },
    pull: async () => {
      const ops = await after(seen);
      seen = ops.at(-1)?.seq ?? seen;
      const { changes, words } = news.of(ops);
      applyRemote(doc, changes, words);
    },
    answered: (opId: string, result: OpResult) => {
      isStale ||= result.status === 'refused';
      acknowledge(doc, opId, news.answerOf(made.get(opId), result));
    },
  };
}

/** `name`: of its store; two clients of one browser would share it. */
export async function makeClient(place: Place, name: string) {
  const { imageId } = place;
  const made = new Map<string, ShapeOp>();
  const sight = makeSight(place, made);
  const { doc } = sight;
  let history = createHistory();
  subscribe(doc, (event) => {
    if (event.kind === 'renamed') renameInHistory(history, event.from, event.to);
  });
  const line = makeLine(place);
  const open = (): Outbox =>
    createOutbox({
      userId: 1,
      name,
      tabId: name,
      send: line.send,
      onResult: ({ opId, result }) => sight.answered(opId, result),
      wait: (_, signal) => line.wait(signal),
    });
  let outbox = open();
  const load = async () => sight.load(await outbox.pending(imageId));
  async function edit(ops: ShapeOp[]) {
    if (ops.length === 0) return;
    for (const one of ops) made.set(one.opId, one);
    await outbox.add(imageId, ops, keepHistory(history));
  }
  /** The tab is closed and opened again: what was not answered is still in the outbox, and so is what can be undone. */
  async function reload() {
    await outbox.close();
    outbox = open();
    history = createHistory();
    await load();
    const kept = await outbox.history(imageId);
    if (kept) restoreHistory(history, doc, kept);
  }
  await load();
  return {
    doc,
    made,
    pull: sight.pull,
    sync: (as: Network) => sendAs(as, { outbox, line, imageId }),
    reload,
    proposed: sight.proposed,
    look: sight.look,
    change: (edits: Edit[]) => edit(commit(history, doc, edits)),
    undo: () => edit(undo(history, doc)),
    redo: () => edit(redo(history, doc)),
    finish: async () => {
      await sendAs('online', { outbox, line, imageId });
      await sight.pull();
    },
    /** A refused op leaves the document different from the server until the image is read again. */
    catchUp: async () => {
      await sight.pull();
      if (sight.isStale()) await load();
    },
    close: () => outbox.close(),
  };
}
export type HistoryClient = Awaited<ReturnType<typeof makeClient>>;
