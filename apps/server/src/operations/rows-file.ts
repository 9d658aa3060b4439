/** A file of rows in a backup (gzipped text of COPY): read whole, and told whether it can be what the database sent. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

export interface RowsFacts {
  readonly rows: number;
  /** Hash of the file. */
  readonly sha256: string;
  /** Hash of the rows in it, unpacked. */
  readonly content: string;
}
export type RowsFault = 'missing' | 'changed' | 'damaged';

const tab = 0x09;
const newline = 0x0a;

/** A line a row, a tab between two fields; COPY writes both as `\t` and `\n` where they belong to a value. */
function makeLineCheck(fields: number) {
  let rest: Buffer = Buffer.alloc(0);
  let rows = 0;
  let good = true;
  const lineIsGood = (block: Buffer, from: number, to: number): boolean => {
    let tabs = 0;
    for (let at = from; at < to; at++) {
      if (block[at] === tab) tabs++;
      else if (block[at] === 0) return false;
    }
    return tabs === fields - 1;
  };
  return {
    add(chunk: Buffer): void {
      const block = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = block.lastIndexOf(newline) + 1;
      for (let from = 0; from < end;) {
        const to = block.indexOf(newline, from);
        good &&= lineIsGood(block, from, to);
        rows++;
        from = to + 1;
      }
      good &&= isUtf8(block.subarray(0, end));
      rest = Buffer.from(block.subarray(end));
    },
    end: (): number | undefined => (good && rest.length === 0 ? rows : undefined),
  };
}

/** Reads a file of rows to its end, in bounded memory. */
export async function readRows(file: string, fields: number): Promise<RowsFacts | RowsFault> {
  const [packed, content] = [createHash('sha256'), createHash('sha256')];
  const lines = makeLineCheck(fields);
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const gunzip = createGunzip();
  source.on('data', (chunk) => packed.update(chunk));
  source.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
      content.update(chunk);
      lines.add(chunk);
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'damaged';
  }
  const rows = lines.end();
  return rows === undefined ? 'damaged' : { rows, sha256: packed.digest('hex'), content: content.digest('hex') };
}

/** What is wrong with a file of rows, beside what its manifest says; nothing where it is whole. */
export async function faultOfRows(
  file: string,
  fields: number,
  expected: { readonly rows: number; readonly sha256: string; readonly content?: string | undefined },
): Promise<RowsFault | undefined> {
  const found = await readRows(file, fields);
  if (typeof found === 'string') return found;
  if (found.sha256 !== expected.sha256) return 'changed';
  return found.rows === expected.rows && found.content === (expected.content ?? found.content) ? undefined : 'damaged';
}
