/** A folder as one tar, as the browser sends it. */
import { openAsBlob } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const block = 512;
const padding = (bytes: number): Uint8Array<ArrayBuffer> => new Uint8Array((block - (bytes % block)) % block);

function header(name: string, bytes: number, type: '0' | 'x'): Uint8Array<ArrayBuffer> {
  const made = Buffer.alloc(block);
  made.write(name, 0, 100);
  made.write('0000644\0', 100);
  made.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  made.write('        ', 148);
  made.write(type, 156);
  made.write('ustar\u000000', 257);
  const sum = made.reduce((total, byte) => total + byte, 0);
  made.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return new Uint8Array(made);
}

/** Names that do not fit into a header come before it. */
function paxRecord(name: string): Uint8Array<ArrayBuffer>[] {
  if (/^[\x20-\x7e]{1,100}$/.test(name)) return [];
  const record = ` path=${name}\n`;
  const bytes = Buffer.byteLength(record);
  // the length counts its own digits
  const digits = [1, 2, 3, 4, 5].find((count) => String(bytes + count).length === count)!;
  const whole = new Uint8Array(Buffer.from(`${bytes + digits}${record}`));
  return [header('pax', whole.length, 'x'), whole, padding(whole.length)];
}

/** All files below a folder; they are read while the archive is sent. */
export async function tarOfFolder(folder: string, takes: (name: string) => boolean): Promise<Blob> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile() && takes(one.name)).map((one) => join(one.parentPath, one.name));
  const parts: BlobPart[] = [];
  for (const file of files.sort()) {
    const name = relative(folder, file).split(sep).join('/');
    const content = await openAsBlob(file);
    parts.push(...paxRecord(name), header(name.slice(0, 100), content.size, '0'), content, padding(content.size));
  }
  return new Blob([...parts, new Uint8Array(2 * block)]);
}
