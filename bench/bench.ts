/** What a benchmark is, and the JSON line that each one ends with. */
import { cpus, totalmem } from 'node:os';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
export const python = path.join(root, '.venv', process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of a sample; 0 of a single value. */
export const deviation = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / Math.max(1, values.length - 1));

export interface Figure {
  readonly value: number;
  readonly unit: string;
  /** The same measured on a comparable product in the same run. */
  readonly peer?: number;
  /** Ours over the peer's. */
  readonly ratio?: number;
  /** As a person reads it: `<= 3`. Compared with the ratio where there is a peer, else with the value. */
  readonly goal?: string;
  readonly ok?: boolean;
}

export interface Bench {
  readonly title: string;
  /** `quick`: fewer rounds, for what takes over ten minutes otherwise. */
  readonly run: (options: { readonly quick: boolean }) => Promise<Record<string, Figure>>;
}

const round = (value: number) => Number(value.toPrecision(4));

/** A figure with its peer's and its goal worked out. */
export function figure(value: number, unit: string, { peer, goal }: { peer?: number; goal?: string } = {}): Figure {
  const ratio = peer === undefined ? undefined : value / peer;
  const [, sign, bound] = /^(<=|>=)\s*([\d.]+)$/.exec(goal ?? '') ?? [];
  const compared = ratio ?? value;
  const ok = bound === undefined ? undefined : sign === '<=' ? compared <= Number(bound) : compared >= Number(bound);
  return {
    value: round(value),
    unit,
    ...(peer === undefined || ratio === undefined ? {} : { peer: round(peer), ratio: round(ratio) }),
    ...(goal === undefined ? {} : { goal }),
    ...(ok === undefined ? {} : { ok }),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that so large a share of all does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
}

export function machine(): Record<string, string | number> {
  const all = cpus();
  return {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cpus: all.length,
    memory_gb: Math.round(totalmem() / 1024 ** 3),
    platform: `${process.platform}-${process.arch}`,
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
  };
}
