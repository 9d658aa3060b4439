// A table as bytes: magic, length of the head, the head as JSON (with whatever else belongs to the table), the columns.

import { COLUMN_NAMES, TABLE_COLUMNS } from './table.ts';
import type { ColumnName, Columns, MatchTable } from './table.ts';

/** "LMT1", little endian. */
const MAGIC = 0x31544d4c;
const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;

type Head = { classCount: number; floor: number; lengths: Record<ColumnName, number>; more: unknown };

export function packTable(table: MatchTable, more: unknown): Uint8Array<ArrayBuffer> {
  const lengths = Object.fromEntries(COLUMN_NAMES.map((name) => [name, table[name].length]));
  const { classCount, floor } = table;
  const head = new TextEncoder().encode(JSON.stringify({ classCount, floor, lengths, more }));
  const size = COLUMN_NAMES.reduce((sum, name) => sum + aligned(table[name].byteLength), 8 + aligned(head.length));
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, MAGIC, true);
  new DataView(bytes.buffer).setUint32(4, head.length, true);
  bytes.set(head, 8);
  let at = 8 + aligned(head.length);
  for (const name of COLUMN_NAMES) {
    const column = table[name];
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += aligned(column.byteLength);
  }
  return bytes;
}

/** The columns are views of the bytes, not copies. Throws a RangeError on bytes that are no table. */
export function unpackTable(buffer: ArrayBuffer): { table: MatchTable; more: unknown } {
  const view = new DataView(buffer);
  if (buffer.byteLength < 8 || view.getUint32(0, true) !== MAGIC) throw new RangeError('not a table of matches');
  const headBytes = view.getUint32(4, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, headBytes))) as Head;
  let at = 8 + aligned(headBytes);
  const columns = COLUMN_NAMES.map((name) => {
    const column = new TABLE_COLUMNS[name](buffer, at, head.lengths[name]);
    at += aligned(column.byteLength);
    return [name, column] as const;
  });
  const { classCount, floor, more } = head;
  return { table: { classCount, floor, ...(Object.fromEntries(columns) as unknown as Columns) }, more };
}
