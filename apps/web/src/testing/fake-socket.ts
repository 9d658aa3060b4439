/** The browser's socket, as far as it is used: opened, spoken to and closed by the test. */
import type { SocketEvent } from '@loupe/contract';
import { vi } from 'vitest';

export class FakeSocket extends EventTarget {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  readonly sent: string[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  say(event: SocketEvent): void {
    const frame = { seq: null, at: new Date().toISOString(), event };
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    this.say({ type: 'ready' });
  }
  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
}

/** Every socket that is made from now on is one of these. */
export function fakeSockets(): void {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
}
