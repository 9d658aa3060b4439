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
  /** Edits that are on the disk of this browser. */
  kept: number[];
  /** Answers of the server to edits. */
  answered: number[];
}
declare global {
  interface Window {
    watched: Watched;
  }
}

/** `opsPath`: the end of the address that takes edits. */
export function watchPage(opsPath: string): void {
  const watched: Watched = { begun: 0, released: 0, shown: [], kept: [], answered: [] };
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

  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    const request = key === undefined ? add.call(this, value) : add.call(this, value, key);
    if (this.name === 'ops')
      this.transaction.addEventListener('complete', () => void watched.kept.push(performance.now()));
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
