/**
 * Training: images a CPU second (network n, 320 px, batch 16) beside yolov8n on the same images. Ours runs before and
 * after the peer, because a machine's speed changes within minutes. The peer runs where
 * `LOUPE_PEER_PYTHON` names a Python with Ultralytics (see ../shared/peers/peer_ultralytics.py); it is never a dependency.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figure, mean, python, root, type Bench } from './bench.ts';

const data = path.resolve(root, '../shared/data/deeppcb');
const peerScript = path.resolve(root, '../shared/peers/peer_ultralytics.py');
const threads = 1;

interface Measured {
  images_per_cpu_s: number;
  dtype?: string;
}

/** Ours with one precision, in a process of its own. */
function ours(steps: number, precision: string): Measured {
  const args = [path.join(root, 'bench/train_step.py'), data, String(steps), String(threads), precision];
  const output = execFileSync(python, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(output.trimEnd().split('\n').at(-1)!) as Measured;
}

/** The peer's figure from its own report; undefined where it is not installed. */
function peer(cpuSeconds: number): number | undefined {
  const interpreter = process.env.LOUPE_PEER_PYTHON;
  if (!interpreter || !existsSync(peerScript)) {
    console.log('peer: not measured (LOUPE_PEER_PYTHON names no Python with Ultralytics)');
    return undefined;
  }
  const out = mkdtempSync(path.join(tmpdir(), 'loupe-peer-'));
  try {
    const options = ['--network', 'yolov8n', '--size', '320', '--batch', '16', '--threads', String(threads)];
    const length = ['--epochs', '1', '--cpu-s', String(cpuSeconds), '--test-images', '1'];
    execFileSync(interpreter, [peerScript, '--data', data, ...options, ...length, '--out', out], { stdio: 'inherit' });
    return (JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8')) as Measured).images_per_cpu_s;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

async function run({ quick }: { readonly quick: boolean }) {
  if (!existsSync(data)) throw new Error('this benchmark needs the images of ../shared/data/deeppcb');
  const steps = quick ? 10 : 20;
  const round = () => ({ fp32: ours(steps, 'fp32'), auto: ours(steps, 'auto') });
  const before = round();
  const theirs = peer(quick ? 30 : 120);
  const after = round();
  const of = (name: 'fp32' | 'auto') => mean([before[name].images_per_cpu_s, after[name].images_per_cpu_s]);
  const goal = before.auto.dtype === 'bfloat16' ? '>= 2.5' : '>= 1.8';
  return {
    images_per_cpu_s: figure(of('auto'), 'images/s', theirs === undefined ? {} : { peer: theirs, goal }),
    images_per_cpu_s_fp32: figure(of('fp32'), 'images/s', theirs === undefined ? {} : { peer: theirs, goal: '>= 1.8' }),
  };
}

export const bench: Bench = {
  title: 'images a CPU second of training (n, 320 px, batch 16), beside yolov8n',
  run,
};
