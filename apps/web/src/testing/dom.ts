/** What a browser has and the DOM of tests has not: sizes, and what watches them. */
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { countingPainter } from '../canvas/testing/headless.ts';

// patience for a busy machine: what is there at once is found at once all the same
// what is hidden is no less quickly found: to ask the styles of every element takes seconds
configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const room = { width: 1200, height: 800 };

/** Every element has the same room, so that lists which draw what is in sight draw something. */
class SizeWatcher implements ResizeObserver {
  readonly #report: ResizeObserverCallback;
  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }
  observe(target: Element): void {
    const box = [{ inlineSize: room.width, blockSize: room.height }];
    const entry = { target, contentRect: target.getBoundingClientRect(), borderBoxSize: box, contentBoxSize: box };
    this.#report([entry as unknown as ResizeObserverEntry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
}

const sizes = {
  offsetWidth: room.width,
  clientWidth: room.width,
  offsetHeight: room.height,
  clientHeight: room.height,
};
for (const [name, value] of Object.entries(sizes)) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
}
Object.assign(globalThis, { ResizeObserver: SizeWatcher });
Object.assign(Element.prototype, { scrollTo: () => {}, scrollIntoView: () => {} });
Object.assign(window, {
  scrollTo: () => {},
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }),
});
// charts draw on it, and nobody looks
Object.assign(HTMLCanvasElement.prototype, { getContext: () => countingPainter().painter });
// nobody sees the styles: to read and to apply them would take most of the time
Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', { configurable: true, set: () => {} });
window.getComputedStyle = (element) => (element as HTMLElement).style;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

// Files share a process, since to load the libraries takes longer than most tests; what is ours is loaded again by each.
afterAll(() => {
  vi.resetModules();
  document.body.replaceChildren();
});
