// Upload rule, label rows, COCO text and selection: what is decided before anything is sent.
import { describe, expect, it } from 'vitest';
import { parseCoco } from './coco-text.ts';
import { draftFault, namedDrafts } from './label-rules.ts';
import { checkBatch } from './upload-rule.ts';
import { toggled } from './use-selection.ts';

const files = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `p${i}.jpg`, size: 1000 }));

describe('upload rule', () => {
  it('takes 20 pictures, and refuses 21 as a whole', () => {
    expect(checkBatch(files(20))).toMatchObject({ refused: null, problems: [] });
    expect(checkBatch(files(20)).send).toHaveLength(20);
    const many = checkBatch(files(21));
    expect(many.send).toEqual([]);
    expect(many.refused).toMatchObject({ key: 'picture.tooMany', args: { max: 20, count: 21 } });
  });

  it('names files of other kinds and sends the good ones', () => {
    const mixed = ['a.JPG', 'b.jpeg', 'c.png', 'd.BMP', 'e.tif', 'png', 'f.jpg.exe'].map((name) => ({ name, size: 1 }));
    const check = checkBatch(mixed);
    expect(check.send.map((f) => f.name)).toEqual(['a.JPG', 'b.jpeg', 'c.png', 'd.BMP']);
    expect(check.problems.map((p) => [p.file, p.key])).toEqual([
      ['e.tif', 'picture.type'],
      ['png', 'picture.type'],
      ['f.jpg.exe', 'picture.type'],
    ]);
  });

  it('names a file with too many bytes', () => {
    const check = checkBatch([{ name: 'a.png', size: 401 * 1024 ** 2 }]);
    expect(check.problems[0]).toMatchObject({ key: 'picture.bytes', args: { max: '400 MB' } });
  });
});

describe('label rows', () => {
  const row = (name: string, color = '#f2545b') => ({ name, color });

  it('leaves rows without a name out', () => {
    expect(draftFault([row(''), row(' 毛刺 ')])).toBeNull();
    expect(namedDrafts([row(''), row(' 毛刺 ')])).toEqual([row('毛刺')]);
  });

  it('finds names that are not allowed or there twice, and colours that are none', () => {
    expect(draftFault([row('a b')])).toBe('invalid');
    expect(draftFault([row('x'.repeat(31))])).toBe('invalid');
    expect(draftFault([row('Crack'), row('crack ')])).toBe('twice');
    expect(draftFault([row('crack', 'red')])).toBe('incomplete');
  });
});

describe('COCO text', () => {
  it('reads files whose writer put NaN and Infinity into them', () => {
    const text = '\uFEFF{"annotations":[{"bbox":[NaN,1,-Infinity,Infinity],"note":"NaN \\" Infinity"}]}';
    expect(parseCoco(text)).toEqual({ annotations: [{ bbox: [null, 1, null, null], note: 'NaN " Infinity' }] });
  });

  it('refuses what is not JSON', () => {
    expect(() => parseCoco('{"images": [')).toThrow();
    expect(() => parseCoco('<html>')).toThrow();
  });
});

describe('selection', () => {
  it('toggles one, and adds a range with shift', () => {
    const order = [1, 2, 3, 4, 5];
    expect([...toggled(new Set([1]), 1, null, null)]).toEqual([]);
    expect([...toggled(new Set([2]), 4, 2, order)].toSorted()).toEqual([2, 3, 4]);
    expect([...toggled(new Set([4]), 2, 4, order)].toSorted()).toEqual([2, 3, 4]);
    expect([...toggled(new Set(), 3, null, order)]).toEqual([3]);
  });
});
