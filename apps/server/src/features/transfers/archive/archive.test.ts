/** Archives that are not what they say: each bad entry is named and the good ones are kept, or the whole is refused. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open as openFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { limits, messageText, type UploadFormat } from '@loupe/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../../core/errors.ts';
import { emptyEntries, sevenZipOf, tarOf, zipOf } from '../../../testing/archives.ts';
import { openArchive, pieceBytes } from './index.ts';

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-archive-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const signal = new AbortController().signal;
const open = (bytes: Buffer, format: UploadFormat = 'zip') => {
  const file = path.join(folder, String(++made));
  writeFileSync(file, bytes);
  return openArchive(file, format, { folder: `${file}.unpacked`, signal });
};
/** Paths that are taken, and the key for each that is not. */
async function contents(bytes: Buffer, format: UploadFormat = 'zip') {
  const archive = await open(bytes, format);
  await archive.close();
  const { entries, problems, skipped } = archive;
  return { taken: entries.map((one) => one.path), refused: problems.map((one) => [one.file, one.key]), skipped };
}
const keyOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: { key?: string }) => error.key,
  );
const jpg = (name: string) => ({ name, data: `bytes of ${name}` });

describe('names', () => {
  it('that lead out, links and devices are refused by name, and nothing else is', async () => {
    const bad = ['../a.jpg', '/abs.jpg', 'C:\\b.jpg', 'x\\..\\..\\c.jpg', '\\\\host\\d.jpg'];
    const zip = zipOf([...bad.map(jpg), { ...jpg('link.jpg'), mode: 0o120777 }, jpg('good.jpg')]);
    const { taken, refused } = await contents(zip);
    expect(taken).toEqual(['good.jpg']);
    expect(refused).toEqual([...bad.map((name) => [name, 'entry.path']), ['link.jpg', 'entry.link']]);
    const types = ['link', 'symlink', 'character-device', 'block-device', 'fifo'] as const;
    const kinds = types.map((type) => ({ name: `${type}.jpg`, type }));
    const tar = await contents(await tarOf([...kinds, { name: '../a.jpg', data: 'x' }, jpg('good.jpg')]), 'folder');
    expect(tar.taken).toEqual(['good.jpg']);
    expect(tar.refused.map(([, key]) => key)).toEqual([...kinds.map(() => 'entry.link'), 'entry.path']);
  });

  it('in GBK are read, with or without other signs of it', async () => {
    // 图片 and 缺陷 as a program on Chinese Windows writes them
    const gbk = Buffer.from([0xcd, 0xbc, 0xc6, 0xac, 0x2f, 0xc8, 0xb1, 0xcf, 0xdd, 0x2e, 0x6a, 0x70, 0x67]);
    const { taken } = await contents(
      zipOf([
        { name: gbk, data: 'a', utf8: false },
        { name: '良品.jpg', data: 'b', utf8: false },
        { name: '不良.jpg', data: 'c' },
      ]),
    );
    expect(taken).toEqual(['图片/缺陷.jpg', '良品.jpg', '不良.jpg']);
  });

  it('of systems are skipped without a word; case twins are two, and a repeated one is named', async () => {
    const names = ['__MACOSX/a.jpg', '.DS_Store', 'a/.hidden.jpg', 'Thumbs.db', 'a.jpg', 'A.jpg', 'a.jpg'];
    const { taken, refused, skipped } = await contents(zipOf(names.map(jpg)));
    expect({ taken, refused, skipped }).toEqual({
      taken: ['a.jpg', 'A.jpg'],
      refused: [['a.jpg', 'entry.repeated']],
      skipped: 4,
    });
  });

  it('of archives, other files and encrypted ones are named', async () => {
    const { taken, refused } = await contents(
      zipOf([jpg('in.zip'), jpg('notes.docx'), { ...jpg('secret.png'), encrypted: true }, jpg('ok.bmp')]),
    );
    expect(taken).toEqual(['ok.bmp']);
    expect(refused.map(([, key]) => key)).toEqual(['entry.archive', 'entry.type', 'entry.encrypted']);
  });

  it('of a tar may be long and Chinese', async () => {
    const long = `${'目录/'.repeat(60)}图片.jpg`;
    const archive = await open(await tarOf([{ name: long, data: 'pixels' }, { name: 'empty.jpg' }]), 'folder');
    expect(archive.entries.map((one) => one.path)).toEqual([long, 'empty.jpg']);
    const bytes = await Promise.all(archive.entries.map(async (one) => buffer(await archive.read(one))));
    expect(bytes.map(String)).toEqual(['pixels', '']);
    await archive.close();
  });
});

