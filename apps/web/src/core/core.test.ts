// The pure rules of the client: addresses, messages gate, guard, headers, Enter, time limit.
import { CallError, envelope, messageText } from '@loupe/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { enterAct, isSuppressed } from './enter.ts';
import { errorText, requestIdOf } from './errors.ts';
import {
  asSentence,
  formatBytes,
  formatDate,
  formatDuration,
  formatNumber,
  formatScore,
  formatShare,
} from './format.ts';
import { firstLocale } from './preferences.ts';
import { guard, returnSearch, safeReturn } from './guard.ts';
import { clientHeaders } from './headers.ts';
import { withTimeout } from './lazy.ts';
import { makeGate, makeNotices, type Notice } from './notify.ts';
import { parseSearch, stringifySearch, urlId, urlPage, urlText } from './search.ts';
import { menuKeys } from './session.ts';
import { makeSequence } from './sockets.ts';

describe('addresses', () => {
  it('guesses no numbers: what was written comes back as it was', () => {
    const search = { phone: '13800004521', sign: '662E41', times: '0012', q: '9', flag: 'true', name: '二号线 & +' };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });

  it('leaves empty values out', () => {
    expect(stringifySearch({ a: '', b: null, c: undefined, d: 0, e: false })).toBe('?d=0&e=false');
    expect(stringifySearch({ a: '' })).toBe('');
  });

  it('reads fields through schemas that never fail', () => {
    const schema = z.object({ id: urlId, pageNum: urlPage, name: urlText });
    expect(schema.parse(parseSearch('?id=7&pageNum=3&name=a'))).toEqual({ id: 7, pageNum: 3, name: 'a' });
    expect(schema.parse(parseSearch('?id=1e400&pageNum=-2'))).toEqual({ id: 0, pageNum: 1, name: '' });
  });

  it('returns only to paths of this app', () => {
    expect(safeReturn('/dataset/index?pageNum=2')).toBe('/dataset/index?pageNum=2');
    for (const bad of [undefined, '', '//evil.example', '/\\evil.example', 'https://evil.example', '/login?from=/x']) {
      expect(safeReturn(bad)).toBe('/dashboard');
    }
  });
});

describe('2.81 the values of a single sign-on', () => {
  const sso = '?phone=13800004521&sign=662E41&times=0012';
  it('never lead through the address of the sign-in', () => {
    expect(returnSearch('/dashboard', sso)).toEqual({});
    expect(returnSearch('/dashboard', `${sso}&tab=a`)).toEqual({ from: '/dashboard?tab=a' });
    expect(returnSearch('/dataset/index', '?sign=1&name=a%20b')).toEqual({ from: '/dataset/index?name=a+b' });
    expect(returnSearch('/dataset/index', '?name=a%20b')).toEqual({ from: '/dataset/index?name=a%20b' });
  });
  it('are taken out of an address that somebody made', () => {
    expect(safeReturn(`/dashboard${sso}`)).toBe('/dashboard');
    expect(safeReturn(`/model/index${sso}&id=7`)).toBe('/model/index?id=7');
  });
});

it('8.09 a failure that asks for its request id shows it, any other shows none', () => {
  const failed = new CallError(envelope(500, 'failure', { requestId: '5e2a-77' }));
  expect(requestIdOf(failed)).toBe('5e2a-77');
  expect(errorText(failed)).toBe(`${messageText('failure', 'en')} (request ID: 5e2a-77)`);
  const refused = new CallError(envelope(610, 'dataset.nameExists', { requestId: { not: 'text' } }));
  expect(requestIdOf(refused)).toBeNull();
  expect(errorText(refused)).toBe('The data set name already exists');
  expect(errorText(new TypeError('x is undefined'))).toBe(messageText('failure.here', 'en'));
});

