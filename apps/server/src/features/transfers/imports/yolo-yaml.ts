/** The data.yaml of a YOLO data set: names of classes, and the directories of its parts. Pure. */
import { FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml';
import { FileFault } from '../formats/format.ts';
import type { Purpose } from './layout.ts';

export interface DataYaml {
  /** By index, with gaps where the file has them. */
  names: string[];
  /** The directory that the places of the parts are below, as the file says. */
  root: string;
  /** Directories and lists of images, as the file names them. */
  parts: { place: string; type: Purpose }[];
}

const typeOf = { train: 'train', val: 'validation', valid: 'validation', test: 'test' } as const;
const highestIndex = 10_000;

/** Programs write a list, or a name for each number. */
function namesIn(value: unknown): string[] {
  const names: string[] = [];
  for (const [index, name] of Object.entries(typeof value === 'object' && value !== null ? value : {}))
    if (/^\d+$/.test(index) && Number(index) < highestIndex && typeof name === 'string') names[Number(index)] = name;
  return names;
}

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one) => typeof one === 'string');

/** Throws `FileFault`. Every scalar is read as the text that it is: a class may be called 007 or no. */
export function readDataYaml(text: string): DataYaml {
  if (text.trim() === '') return { names: [], root: '', parts: [] };
  let file: unknown;
  try {
    // js-yaml 5 refuses a bracket that closes at the beginning of a line, as many of these files have it
    file = load(text, { schema: FAILSAFE_SCHEMA, json: true });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new FileFault('annotationFile.why.yaml', { line: (error.mark?.line ?? 0) + 1 });
  }
  const all = (typeof file === 'object' && file !== null ? file : {}) as Record<string, unknown>;
  return {
    names: namesIn(all['names']),
    root: textsIn(all['path'])[0] ?? '',
    parts: Object.entries(typeOf).flatMap(([key, type]) => textsIn(all[key]).map((place) => ({ place, type }))),
  };
}
