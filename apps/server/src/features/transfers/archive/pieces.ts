/** Ranges of an archive's file, in few reads. */
import type { FileHandle } from 'node:fs/promises';

/** Most images are one piece. */
export const pieceBytes = 1024 ** 2;

/** Fewer bytes than asked for where the file ends. They are laid into `room` where they fit, else into new memory. */
export async function readPiece(file: FileHandle, at: number, length: number, room?: Buffer): Promise<Buffer> {
  const target = room && length <= room.length ? room : Buffer.allocUnsafe(length);
  const { bytesRead, buffer } = await file.read(target, 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** The range; into `room` only as a whole, so that no piece is laid over another. */
export async function* piecesOf(file: FileHandle, at: number, length: number, room?: Buffer): AsyncGenerator<Buffer> {
  for (const end = at + length; at < end;) {
    // one after the other
    // oxlint-disable-next-line no-await-in-loop
    const piece = await readPiece(file, at, Math.min(pieceBytes, end - at), length <= pieceBytes ? room : undefined);
    if (piece.length === 0) throw new Error('unexpected end of the file');
    at += piece.length;
    yield piece;
  }
}
