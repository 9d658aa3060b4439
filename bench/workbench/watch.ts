/** Runs in the page, before anything of it: when keys and presses came, when images stood on the stage, when edits were kept and sent. */

/** What an image on the stage is known by: the height of what is drawn, which differs between the images of a bench. */
export interface Shown {
  height: number;
  /** After the frame that shows it, in ms of the page's clock. */
  at: number;
}
export interface Watched {
  /** Of the last key or press. */
  begun: number;
  /** Of the last release of the pointer. */
  released: number;
  shown: Shown[];
  /** Edits that another thread of this browser has read from its disk. */
  kept: number[];
  /** Edits that the page knows to be on the disk: its turn comes after the frame, for Chromium holds answers back until then. */
  known: number[];
  /** Answers of the server to edits. */
  answered: number[];
}
declare global {
  interface Window {
    watched: Watched;
  }
}

/** Where the worker below comes from: the page's own address, as its policy of contents demands. */
export const readerPath = '/bench-reader.js';

/**
 * A worker that reads the newest op of the outbox until it is the one that it was asked for. It waits for nothing that the
 * page does, and its reading begins once the transaction that writes has ended.
 */
export const readerSource = `
let opening;
addEventListener('message', async ({ data: { name, opId } }) => {
  opening ??= new Promise((done) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => done(request.result);
  });
  const db = await opening;
  const read = () => {
    const request = db.transaction('ops').objectStore('ops').openCursor(null, 'prev');
    request.onsuccess = () => {
      if (request.result?.value.op.opId !== opId) return read();
      postMessage(performance.timeOrigin + performance.now());
    };
  };
  read();
});`;

/** `opsPath`: the end of the address that takes edits; `reader`: that of the worker. */
export function watchPage({ opsPath, reader }: { opsPath: string; reader: string }): void {
  const watched: Watched = { begun: 0, released: 0, shown: [], kept: [], known: [], answered: [] };
  window.watched = watched;
  const begins = (event: Event) => void (watched.begun = event.timeStamp);
  for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, begins, { capture: true });
  addEventListener('pointerup', (event) => void (watched.released = event.timeStamp), { capture: true });

  const { drawImage } = CanvasRenderingContext2D.prototype;
  const afterFrame = new MessageChannel();
  const waiting: number[] = [];
  afterFrame.port1.addEventListener('message', () => {
    const at = performance.now();
    for (const height of waiting.splice(0)) watched.shown.push({ height, at });
  });
  afterFrame.port1.start();
  function drawAndTell(this: CanvasRenderingContext2D, ...args: Parameters<typeof drawImage>): void {
    drawImage.apply(this, args);
    if (!this.canvas.closest('[data-testid="stage"]')) return;
    const [source] = args;
    // what stands in until an image has come is an element, its thumbnail
    const height = source instanceof HTMLImageElement ? source.naturalHeight : Number((source as ImageBitmap).height);
    // the canvas draws within a frame, so that this comes after its painting
    if (waiting.push(height) === 1) afterFrame.port2.postMessage(null);
  }
  CanvasRenderingContext2D.prototype.drawImage = drawAndTell as typeof drawImage;

  const worker = new Worker(reader);
  worker.addEventListener('message', ({ data }: MessageEvent<number>) => {
    watched.kept.push(data - performance.timeOrigin);
  });
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    const request = key === undefined ? add.call(this, value) : add.call(this, value, key);
    if (this.name === 'ops') {
      const { opId } = (value as { op: { opId: string } }).op;
      // a worker has no target origin: it only reaches this one
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ name: this.transaction.db.name, opId });
      this.transaction.addEventListener('complete', () => void watched.known.push(performance.now()));
    }
    return request;
  };

  const { fetch } = window;
  window.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (answer.ok && url.endsWith(opsPath)) watched.answered.push(performance.now());
    return answer;
  };
}
