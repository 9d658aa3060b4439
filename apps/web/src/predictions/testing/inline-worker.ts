/** The worker's work in the page itself: the DOM of tests has no threads. */
import { act } from '@testing-library/react';
import { answer } from '../boxes/result/explore.ts';
import { explore, type Explored } from '../boxes/result/explored.ts';
import type { FromWorker, ToWorker } from '../boxes/result/question.ts';

export class InlineWorker {
  #hear: (event: { data: FromWorker }) => void = () => {};
  #test: Explored | null = null;
  addEventListener(type: string, hear: (event: { data: FromWorker }) => void): void {
    if (type === 'message') this.#hear = hear;
  }
  postMessage(message: ToWorker): void {
    queueMicrotask(() => act(() => this.#handle(message)));
  }
  #handle(message: ToWorker): void {
    if (message.kind === 'load') {
      this.#test = explore(message.bytes);
      const loaded = { head: this.#test.head, imageIds: this.#test.table.imageIds.slice() };
      this.#hear({ data: { kind: 'loaded', slot: message.slot, loaded } });
    } else if (message.kind === 'ask' && this.#test) {
      const { question } = message;
      this.#hear({ data: { kind: 'answer', question, answer: answer(this.#test, null, question, () => 0) } });
    }
  }
  terminate(): void {}
}