describe('guard', () => {
  const facts = { signedIn: true, hasSteps: false, keys: new Set(['dataset/pageList']) };

  it('passes "next" and held keys, refuses the others', () => {
    expect(guard('next', facts)).toBe('pass');
    expect(guard('dataset/pageList', facts)).toBe('pass');
    expect(guard('model/pageList', facts)).toBe('denied');
  });

  it('sends to sign-in who is not signed in, or must change the password first', () => {
    expect(guard('next', { ...facts, signedIn: false })).toBe('login');
    expect(guard('next', { ...facts, hasSteps: true })).toBe('login');
    expect(guard('public', { ...facts, signedIn: false })).toBe('pass');
  });

  it('takes keys from every level of the menu tree', () => {
    const menu = [
      { menuComponent: 'a', children: [{ menuComponent: 'b', children: [{ menuComponent: 'c', children: [] }] }] },
    ];
    expect([...menuKeys(menu)]).toEqual(['a', 'b', 'c']);
  });
});

describe('headers', () => {
  const facts = { token: 't0', userId: 7, keys: new Set<string>(), hostname: '10.0.0.5', ownDomain: 'loupe.example' };

  it('sends isolate for own-data users and network on a foreign domain', () => {
    expect(clientHeaders(facts)).toEqual({ authorization: 't0', isolate: '7', network: '10.0.0.5' });
  });

  it('sends neither to people with allData on the own domain', () => {
    const all = { ...facts, keys: new Set(['allData']) };
    expect(clientHeaders({ ...all, hostname: 'loupe.example' })).toEqual({ authorization: 't0' });
    expect(clientHeaders({ ...all, hostname: 'line2.loupe.example' })).toEqual({ authorization: 't0' });
    expect(clientHeaders({ ...all, hostname: 'notloupe.example' })).toHaveProperty('network');
  });

  it('sends nothing of a person before sign-in', () => {
    expect(clientHeaders({ ...facts, token: null, userId: null, hostname: 'loupe.example' })).toEqual({});
  });
});

