// Pure parts of the shared parts: trimming, list state, parameters, palette, view of an image; and equal texts.
import { detectTable, DetectParams, palette } from '@loupe/contract';
import { describe, expect, it } from 'vitest';
import { en } from '../locales/en.ts';
import { zh } from '../locales/zh.ts';
import { leftText } from './fields.tsx';
import { readListState } from './list-state.ts';
import { changedKeys, defaultsOf, groupsOf, paramFaults } from './param-values.ts';
import { nextLabelColor } from './tokens.ts';
import { boundsOf, fitBox, pathOf, toScreen, zoomAt } from './view-box.ts';

describe('text fields', () => {
  it('trims a text when it is left, and never a password', () => {
    expect(leftText('  line_2\t', 'text')).toBe('line_2');
    expect(leftText('  secret ', 'password')).toBe('  secret ');
  });
});

describe('list state', () => {
  it('reads filters, page and order of its own prefix', () => {
    const search = '?name= 9 &pageNum=3&pageSize=50&sort=-createdAt&v.pageNum=8&other=x';
    expect(readListState(search, ['name', 'state'])).toEqual({
      pageNum: 3,
      pageSize: 50,
      sort: '-createdAt',
      filters: { name: '9' },
    });
    expect(readListState(search, ['name'], 'v.')).toMatchObject({ pageNum: 8, pageSize: 20, filters: {} });
  });

  it('falls back where the address is not valid', () => {
    expect(readListState('?pageNum=-1&pageSize=7&sort=a;b', ['name'])).toEqual({
      pageNum: 1,
      pageSize: 20,
      sort: undefined,
      filters: {},
    });
  });
});

describe('parameters', () => {
  it('starts with the defaults: nothing changed, nothing wrong', () => {
    const values = defaultsOf(detectTable);
    expect(changedKeys(defaultsOf(detectTable), values)).toEqual([]);
    expect(paramFaults(detectTable, DetectParams, values)).toEqual({});
    expect(groupsOf(detectTable)[0]).toBe('main');
  });

  it('names bounds, steps, places and rules across parameters', () => {
    const wrong = { ...defaultsOf(detectTable), imageSize: 651, epochs: 0, mosaic: 0.123, batchSize: 1.5 };
    expect(paramFaults(detectTable, DetectParams, wrong)).toEqual({
      imageSize: { kind: 'step', step: 2 },
      epochs: { kind: 'range', min: 1, max: 999_999 },
      mosaic: { kind: 'places', places: 2 },
      batchSize: { kind: 'places', places: 0 },
    });
    const long = { ...defaultsOf(detectTable), epochs: 3, warmupEpochs: 3 };
    expect(Object.keys(paramFaults(detectTable, DetectParams, long))).toEqual(['warmupEpochs']);
    expect(changedKeys(defaultsOf(detectTable), long)).toEqual(['epochs']);
  });
});

describe('label colours', () => {
  it('gives the palette in order, then the least used', () => {
    expect(nextLabelColor([])).toBe(palette[0]);
    expect(nextLabelColor(['#F2545B', '#3d9bff'])).toBe(palette[1]);
    expect(nextLabelColor([...palette, palette[0]!])).toBe(palette[1]);
  });
});

describe('view of an image', () => {
  it('fits the whole image in the middle', () => {
    expect(fitBox({ width: 200, height: 100 }, { width: 400, height: 400 })).toEqual({ scale: 2, x: 0, y: 100 });
  });

  it('keeps the point under the cursor when it zooms', () => {
    const before = { scale: 2, x: 30, y: 10 };
    const after = zoomAt(before, 1.5, 100, 80, 1);
    const [px, py] = [(100 - before.x) / before.scale, (80 - before.y) / before.scale];
    const [x, y] = toScreen([px, py], after);
    expect(x).toBeCloseTo(100, 9);
    expect(y).toBeCloseTo(80, 9);
  });

  it('draws a rect by its corners and rings by their starts', () => {
    expect(pathOf('rect', [1, 2, 5, 8], [0])).toBe('M1 2H5V8H1Z');
    const ring = [0, 0, 4, 0, 4, 4, 1, 1, 2, 1, 2, 2];
    expect(pathOf('polygon', ring, [0, 3])).toBe('M0 0L4 0L4 4ZM1 1L2 1L2 2Z');
    expect(boundsOf([5, 9, 2, 11])).toEqual({ left: 2, top: 9, right: 5, bottom: 11 });
  });
});

describe('texts', () => {
  const leaves = (part: object, at = ''): [string, string][] =>
    Object.entries(part).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${at}${key}`, value] as [string, string]]
        : leaves(value as object, `${at}${key}.`),
    );
  const holes = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map((m) => m[1]).toSorted();

  it('has the same keys and the same holes in both languages, and no empty text', () => {
    // a form for one is English's own (core/i18n.test.ts)
    const english = new Map(leaves(en).filter(([key]) => !key.endsWith('_one')));
    const chinese = leaves(zh);
    expect(chinese.map(([key]) => key).toSorted()).toEqual([...english.keys()].toSorted());
    const uneven = chinese.filter(([key, text]) => String(holes(text)) !== String(holes(english.get(key)!)));
    expect(uneven).toEqual([]);
    expect(chinese.filter(([key, text]) => text.trim() === '' || english.get(key)!.trim() === '')).toEqual([]);
  });
});
