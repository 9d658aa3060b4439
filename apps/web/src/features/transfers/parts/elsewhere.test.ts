import { describe, expect, it } from 'vitest';
import { makeElsewhere, type Channel } from './elsewhere.ts';

/** Windows of one browser: what one posts reaches the others that are still there. */
const browser = () => {
  const open = new Map<string, Parameters<Channel['listen']>[0]>();
  const timers: (() => void)[] = [];
  return {
    window: (name: string, ids: string[]) => {
      const channel: Channel = {
        post: (word) => [...open].forEach(([other, onWord]) => other !== name && onWord(word)),
        listen: (onWord) => open.set(name, onWord),
      };
      return makeElsewhere(channel, { window: name, ids: () => ids }, (work) => timers.push(work));
    },
    kill: (name: string) => open.delete(name),
    pass: () => timers.splice(0).forEach((work) => work()),
  };
};

describe('uploads of other windows', () => {
  it('are known once asked for, and when they change', () => {
    const windows = browser();
    const sent = ['a'];
    const sender = windows.window('1', sent);
    const looker = windows.window('2', []);
    looker.ask();
    expect([...looker.store.get()]).toEqual(['a']);
    expect([...sender.store.get()]).toEqual([]);
    sent.push('b');
    sender.announce();
    expect([...looker.store.get()]).toEqual(['a', 'b']);
    sent.length = 0;
    sender.announce();
    expect([...looker.store.get()]).toEqual([]);
  });

  it('are forgotten with a window that no longer answers', () => {
    const windows = browser();
    windows.window('1', ['a']);
    windows.window('2', ['b']);
    const looker = windows.window('3', []);
    looker.ask();
    windows.pass();
    expect([...looker.store.get()]).toEqual(['a', 'b']);
    windows.kill('1');
    looker.ask();
    expect([...looker.store.get()]).toEqual(['a', 'b']);
    windows.pass();
    expect([...looker.store.get()]).toEqual(['b']);
  });
});
