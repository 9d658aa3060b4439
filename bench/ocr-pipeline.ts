/**
 * Parts of bench ocr: whether Node reads what the engine reads (`text_flips`), and whether the whole of it, from a file to
 * texts, gives what the package rapidocr gives with the same weights (`pipeline_equal`).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ofType, type TextThresholds } from '@loupe/contract';
import { findAndRead } from '../apps/server/src/families/ocr/find-and-read.ts';
import { createPool, predictChain, type Inference, type Network } from '../apps/server/src/inference/index.ts';
import { graphModules } from '../apps/server/src/predictions/index.ts';
import { figure, python, root, type Figure } from './bench.ts';
import { fiveTextsFigures } from './ocr-five.ts';

/** Sets whose test parts are read, and the longest side that images are scaled to. */
const sets = [
  { name: 'ocr-synthetic', size: 640 },
  { name: 'ocr-sroie', size: 960 },
] as const;
const thresholds: TextThresholds = { binary: 0.3, box: 0.5, unclip: 1, edgeCut: 0, textScore: 0.5, rules: [] };
/** As the product compares texts. */
const comparedText = (text: string, isCaseFree: boolean): string => {
  const folded = text.normalize('NFKC').replaceAll(/^ +| +$/g, '');
  return isCaseFree ? folded.toLowerCase() : folded;
};
type Bounds = readonly [left: number, top: number, right: number, bottom: number];
function boundsOf(quad: readonly number[]): Bounds {
  const [xs, ys] = [0, 1].map((axis) => quad.filter((_, i) => i % 2 === axis)) as [number[], number[]];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
const areaOf = ([left, top, right, bottom]: Bounds): number => Math.max(0, right - left) * Math.max(0, bottom - top);
/** Of the bounds, in 0…1: lines of print lie level, and only whether it is the same line is asked. */
function overlapOf(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [boundsOf(one), boundsOf(other)];
  const both = areaOf([Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]);
  return both / Math.max(areaOf(a) + areaOf(b) - both, 1);
}
const sameLine = 0.5;
/** A Python that has rapidocr with its dependencies; without one the comparison is left out. */
const peer = process.env['LOUPE_PEER_RAPIDOCR'];

interface Read {
  quad: number[];
  text: string;
  score: number;
}
interface EngineRead {
  set: string;
  path: string;
  width: number;
  height: number;
  quad: number[];
  truth: string;
  text: string;
  firm: boolean;
}

const outputOf = (command: string, args: readonly string[]): string[] =>
  execFileSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: path.join(root, 'engine') },
  })
    .trimEnd()
    .split('\n');
const engine = <T>(...args: readonly string[]): T =>
  JSON.parse(outputOf(python, [path.join(root, 'bench/ocr_read.py'), ...args]).at(-1)!) as T;

const networksIn = (folder: string, hashes: Readonly<Record<'det' | 'rec', string>>): [Network, Network] => [
  { recipe: 'textdet', params: {}, onnxPath: path.join(folder, 'det.onnx'), sha256: hashes.det },
  { recipe: 'textrec', params: {}, onnxPath: path.join(folder, 'rec.onnx'), sha256: hashes.rec },
];

/** What Node reads in corners on an image, as the second stage does. */
async function readIn(inference: Inference, network: Network, file: string, image: Size, quads: number[][]) {
  const stage = { ordinal: 1, recipe: network.recipe, params: {} };
  const items = quads.map((quad) => ({ quad, score: 1, text: null, textScore: null, charScores: [] }));
  const whole = { region: { x: 0, y: 0, ...image }, prediction: { type: 'texts' as const, items } };
  const regions = findAndRead.regionsOf(stage, [whole], image);
  const { onnxPath, sha256 } = network;
  const settings = findAndRead.settingsOf(stage, thresholds);
  const asked = { prediction: 'texts' as const, onnxPath, sha256, source: { path: file }, settings };
  const { predictions } = await inference.runRegions(asked, regions);
  return predictions.map((one) => ofType(one, 'texts').items[0]!.text ?? '');
}
interface Size {
  width: number;
  height: number;
}

const byImage = (rows: readonly EngineRead[]): EngineRead[][] => [...Map.groupBy(rows, (row) => row.path).values()];

async function flipsOf(inference: Inference, reader: Network): Promise<{ rows: EngineRead[]; here: string[] }> {
  const rows = engine<EngineRead[]>('read', ...sets.map(({ name }) => name));
  const here: string[] = [];
  for (const image of byImage(rows)) {
    const [{ path: file, width, height }] = image as [EngineRead];
    const quads = image.map(({ quad }) => quad);
    here.push(...(await readIn(inference, reader, file, { width, height }, quads)));
  }
  return { rows, here };
}

async function wholeOf(inference: Inference, networks: readonly Network[], file: string): Promise<Read[]> {
  const answer = await predictChain(inference, findAndRead, networks, thresholds, { source: { path: file } });
  return ofType(answer.prediction, 'texts').items.map(({ quad, text, textScore }) => ({
    quad: [...quad],
    text: text ?? '',
    score: textScore ?? 0,
  }));
}

interface Compared {
  texts: number;
  equal: number;
  differing: string[];
}
/**
 * Texts of both, matched by place. What only one of them has counts as differing; what neither is sure of (below the score
 * under which rapidocr drops a text and Loupe asks a person) does not count.
 */
