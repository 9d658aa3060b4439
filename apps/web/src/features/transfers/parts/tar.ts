/**
 * A chosen folder as one tar file. The blob only refers to the files: nothing is read before its part is sent. The same
 * files give the same bytes whatever order the browser names them in, so that an interrupted upload can go on. tar-stream, against
 * which the tests hold it, writes a stream: each file would be read to know where the next begins, and no part could be sent again.
 */

export interface TarFile {
  /** Place within the archive, with forward slashes: `lot-7/board-001.png`. */
  path: string;
  file: Pick<File, 'size' | 'lastModified'> & Blob;
}

const block = 512;
/** What fits into the twelve octal digits of a header; larger sizes are written as text. */
const octalMax = 8 ** 11 - 1;
const encoder = new TextEncoder();

const padding = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array((block - (size % block)) % block);

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;

interface Head {
  /** At most 100 bytes; longer and non-ASCII names come before in a PAX header. */
  name: string;
  size: number;
  /** Seconds. */
  time: number;
  /** `0` a file, `x` a PAX header for the next entry. */
  type: '0' | 'x';
}

/** A header of POSIX 1003.1 "ustar". */
const header = ({ name, size, time, type }: Head): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(block);
  const put = (at: number, text: string) => bytes.set(encoder.encode(text), at);
  put(0, name);
  put(100, octal(0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(Math.min(size, octalMax), 11));
  put(136, octal(time, 11));
  // The checksum counts its own place as blanks.
  put(148, '        ');
  put(156, type);
  put(257, 'ustar\u000000');
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  put(148, `${octal(sum, 6)} `);
  return bytes;
};

/** `27 path=…\n`: the number counts the whole record, itself included. */
const paxRecord = (key: string, value: string): string => {
  const rest = encoder.encode(` ${key}=${value}\n`).length;
  let length = rest + 1;
  while (rest + String(length).length !== length) length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
};

const fits = (path: string): boolean => path.length <= 100 && /^[\x20-\x7e]*$/.test(path);

const partsOf = ({ path, file }: TarFile): BlobPart[] => {
  const time = Math.max(0, Math.floor(file.lastModified / 1000));
  const records = [
    ...(fits(path) ? [] : [paxRecord('path', path)]),
    ...(file.size > octalMax ? [paxRecord('size', String(file.size))] : []),
  ];
  const pax = encoder.encode(records.join(''));
  const plain = fits(path) ? path : path.replace(/[^\x20-\x7e]/g, '_').slice(-100);
  return [
    ...(pax.length > 0 ? [header({ name: 'pax', size: pax.length, time, type: 'x' }), pax, padding(pax.length)] : []),
    header({ name: plain, size: file.size, time, type: '0' }),
    file,
    padding(file.size),
  ];
};

/** Not by locale: another language of the browser must not change the order. */
const byPath = (a: TarFile, b: TarFile): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

export const tarOf = (files: readonly TarFile[]): Blob =>
  new Blob([...files.toSorted(byPath).flatMap(partsOf), new Uint8Array(2 * block)], { type: 'application/x-tar' });
