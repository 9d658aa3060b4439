/** Search and page of lists: over a reload, for each person apart, gone with the sign-out. */
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetSearches, rememberedSearch, rememberFor, rememberSearch } from './remembered.ts';

let kept: Map<string, string>;
beforeEach(() => {
  rememberFor(null);
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
});

const reload = (userId: number) => {
  rememberFor(null);
  rememberFor(userId);
};

it('3.76 the search and page of a list are there after a reload', () => {
  rememberFor(1);
  rememberSearch('/dataset/index', '?name=x_se&pageNum=3');
  rememberSearch('/model/index', '?pageSize=50');
  reload(1);
  expect(rememberedSearch('/dataset/index')).toBe('?name=x_se&pageNum=3');
  expect(rememberedSearch('/model/index')).toBe('?pageSize=50');
  expect(rememberedSearch('/project/index')).toBe('');
});

it('3.76 they are of one person, and end with the sign-out', () => {
  rememberFor(1);
  rememberSearch('/dataset/index', '?name=x_se');
  reload(2);
  expect(rememberedSearch('/dataset/index')).toBe('');
  rememberSearch('/dataset/index', '?name=other');
  reload(1);
  expect(rememberedSearch('/dataset/index')).toBe('?name=x_se');
  forgetSearches();
  reload(1);
  expect(rememberedSearch('/dataset/index')).toBe('');
  expect([...kept.values()].join()).not.toContain('x_se');
});

it('3.76 storage that is full of nonsense, closed, or asked to keep too much does no harm', () => {
  kept.set('loupe.lists.1', '{"/dataset/index": 7, ');
  rememberFor(1);
  rememberSearch('/dataset/index', `?name=${'x'.repeat(2000)}`);
  expect(rememberedSearch('/dataset/index')).toBe('');
  vi.stubGlobal('localStorage', undefined);
  rememberSearch('/dataset/index', '?name=a');
  expect(rememberedSearch('/dataset/index')).toBe('?name=a');
});
