// Rule of loose images, COCO text: what is decided before anything is sent.
import { describe, expect, it } from 'vitest';
import { parseCoco } from './coco-text.ts';
import { checkBatch } from './loose-rule.ts';

const files = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `p${i}.jpg`, size: 1000 }));

describe('upload rule', () => {
  it('takes 20 images as a batch, and 21 not', () => {
    expect(checkBatch(files(20))).toMatchObject({ areMany: false, problems: [] });
    expect(checkBatch(files(20)).send).toHaveLength(20);
    expect(checkBatch(files(21))).toEqual({ areMany: true, send: [], problems: [] });
  });

  it('names files of other kinds and sends the good ones', () => {
    const mixed = ['a.JPG', 'b.jpeg', 'c.png', 'd.BMP', 'e.tif', 'e.gif', 'png', 'f.jpg.exe'].map((name) => ({
      name,
      size: 1,
    }));
    const check = checkBatch(mixed);
    expect(check.send.map((f) => f.name)).toEqual(['a.JPG', 'b.jpeg', 'c.png', 'd.BMP', 'e.tif']);
    expect(check.problems.map((p) => [p.file, p.key])).toEqual([
      ['e.gif', 'image.type'],
      ['png', 'image.type'],
      ['f.jpg.exe', 'image.type'],
    ]);
  });

  it('names a file with too many bytes', () => {
    const check = checkBatch([{ name: 'a.png', size: 401 * 1024 ** 2 }]);
    expect(check.problems[0]).toMatchObject({ key: 'image.bytes', args: { max: '400 MB' } });
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
