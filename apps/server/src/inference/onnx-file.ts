/**
 * Looks through an ONNX file before the runtime sees it: a tensor may name another file as its content, and the runtime
 * would read it. Walks the protobuf by field numbers (onnx.proto, IR version 3 and later), sub-graphs included.
 */

import { OnnxRefused } from '../predictions/refused.ts';

export interface OnnxFile {
  /** metadata_props; `loupe` holds what the engine says about the model. */
  metadata: ReadonlyMap<string, string>;
}

/** What to look for in a message: fields that are messages themselves, and fields that must not be there. */
interface MessageShape {
  readonly inner: Readonly<Record<number, MessageName>>;
  readonly forbidden?: Readonly<Record<number, string>>;
}
type MessageName = 'model' | 'graph' | 'node' | 'attribute' | 'tensor' | 'sparse' | 'function' | 'training';

const shapes: { readonly [M in MessageName]: MessageShape } = {
  model: { inner: { 7: 'graph', 20: 'training', 25: 'function' } },
  graph: { inner: { 1: 'node', 5: 'tensor', 15: 'sparse' } },
  node: { inner: { 5: 'attribute' } },
  attribute: { inner: { 5: 'tensor', 6: 'graph', 10: 'tensor', 11: 'graph', 22: 'sparse', 23: 'sparse' } },
  tensor: { inner: {}, forbidden: { 13: 'external data', 14: 'external data' } },
  sparse: { inner: { 1: 'tensor', 2: 'tensor' } },
  function: { inner: { 7: 'node', 11: 'attribute' } },
  training: { inner: { 1: 'graph', 2: 'graph' } },
};
/** `data_location: DEFAULT` is the one harmless value of field 14. */
const dataLocation = 14;
const metadataField = 14;
/** Sub-graphs within sub-graphs: far more than any exporter writes. */
const maxDepth = 64;

interface Field {
  number: number;
  /** The number of a varint field; of others the place of their bytes. */
  value: number;
  start: number;
  end: number;
  isBytes: boolean;
}

function readVarint(bytes: Uint8Array, at: number, end: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0, scale = 1; i < 10; i++, scale *= 128) {
    const byte = at + i < end ? (bytes[at + i] as number) : -1;
    if (byte < 0) break;
    value += (byte & 127) * scale;
    if (byte < 128) return { value, next: at + i + 1 };
  }
  throw new OnnxRefused('the file is not an ONNX model');
}

const fixedBytes: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

function* fieldsOf(bytes: Uint8Array, start: number, end: number): Generator<Field> {
  for (let at = start; at < end;) {
    const key = readVarint(bytes, at, end);
    const [number, kind] = [Math.floor(key.value / 8), key.value % 8];
    at = key.next;
    let value = 0;
    let length = fixedBytes[kind] ?? 0;
    if (kind === 0 || kind === 2) {
      const read = readVarint(bytes, at, end);
      value = read.value;
      at = read.next;
      length = kind === 2 ? value : 0;
    } else if (length === 0) throw new OnnxRefused('the file is not an ONNX model');
    if (number === 0 || at + length > end) throw new OnnxRefused('the file is not an ONNX model');
    yield { number, value, start: at, end: at + length, isBytes: kind === 2 };
    at += length;
  }
}

const textOf = (bytes: Uint8Array, field: Field): string =>
  new TextDecoder().decode(bytes.subarray(field.start, field.end));

function readEntry(bytes: Uint8Array, place: Field): [string, string] {
  const entry: [string, string] = ['', ''];
  for (const field of fieldsOf(bytes, place.start, place.end)) {
    if (field.isBytes && (field.number === 1 || field.number === 2)) entry[field.number - 1] = textOf(bytes, field);
  }
  return entry;
}

function walk(bytes: Uint8Array, place: { start: number; end: number }, name: MessageName, depth: number): void {
  if (depth > maxDepth) throw new OnnxRefused('the model nests too deeply');
  const { inner, forbidden } = shapes[name];
  for (const field of fieldsOf(bytes, place.start, place.end)) {
    const why = forbidden?.[field.number];
    const isHarmless = field.number === dataLocation && !field.isBytes && field.value === 0;
    if (why !== undefined && !isHarmless) throw new OnnxRefused(`the model uses ${why}, which is not allowed`);
    const next = inner[field.number];
    if (next !== undefined && field.isBytes) walk(bytes, field, next, depth + 1);
  }
}

/** Reads what we need of a model file. Throws `OnnxRefused`. */
export function readOnnx(bytes: Uint8Array): OnnxFile {
  const whole = { start: 0, end: bytes.length };
  walk(bytes, whole, 'model', 0);
  const metadata = new Map<string, string>();
  let hasGraph = false;
  for (const field of fieldsOf(bytes, 0, bytes.length)) {
    if (field.number === 7 && field.isBytes) hasGraph = true;
    if (field.number === metadataField && field.isBytes) metadata.set(...readEntry(bytes, field));
  }
  if (!hasGraph) throw new OnnxRefused('the file is not an ONNX model');
  return { metadata };
}
