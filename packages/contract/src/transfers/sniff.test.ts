/** Files that are called zip and are something else. */
import { expect, it } from 'vitest';
import { families } from '../families/index.ts';
import { archiveFault, formatInTruth, isArchiveName } from './archives.ts';
import { sniffedBytes, sniffKind } from './sniff.ts';

const head = (start: readonly number[], at = 0): Uint8Array => {
  const bytes = new Uint8Array(sniffedBytes);
  bytes.set(start, at);
  return bytes;
};

it.each([
  ['zip', head([0x50, 0x4b, 3, 4])],
  ['7z', head([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])],
  ['rar', head([...new TextEncoder().encode('Rar!'), 0x1a, 7, 1, 0])],
  ['gzip', head([0x1f, 0x8b, 8])],
  ['tar', head([...new TextEncoder().encode('ustar')], 257)],
  [null, head([...new TextEncoder().encode('this is text')])],
  [null, new Uint8Array(2)],
])('knows %s by its bytes', (kind, bytes) => {
  expect(sniffKind(bytes)).toBe(kind);
});

it('takes an archive for what it is, where the family takes that, and else says what it is', () => {
  const { detection, ocr } = families;
  expect(formatInTruth(detection, 'lot.zip', '7z')).toEqual({ format: '7z', fault: null });
  expect(formatInTruth(ocr, 'lot.zip', 'zip')).toEqual({ format: 'zip', fault: null });
  // of bytes that nobody knows the name decides: a self-extracting zip begins with a program
  expect(formatInTruth(ocr, 'lot.zip', null)).toEqual({ format: 'zip', fault: null });
  for (const kind of ['7z', 'rar', 'tar'])
    expect(formatInTruth(ocr, 'lot.zip', kind).fault).toEqual({
      key: 'archive.inTruth',
      args: { file: 'lot.zip', kind, formats: 'zip' },
    });
  // called by its name it is the specification's own sentence
  expect(formatInTruth(ocr, 'lot.7z', '7z')).toEqual({ format: '7z', fault: null });
  expect(archiveFault(ocr, '7z', 10)?.key).toBe('archive.zipOnly');
});

it('says what an archive is that no family takes, under its own name too', () => {
  const { detection, ocr } = families;
  const said = (file: string, kind: string, formats: string) => ({
    format: null,
    fault: { key: 'archive.foreign', args: { file, kind, formats } },
  });
  expect(formatInTruth(ocr, 'lot.rar', 'rar')).toEqual(said('lot.rar', 'rar', 'zip'));
  expect(formatInTruth(detection, 'lot.TAR', 'tar')).toEqual(said('lot.TAR', 'tar', 'zip, 7z'));
  // an old tar has no sign, and a damaged file neither
  expect(formatInTruth(detection, 'lot.tar', null)).toEqual(said('lot.tar', 'tar', 'zip, 7z'));
  expect(formatInTruth(ocr, 'lot.tar.gz', 'gzip')).toEqual(said('lot.tar.gz', 'gzip', 'zip'));
  // a zip that was called rar is a zip, and a 7z is told as what it is
  expect(formatInTruth(ocr, 'lot.rar', 'zip')).toEqual({ format: 'zip', fault: null });
  expect(formatInTruth(ocr, 'lot.rar', '7z').fault?.key).toBe('archive.inTruth');
  expect(['a.rar', 'a.tgz', 'a.zip', 'a.7z'].every(isArchiveName)).toBe(true);
  expect(['a.png', 'rar', 'a.rar.txt', 'gz'].some(isArchiveName)).toBe(false);
});
