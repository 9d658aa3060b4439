/** The bytes of a zip file in few reads: its list through a window, and what an entry holds in large pieces. */
import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createInflateRaw, inflateRaw } from 'node:zlib';
import { RandomAccessReader } from 'yauzl';
import { pieceBytes, piecesOf, readPiece } from './pieces.ts';

/** For the reader of the list, which asks for each name alone: 200,000 reads of the file would cost more than all else. */
export class WindowReader extends RandomAccessReader {
  readonly #file: FileHandle;
  #start = 0;
  #window: Buffer = Buffer.alloc(0);

  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  override read(...[buffer, offset, length, position, done]: Parameters<RandomAccessReader['read']>): void {
    void this.#copy(buffer, offset, length, position).then(() => done(null), done);
  }

  async #copy(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    if (position < this.#start || position + length > this.#start + this.#window.length) {
      this.#window = await readPiece(this.#file, position, Math.max(length, pieceBytes));
      this.#start = position;
    }
    const from = position - this.#start;
    if (this.#window.copy(buffer, offset, from, from + length) < length) throw new Error('unexpected end of the file');
  }
}

const localHeader = { bytes: 30, signature: 0x04034b50, nameLength: 26, extraLength: 28 } as const;

/** Where the bytes of an entry begin: behind its own header, whose names may be longer than the list's. */
async function startOf(file: FileHandle, offset: number): Promise<number> {
  const header = await readPiece(file, offset, localHeader.bytes);
  if (header.length < localHeader.bytes || header.readUInt32LE(0) !== localHeader.signature)
    throw new Error('no entry where the list says');
  const names = header.readUInt16LE(localHeader.nameLength) + header.readUInt16LE(localHeader.extraLength);
  return offset + localHeader.bytes + names;
}

export interface Packed {
  /** Of the entry's local header. */
  offset: number;
  /** Packed and unpacked bytes, as the list says. */
  packed: number;
  bytes: number;
  deflated: boolean;
}

const inflateAll = promisify(inflateRaw);

/** What an entry holds, unpacked. Whatever it throws or fails with, the entry cannot be read. */
export async function* contentOf(
  file: FileHandle,
  { offset, packed, bytes, deflated }: Packed,
  room?: Buffer,
): AsyncGenerator<Buffer> {
  const start = await startOf(file, offset);
  if (!deflated) yield* piecesOf(file, start, packed, room);
  else if (Math.max(packed, bytes) <= pieceBytes) {
    const all = await readPiece(file, start, packed, room);
    // a little more room than it says: what fills its room exactly would get as much again to go on in
    yield await inflateAll(all, { maxOutputLength: Math.max(1, bytes), chunkSize: bytes + 64 });
  } else
    yield* pipeline(
      Readable.from(piecesOf(file, start, packed), { highWaterMark: 1 }),
      createInflateRaw({ chunkSize: pieceBytes / 4 }),
      () => undefined,
    );
}
