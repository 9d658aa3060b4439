import { expect, it } from 'vitest';
import { withoutFolders } from './places.ts';

it('takes folders out of full paths, wherever they stand, and leaves other texts alone', () => {
  const cases = [
    ['file:///srv/loupe/data/runs/2/1/model.onnx', 'model.onnx'],
    ['/srv/loupe/data/runs/2/1/model.onnx', 'model.onnx'],
    ['C:\\Loupe\\data\\runs\\2\\model.onnx', 'model.onnx'],
    ['file:///C:/Loupe/data/runs/model.onnx', 'model.onnx'],
    ['File "/usr/lib/python3.11/zipfile.py", line 3, in open', 'File "zipfile.py", line 3, in open'],
    ["[Errno 2] No such file: '/srv/loupe/blobs/ab/cd/abcd'", "[Errno 2] No such file: 'abcd'"],
    ['runs/2/1/model.onnx', 'runs/2/1/model.onnx'],
    [
      'lot 7/8: 3/4 of 12 px/s, and/or https://example.com/a/b',
      'lot 7/8: 3/4 of 12 px/s, and/or https://example.com/a/b',
    ],
    ['划痕/01/图.png', '划痕/01/图.png'],
  ] as const;
  for (const [text, shown] of cases) expect(withoutFolders(text)).toBe(shown);
  expect(withoutFolders({ path: '/a/b/c.onnx', list: ['/x/y/z', 1, null], bytes: 3 })).toEqual({
    path: 'c.onnx',
    list: ['z', 1, null],
    bytes: 3,
  });
});