describe('messages and keys', () => {
  it('lets the offline message through once in its window', () => {
    let now = 1000;
    const gate = makeGate(3000, () => now);
    expect([gate(), gate()]).toEqual([true, false]);
    now += 2999;
    expect(gate()).toBe(false);
    now += 1;
    expect(gate()).toBe(true);
  });

  it('suppresses Enter only outside composition and outside multi-line text', () => {
    expect(isSuppressed({ key: 'Enter', isComposing: false }, false)).toBe(true);
    expect(isSuppressed({ key: 'Enter', isComposing: true }, false)).toBe(false);
    expect(isSuppressed({ key: 'Enter', isComposing: false }, true)).toBe(false);
    expect(isSuppressed({ key: 'a', isComposing: false }, false)).toBe(false);
  });

  it('begins with the language that is set, else with the first of the browser that there is', () => {
    expect(firstLocale('zh', ['en-US'])).toBe('zh');
    expect(firstLocale(null, ['de-DE', 'en-GB', 'zh-CN'])).toBe('en');
    expect(firstLocale(null, ['zh-Hant-TW', 'en'])).toBe('zh');
    expect(firstLocale(null, ['fr'])).toBe('en');
  });

  it('submits with Enter from a field and a closed list, presses a button, and leaves the rest alone', () => {
    const enter = { key: 'Enter', isComposing: false, repeat: false };
    expect(enterAct(enter, 'other')).toBe('submit');
    expect(enterAct(enter, 'closedList')).toBe('submit');
    expect(enterAct(enter, 'button')).toBe('press');
    expect(enterAct(enter, 'own')).toBe('none');
    expect(enterAct({ ...enter, isComposing: true }, 'other')).toBe('none');
    expect(enterAct({ ...enter, repeat: true }, 'button')).toBe('none');
    expect(enterAct({ ...enter, key: ' ' }, 'other')).toBe('none');
  });

  it('takes a kept message once, however often it comes', () => {
    const sequence = makeSequence();
    sequence.start(40);
    expect([sequence.isNew(41), sequence.isNew(41), sequence.isNew(null), sequence.isNew(null)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(sequence.last()).toBe(41);
  });

  it('goes on after a reload where the tab was, and from the number of a server with other data', () => {
    const seen: number[] = [];
    const sequence = makeSequence(7, (last) => seen.push(last));
    expect(sequence.last()).toBe(7);
    sequence.start(7);
    sequence.isNew(9);
    sequence.isNew(8);
    sequence.restart(2);
    expect(seen).toEqual([9, 2]);
    expect(sequence.last()).toBe(2);
  });
});

describe('messages to the person', () => {
  const notice = (text: string): Notice => ({ kind: 'info', text });
  const shower = () => {
    const notices = makeNotices();
    const shown: { text: string; end: () => void }[] = [];
    const connect = () => notices.connect(({ text }, end) => shown.push({ text, end }));
    return { notices, connect, texts: () => shown.map(({ text }) => text), end: (i: number) => shown[i]!.end() };
  };

  it('shows an answer at once; an announcement that it covers comes again', () => {
    const { notices, connect, texts, end } = shower();
    connect();
    notices.announce(notice('exported'));
    notices.answer(notice('saved'));
    notices.answer(notice('deleted'));
    expect(texts()).toEqual(['exported', 'saved', 'deleted']);
    end(0);
    end(1);
    expect(texts()).toHaveLength(3);
    end(2);
    expect(texts()).toEqual(['exported', 'saved', 'deleted', 'exported']);
  });

  it('shows announcements one after the other, each once', () => {
    const { notices, connect, texts, end } = shower();
    connect();
    for (const text of ['training', 'training', 'validation', 'validation']) notices.announce(notice(text));
    expect(texts()).toEqual(['training']);
    end(0);
    end(1);
    expect(texts()).toEqual(['training', 'validation']);
  });

  it('keeps what comes before anybody shows it, and not more than can be read', () => {
    const { notices, connect, texts, end } = shower();
    notices.answer(notice('signed out'));
    for (const n of [1, 2, 3, 4, 5, 6]) notices.announce(notice(`set ${n}`));
    connect();
    for (let i = 0; i < texts().length; i++) end(i);
    expect(texts()).toEqual(['signed out', 'set 2', 'set 3', 'set 4', 'set 5', 'set 6']);
  });
});

describe('time limit of a screen', () => {
  it('gives the module, its failure, or a chunk failure after the limit', async () => {
    await expect(withTimeout(() => Promise.resolve('page'), 1000)).resolves.toBe('page');
    await expect(withTimeout(() => Promise.reject(new Error('gone')), 1000)).rejects.toThrow('gone');
    await expect(withTimeout(() => new Promise(() => {}), 1)).rejects.toMatchObject({ name: 'ChunkLoadError' });
  });
});

describe('shown values', () => {
  it('writes dates as YYYY-MM-DD', () => {
    expect(formatDate('2026-11-20T12:00:00.000Z')).toMatch(/^2026-11-2[01]$/);
  });

  it('writes sizes, shares and durations', () => {
    expect([formatBytes(0), formatBytes(1536), formatBytes(25.2 * 1024 ** 3)]).toEqual(['0 B', '1.5 kB', '25.2 GB']);
    expect(formatShare(0.4249)).toBe('42%');
    const figures = [0.00030000000000000003, 0.01, 2, 0.000123456];
    expect(formatScore(0.9)).toBe('0.900');
    // beside a threshold with a fourth place one sees on which side it lies
    expect([formatScore(0.5, 0.25), formatScore(0.51232, null, 0.5123)]).toEqual(['0.500', '0.5123']);
    expect(figures.map(formatNumber)).toEqual(['0.0003', '0.01', '2', '0.000123']);
    const texts = ['mAP50 of each label', 'no data', 'Nothing', '无数据'];
    expect(texts.map(asSentence)).toEqual(['mAP50 of each label', 'No data', 'Nothing', '无数据']);
    expect([
      formatDuration(0, 'en'),
      formatDuration(0.3, 'en'),
      formatDuration(75, 'en'),
      formatDuration(7200, 'zh'),
      // as the training parameters count it: 「5 分钟 · 约需 5 分钟」
      formatDuration(300, 'zh'),
    ]).toEqual(['0 s', '< 1 s', '1 min 15 s', '2 小时', '5 分钟']);
  });
});