describe('what overwhelms', () => {
  it('is refused: an entry that unpacks to far too much, and entries that share their bytes', async () => {
    const zeros = { name: 'flat.json', data: Buffer.alloc(4 * 1024 ** 2), deflate: true };
    expect((await contents(zipOf([zeros, jpg('ok.jpg')]))).refused).toEqual([['flat.json', 'entry.ratio']]);
    const shared = [jpg('a.jpg'), { ...jpg('b.jpg'), overlaps: true as const }];
    expect(await keyOf(open(zipOf(shared)))).toBe('cause.import.bomb');
  });

  it('is not a plain BMP, however well it packs: an image is bounded by its bytes', async () => {
    const plain = { name: 'plain.bmp', data: Buffer.alloc(4 * 1024 ** 2), deflate: true };
    const large = { name: 'large.bmp', lie: { bytes: limits.imageBytes + 1, packed: 10 } };
    const { taken, refused } = await contents(zipOf([plain, large]));
    expect({ taken, refused }).toEqual({ taken: ['plain.bmp'], refused: [['large.bmp', 'image.bytes']] });
  });

  it('is refused by the list alone: too many entries, too many bytes', async () => {
    const many = Buffer.from(zipOf([jpg('a.jpg')]));
    many.writeUInt16LE(0xffff, many.length - 22 + 8);
    many.writeUInt16LE(0xffff, many.length - 22 + 10);
    expect(await keyOf(open(many))).toBe('cause.import.notArchive');
    const huge = Array.from({ length: 300 }, (_, i) => ({
      name: `${i}.json`,
      lie: { bytes: 0xfffffff0, packed: 0xfffffff0 },
    }));
    expect(await keyOf(open(zipOf(huge)))).toMatch(/^cause\.import\.(tooLarge|bomb|notArchive)$/);
  });
});

describe('a list that is made to take for ever (S88)', () => {
  let file: FileHandle;
  beforeAll(async () => {
    file = await openFile(import.meta.filename, 'r');
  });
  afterAll(() => file.close());

  /** What came of opening it, and what was read of the file: how often, and how many bytes. */
  const opened = async (bytes: Buffer) => {
    const reads = vi.spyOn(Object.getPrototypeOf(file) as FileHandle, 'read');
    const outcome = await open(bytes).then(
      async (archive) => {
        await archive.close();
        return archive.entries.length;
      },
      (error: { key?: string }) => error.key,
    );
    const results = await Promise.all(reads.mock.results.map((one) => one.value as Promise<{ bytesRead: number }>));
    reads.mockRestore();
    return { outcome, reads: results.length, read: results.reduce((sum, one) => sum + one.bytesRead, 0) };
  };
  // once the file was read anew for each name
  const fewReads = (bytes: Buffer) => bytes.length / pieceBytes + 10;

  it('of a million entries is not read, and of one that says ten only these are', async () => {
    const million = Buffer.from(emptyEntries(1000, (i) => `${i}.jpg`, 1_000_000));
    const refused = await opened(million);
    expect(refused.outcome).toBe('cause.import.tooManyEntries');
    expect(refused.reads).toBeLessThan(10);
    const few = emptyEntries(1000, (i) => `${i}.jpg`, 10);
    expect(await opened(few)).toMatchObject({ outcome: 10 });
  });

  it('of as many entries as there may be is read in few pieces', async () => {
    const list = emptyEntries(200_000, (i) => `${i}.jpg`);
    const { outcome, reads, read } = await opened(list);
    expect(outcome).toBe(200_000);
    expect(read).toBeGreaterThan(0.9 * list.length);
    expect(reads).toBeLessThan(fewReads(list));
  });

  it('of endless names is refused before they fill the memory; a name that is too long by itself is named', async () => {
    const path = 'a/'.repeat(30_000);
    const list = emptyEntries(1200, (i) => `${path}${i}.jpg`);
    const { outcome, reads, read } = await opened(list);
    expect(outcome).toBe('cause.import.bomb');
    expect(read).toBeLessThan(list.length);
    expect(reads).toBeLessThan(fewReads(list));
    const { taken, refused } = await contents(zipOf([jpg(`${path}x.jpg`), jpg('ok.jpg')]));
    expect(taken).toEqual(['ok.jpg']);
    expect(refused.map(([, key]) => key)).toEqual(['entry.path']);
    expect(refused[0]![0]!.length).toBeLessThan(1000);
  });
});

