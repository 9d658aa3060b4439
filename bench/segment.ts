/**
 * Instance segmentation: mask AP50 on bsdata at 320 px, n, from our own backbone and from what the form begins with, beside
 * yolov8n-seg from scratch after as many images (`LOUPE_PEER_PYTHON`, see `peer_segment.py`); masks of unseen drawn rings with
 * their holes; and what masks cost in the graph. Each training is a cell kept in `bench/figures/segment/cells.jsonl`, or in the
 * folder that LOUPE_SEGMENT_CELLS names.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { figure, mean, python, root, type Bench, type Figure } from './bench.ts';
import { cellsOf, originsOf } from './cells.ts';

const [own, imagenet, peer] = ['own', 'imagenet', 'yolov8n-seg'] as const;
/** What the form offers for this set, beside its default backbone. */
const offered = 'small-fine';
const set = 'bsdata';
/** Epochs of bsdata, and drawn images and epochs of rings. */
const lengths = { quick: 12, full: 60 };
const rings = { images: 40, epochs: 120 };

interface Found {
  mask_ap50: number;
  mask_ap: number;
  box_ap50: number;
  boundary_f: number | null;
  area_error: number | null;
  images: number;
  cpu_s: number;
}
interface Cell {
  arm: string;
  epochs: number;
  seed: number;
  found: Found;
}
const kept = cellsOf<Cell>('segment', 'LOUPE_SEGMENT_CELLS');

/** The last line of a Python program of this folder. */
function answerOf<T>(program: string, file: string, ...args: readonly (string | number)[]): T {
  const output = execFileSync(program, [path.join(root, 'bench', file), ...args.map(String)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
    env: { ...process.env, PYTHONPATH: path.join(root, 'engine') },
  });
  return JSON.parse(output.trimEnd().split('\n').at(-1)!) as T;
}

const isOf =
  (arm: string, epochs: number) =>
  (cell: Cell): boolean =>
    cell.arm === arm && cell.epochs === epochs;

function measure(epochs: number, seeds: number): void {
  const interpreter = process.env.LOUPE_PEER_PYTHON;
  if (!interpreter) console.log('peer: not measured (LOUPE_PEER_PYTHON names no Python with Ultralytics)');
  for (let seed = 1; seed <= seeds; seed++)
    for (const arm of [own, imagenet, offered, ...(interpreter ? [peer] : [])]) {
      if (kept.all().some((cell) => isOf(arm, epochs)(cell) && cell.seed === seed)) continue;
      const found =
        arm === peer
          ? answerOf<Found>(interpreter!, 'peer_segment.py', set, epochs, seed)
          : answerOf<Found | null>(python, 'segment.py', 'cell', arm, set, epochs, seed);
      if (!found) return console.log(`${set} is not there`);
      kept.add({ arm, epochs, seed, found });
      console.log(`${arm} ${epochs} epochs, seed ${seed}: mask AP50 ${found.mask_ap50.toFixed(3)}`);
    }
}

async function runBench({ quick }: { readonly quick: boolean }): Promise<Record<string, Figure>> {
  const epochs = quick ? lengths.quick : lengths.full;
  measure(epochs, quick ? 1 : 3);
  const cells = kept.all();
  const of = (arm: string, key: 'mask_ap50' | 'mask_ap' | 'box_ap50') => {
    const values = cells.filter(isOf(arm, epochs)).map(({ found }) => found[key]);
    return values.length > 0 ? mean(values) : undefined;
  };
  const figures: Record<string, Figure> = {};
  const theirs = of(peer, 'mask_ap50');
  for (const [arm, goal] of [
    [own, '>= 1.1'],
    [imagenet, '>= 1.5'],
    [offered, '>= 1.5'],
  ] as const) {
    const ap50 = of(arm, 'mask_ap50');
    if (ap50 === undefined) continue;
    figures[`mask_ap50_${set}_${arm}`] = figure(ap50, '', theirs ? { peer: theirs, goal } : {});
    figures[`mask_ap_${set}_${arm}`] = figure(of(arm, 'mask_ap')!, '');
    figures[`box_ap50_${set}_${arm}`] = figure(of(arm, 'box_ap50')!, '');
  }
  if (theirs !== undefined) figures[`mask_ap50_${set}_${peer}`] = figure(theirs, '');
  const drawn = answerOf<Record<'iou_ring' | 'iou_bar', number>>(
    python,
    'segment.py',
    'rings',
    rings.images,
    rings.epochs,
    1,
  );
  figures['iou_ring'] = figure(drawn.iou_ring, '', { goal: '>= 0.95' });
  figures['iou_bar'] = figure(drawn.iou_bar, '');
  const ms = answerOf<Record<'detect_ms' | 'segment_ms' | 'fine_ms', number>>(python, 'segment.py', 'graph');
  figures['graph_ms_640'] = figure(ms.segment_ms, 'ms');
  figures['graph_over_detector'] = figure(ms.segment_ms / ms.detect_ms, '×', { goal: '<= 1.25' });
  figures['graph_over_detector_fine'] = figure(ms.fine_ms / ms.detect_ms, '×');
  console.log(`Measured: ${originsOf(cells)}`);
  return figures;
}

export const bench: Bench = {
  title:
    'instance segmentation: mask AP50 beside yolov8n-seg, drawn rings, cost of the graph (--quick: an hour of CPU)',
  run: runBench,
};
