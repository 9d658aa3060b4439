/** Bare loops of ONNX Runtime in Python (infer.py), which our prediction is compared with. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { mean, python, root } from './bench.ts';

export interface Bare {
  cpu_ms: number;
  wall_ms: number;
}
/** One bare loop; it begins when `begin` is called, and its figures come from `end`. */
async function bareLoop(onnx: string, image: string, runs: number) {
  const args = [path.join(root, 'bench/infer.py'), onnx, image, String(runs)];
  const loop = spawn(python, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(loop, 'exit');
  const lines = createInterface({ input: loop.stdout })[Symbol.asyncIterator]();
  for (let line = await lines.next(); line.value !== 'ready'; line = await lines.next())
    if (line.done) throw new Error('the bare loop ended before it began');
  const end = async (): Promise<Bare> => {
    const { value } = await lines.next();
    await ended;
    return JSON.parse(String(value)) as Bare;
  };
  return { begin: () => loop.stdin.end('\n'), end };
}

/** So many bare loops at once over a file, or the files of a folder; for each image. */
export async function bareLoops(onnx: string, image: string, runs: number, loops: number): Promise<Bare> {
  const all = [];
  // one after the other: the first may have to write the network
  for (let i = 0; i < loops; i++) all.push(await bareLoop(onnx, image, runs));
  for (const { begin } of all) begin();
  const found = await Promise.all(all.map(({ end }) => end()));
  return { cpu_ms: mean(found.map((one) => one.cpu_ms)), wall_ms: mean(found.map((one) => one.wall_ms)) };
}