describe('the bytes of an entry', () => {
  it.each(['zip', 'folder'] as const)('of a %s are laid where the reader says, but only as a whole', async (format) => {
    const large = Buffer.alloc(3 * 1024 ** 2, 'large');
    const data = [Buffer.from('first'), Buffer.from('the second'), large];
    const entries = data.map((one, i) => ({ name: `${i}.jpg`, data: one }));
    const archive = await open(format === 'zip' ? zipOf(entries) : await tarOf(entries), format);
    for (const length of [16, 2 * 1024 ** 2]) {
      const room = Buffer.alloc(length);
      for (const [i, entry] of archive.entries.entries()) {
        const pieces: Buffer[] = [];
        for await (const piece of await archive.read(entry, room)) pieces.push(piece);
        expect(Buffer.concat(pieces).equals(data[i]!)).toBe(true);
        expect(pieces.map((piece) => piece.buffer === room.buffer)).toEqual(i < 2 ? [true] : [false, false, false]);
      }
    }
    await archive.close();
  });
});

describe('an entry that is not what the list says', () => {
  it.each([
    ['checksum', { crc: 1 }],
    ['fewer bytes', { bytes: 100 }],
    ['more bytes', { bytes: 3 }],
  ])('%s: it alone is damaged', async (_word, lie) => {
    const archive = await open(zipOf([{ ...jpg('bad.jpg'), deflate: true, lie }, jpg('good.jpg')]));
    const [bad, good] = archive.entries;
    expect(await keyOf(archive.read(bad!).then(buffer))).toBe('entry.damaged');
    expect(String(await archive.read(good!).then(buffer))).toBe('bytes of good.jpg');
    await archive.close();
  });

  it('what is no archive, or ends early, says so', async () => {
    const fault = await open(Buffer.from('this is text')).catch((error: unknown) => error);
    expect(fault).toMatchObject({ key: 'cause.import.notArchive' });
    // the words of a library are no help, least of all in Chinese
    const { key, args } = fault as AppError;
    expect(messageText(key, 'zh', args)).not.toMatch(/[a-z]{4}/);
    expect(await keyOf(open(zipOf([jpg('a.jpg')]).subarray(0, 60)))).toBe('cause.import.notArchive');
    expect(await keyOf(open(Buffer.alloc(2000, 65), 'folder'))).toBe('cause.import.notArchive');
    const tar = await tarOf([jpg('whole.jpg'), { name: 'cut.jpg', data: Buffer.alloc(5000) }]);
    const cut = await contents(tar.subarray(0, 3000), 'folder');
    expect(cut).toMatchObject({ taken: ['whole.jpg'], refused: [['cut.jpg', 'entry.damaged']] });
    expect(await keyOf(open(Buffer.from('this is text'), '7z'))).toBe('cause.import.notArchive');
    // what is something else is called by its name, not damaged
    const renamed = [sevenZipOf('a.jpg', 'bytes', 20), await tarOf([jpg('a.jpg')])];
    const asked = [...renamed.map((bytes) => open(bytes)), open(zipOf([jpg('a.jpg')]), '7z')];
    expect(await Promise.all(asked.map(keyOf))).toEqual(asked.map(() => 'cause.import.inTruth'));
  });
});

