/** The bytes of a zip file in few reads: its list through a window, and what an entry holds in large pieces. */
import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { RandomAccessReader } from 'yauzl';

/** Most pictures are one piece. */
const pieceBytes = 1024 ** 2;

async function readPiece(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

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

async function* piecesOf(file: FileHandle, offset: number, packed: number): AsyncGenerator<Buffer> {
  const header = await readPiece(file, offset, localHeader.bytes);
  if (header.length < localHeader.bytes || header.readUInt32LE(0) !== localHeader.signature)
    throw new Error('no entry where the list says');
  const names = header.readUInt16LE(localHeader.nameLength) + header.readUInt16LE(localHeader.extraLength);
  let at = offset + localHeader.bytes + names;
  for (const end = at + packed; at < end;) {
    // one after the other
    // oxlint-disable-next-line no-await-in-loop
    const piece = await readPiece(file, at, Math.min(pieceBytes, end - at));
    if (piece.length === 0) throw new Error('unexpected end of the file');
    at += piece.length;
    yield piece;
  }
}

export interface Packed {
  /** Of the entry's local header. */
  offset: number;
  packed: number;
  deflated: boolean;
}

/** What an entry holds, unpacked. Whatever it throws or fails with, the entry cannot be read. */
export function contentOf(file: FileHandle, { offset, packed, deflated }: Packed): AsyncIterable<Buffer> {
  const pieces = piecesOf(file, offset, packed);
  if (!deflated) return pieces;
  return pipeline(
    Readable.from(pieces, { highWaterMark: 1 }),
    createInflateRaw({ chunkSize: pieceBytes / 4 }),
    () => undefined,
  );
}
