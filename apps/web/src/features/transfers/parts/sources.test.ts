import { describe, expect, it } from 'vitest';
import { folderSource, isSame, looseSource, sortFiles } from './sources.ts';

const file = (name: string, text = 'x', lastModified = 1000): File => new File([text], name, { lastModified });

describe('what is sent as one upload', () => {
  it('is known again by name, size and last change of a folder, whatever the order', () => {
    const files = [file('a.png'), file('b.png', 'yy', 5000)].map((one) => ({ path: `in/${one.name}`, file: one }));
    const [first, again] = [folderSource('lot', files)!, folderSource('lot', files.toReversed())!];
    expect(isSame(first, again)).toBe(true);
    expect(first).toMatchObject({ kind: 'folder', changed: 5000, files: 2, directories: 1 });
    const [head] = files;
    expect(isSame(first, folderSource('lot', [head!, { path: 'in/b.png', file: file('b.png', 'yy', 6000) }])!)).toBe(
      false,
    );
  });

  it('leaves out what systems hide in folders', () => {
    const paths = ['.DS_Store', '__MACOSX/a.png', 'in/.cache/a.png', 'in/Thumbs.db', 'a.png'];
    const source = folderSource(
      'lot',
      paths.map((path) => ({ path, file: file('x') })),
    );
    expect(source).toMatchObject({ files: 1, directories: 0 });
    expect(folderSource('lot', [{ path: '.DS_Store', file: file('x') }])).toBeNull();
  });

  it('keeps loose images of the same name apart', () => {
    expect(looseSource('images', [file('a.png'), file('a.png'), file('b.png')])).toMatchObject({
      files: 3,
      directories: 0,
    });
  });

  it('tells archives from images by their names', () => {
    const { sources, loose } = sortFiles([file('lot.ZIP'), file('lot.7z'), file('a.png'), file('zip')]);
    expect(sources.map((s) => s.name)).toEqual(['lot.ZIP', 'lot.7z']);
    expect(loose.map((f) => f.name)).toEqual(['a.png', 'zip']);
  });
});