describe('7z', () => {
  const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, '../../../testing/fixtures', name));
  const read = async (name: string) => {
    const archive = await open(fixture(name), '7z');
    const ends = await Promise.all(archive.entries.map((one) => keyOf(archive.read(one).then(buffer))));
    return archive.entries.map((one, i) => [one.path, ends[i]]);
  };
  const names = [0, 1, 2, 3].map((i) => `lot/图片_${i}.jpg`);

  it('is listed, then unpacked', async () => {
    const archive = await open(fixture('solid.7z'), '7z');
    expect(archive.entries.map((one) => one.path)).toEqual(names);
    const bytes = await buffer(await archive.read(archive.entries[2]!));
    expect([bytes.length, bytes.subarray(0, 2).toString('hex')]).toEqual([archive.entries[2]!.bytes, 'ffd8']);
  });

  it('gives what lies behind an entry that is not taken', async () => {
    expect(await read('skipped-first.7z')).toEqual([['good.jpg', undefined]]);
    const archive = await open(fixture('skipped-first.7z'), '7z');
    expect(archive.problems.map(({ file, key }) => [file, key])).toEqual([['notes.bin', 'entry.type']]);
    expect(String(await buffer(await archive.read(archive.entries[0]!)))).toBe('pixels'.repeat(10));
  });

  it('with a wrong checksum loses that entry alone', async () => {
    const ends = await read('wrong-checksum.7z');
    expect(ends.find(([name]) => name === names[1])).toEqual([names[1], 'entry.damaged']);
    expect(ends.filter(([, key]) => key === undefined).length).toBeGreaterThan(0);
  });

  it('that is packed in a way that cannot be unpacked says so, and is not called damaged', async () => {
    expect(await read('zstandard.7z')).toEqual([['zstd.png', 'entry.method']]);
    expect(await read('brotli.7z')).toEqual([['brotli.png', 'entry.method']]);
  });

  it('that claims a dictionary of 4 GiB is refused for its memory, in its list or in its contents (S89)', async () => {
    const whole = await open(sevenZipOf('a.jpg', '0123456789', 20), '7z');
    expect(String(await buffer(await whole.read(whole.entries[0]!)))).toBe('0123456789');
    expect((await open(sevenZipOf('a.jpg', '0123456789', 20, true), '7z')).entries.length).toBe(1);
    expect(await keyOf(open(sevenZipOf('a.jpg', '0123456789', 40, true), '7z'))).toBe('cause.import.memory');
    const archive = await open(sevenZipOf('a.jpg', '0123456789', 40), '7z');
    expect(await keyOf(archive.read(archive.entries[0]!))).toBe('cause.import.memory');
  });

  it('of a plain image is taken, however well it packs; of a list that unpacks to far too much it is refused', async () => {
    const archive = await open(fixture('plain-image.7z'), '7z');
    const bytes = await buffer(await archive.read(archive.entries[0]!));
    expect([archive.entries[0]!.path, bytes.length]).toEqual(['plain.bmp', 54 + 1200 * 1000 * 3]);
    expect(await keyOf(open(fixture('flat-list.7z'), '7z'))).toBe('cause.import.bomb');
  });

  it('that is encrypted or cut off is refused as a whole', async () => {
    expect(await keyOf(open(fixture('cut.7z'), '7z'))).toBe('cause.import.notArchive');
    expect(await keyOf(open(fixture('encrypted-head.7z'), '7z'))).toBe('cause.import.encrypted');
    expect(await keyOf(open(fixture('encrypted.7z'), '7z'))).toBe('cause.import.encrypted');
  });
});