function compare(ours: readonly Read[], theirs: readonly Read[]): Compared {
  const left = new Set(theirs.keys());
  const found: Compared = { texts: 0, equal: 0, differing: [] };
  const isSure = (...some: (Read | undefined)[]) => some.some((one) => one && one.score >= thresholds.textScore);
  const count = (a: Read | undefined, b: Read | undefined) => {
    if (!isSure(a, b)) return;
    found.texts++;
    if (a && b && comparedText(a.text, false) === comparedText(b.text, false)) found.equal++;
    else found.differing.push(`${a?.text ?? '–'} | ${b?.text ?? '–'}`);
  };
  for (const one of ours) {
    const at = [...left].find((i) => overlapOf(one.quad, theirs[i]!.quad) >= sameLine);
    if (at !== undefined) left.delete(at);
    count(one, at === undefined ? undefined : theirs[at]);
  }
  for (const at of left) count(undefined, theirs[at]);
  return found;
}

const added = (all: readonly Compared[]): Compared => ({
  texts: all.reduce((sum, one) => sum + one.texts, 0),
  equal: all.reduce((sum, one) => sum + one.equal, 0),
  differing: all.flatMap(({ differing }) => differing),
});

function peerReads(size: number, batch: number, files: readonly string[]): Read[][] {
  const args = [path.join(root, 'bench/peer_rapidocr.py'), String(size), String(batch), ...files];
  return outputOf(peer!, args).map((line) => JSON.parse(line) as Read[]);
}

/** Both pipelines on the test part of a set, and rapidocr beside itself with six texts at once. */
async function equalOn(inference: Inference, networks: [Network, Network], rows: readonly EngineRead[], size: number) {
  const images = byImage(rows);
  const files = images.map(([row]) => row!.path);
  const [alone, six] = [peerReads(size, 1, files), peerReads(size, 6, files)];
  const own: Compared[] = [];
  const sameBoxes: Compared[] = [];
  for (const [i, [row]] of images.entries()) {
    const theirs = alone[i]!;
    own.push(compare(await wholeOf(inference, networks, row!.path), theirs));
    const quads = theirs.map(({ quad }) => quad);
    const texts = quads.length === 0 ? [] : await readIn(inference, networks[1], row!.path, row!, quads);
    const read = theirs.map(({ quad, score }, k) => ({ quad, text: texts[k]!, score }));
    sameBoxes.push(compare(read, theirs));
  }
  return { own: added(own), sameBoxes: added(sameBoxes), itself: added(six.map((one, i) => compare(one, alone[i]!))) };
}

const share = ({ equal, texts }: Compared): number => equal / Math.max(1, texts);

async function peerFigures(inference: Inference, folder: string, rows: readonly EngineRead[]) {
  const figures: Record<string, Figure> = {};
  const all: Compared[] = [];
  for (const { name, size } of sets) {
    const mine = rows.filter(({ set }) => set === name);
    if (mine.length === 0) continue;
    const networks = networksIn(folder, engine('export', folder, String(size)));
    const { own, sameBoxes, itself } = await equalOn(inference, networks, mine, size);
    console.log(`${name}: ${own.equal} of ${own.texts} texts as rapidocr; others (ours | theirs):`);
    for (const one of own.differing) console.log(`  ${one}`);
    all.push(own);
    figures[`pipeline_equal_${name}`] = figure(share(own), '');
    figures[`pipeline_equal_same_boxes_${name}`] = figure(share(sameBoxes), '');
    figures[`peer_equal_itself_${name}`] = figure(share(itself), '');
  }
  if (all.length > 0) figures['pipeline_equal'] = figure(share(added(all)), '', { goal: '>= 0.98' });
  return figures;
}

/** Of the ready-made reader as it stands. */
export async function pipelineFigures(): Promise<Record<string, Figure>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-ocr-'));
  const options = { seconds: 1200, memoryMb: 4096, processes: 1, threads: 1, folder, modules: graphModules() };
  const inference = createPool(options);
  try {
    const networks = networksIn(folder, engine('export', folder, String(sets[0].size)));
    const { rows, here } = await flipsOf(inference, networks[1]);
    if (rows.length === 0) {
      console.log('text_flips: NOT MEASURED, no set of texts is under ../shared/data');
      return {};
    }
    const firm = rows.flatMap((row, i) => (row.firm ? [{ row, here: here[i]! }] : []));
    const flipped = firm.filter((one) => one.row.text !== one.here);
    for (const one of flipped) console.log(`${one.row.path}: engine ${one.row.text}, Node ${one.here}`);
    const figures: Record<string, Figure> = {
      text_flips: figure(flipped.length, 'texts', { goal: '<= 0' }),
      text_flips_of: figure(firm.length, 'firm texts', { goal: '>= 200' }),
      text_flips_doubtful: figure(rows.filter((row, i) => !row.firm && row.text !== here[i]).length, 'texts'),
    };
    for (const { name } of sets) {
      const mine = rows.flatMap((row, i) => (row.set === name ? [{ row, here: here[i]! }] : []));
      const isCaseFree = name === 'ocr-sroie';
      const right = mine.filter(
        (one) => comparedText(one.row.truth, isCaseFree) === comparedText(one.here, isCaseFree),
      );
      if (mine.length > 0) figures[`word_${name}_as_it_stands`] = figure(right.length / mine.length, '');
    }
    const drawn = byImage(rows.filter(({ set }) => set === sets[0].name)).map(([row]) => row!.path);
    const countIn = async (file: string) => (await wholeOf(inference, networks, file)).length;
    if (drawn.length > 0) Object.assign(figures, await fiveTextsFigures(drawn, countIn));
    if (peer) Object.assign(figures, await peerFigures(inference, folder, rows));
    else console.log('pipeline_equal: NOT MEASURED, LOUPE_PEER_RAPIDOCR names no Python with rapidocr');
    return figures;
  } finally {
    await inference.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
