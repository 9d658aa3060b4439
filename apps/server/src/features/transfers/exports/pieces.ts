/** Texts of an export that are never held whole. Pure. */

/** Text is handed on in pieces of about this many characters. */
const pieceLength = 64 * 1024;

/** Joins texts to pieces of some size. */
export async function* pieces(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

/** The records of a JSON list, a line each. */
export async function* linesOf(records: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '\n';
  for await (const record of records) {
    yield separator + JSON.stringify(record);
    separator = ',\n';
  }
}
