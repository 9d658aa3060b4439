/** NVIDIA's graphics processors, asked by `nvidia-smi` where it is there: with a time limit, and not more often than useful. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Gpu } from '@loupe/contract';

const runFile = promisify(execFile);
const program = 'nvidia-smi';
const fields = ['name', 'utilization.gpu', 'memory.total', 'memory.used'];
const args = [`--query-gpu=${fields.join(',')}`, '--format=csv,noheader,nounits'];
const patienceMs = 3000;
/** Where there is none, or it hangs, it is not asked again for so long. */
const pauseMs = 10 * 60_000;

/** Lines of `nvidia-smi`: name, percent, MiB, MiB. What a card cannot tell is `[N/A]`. */
export function parseGpus(text: string): Gpu[] {
  return text
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))
    .filter((cells) => cells.length === fields.length)
    .map(([name, load, total, used]) => {
      const bytes = (cell: string | undefined) => Math.max(0, Math.round((Number(cell) || 0) * 1024 ** 2));
      const share = Number(load) / 100;
      return {
        name: name!,
        load: Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : null,
        memoryBytes: bytes(total),
        memoryUsedBytes: bytes(used),
      };
    });
}

/** Reads the cards now; empty where there are none. */
export function makeGpuReader(): () => Promise<Gpu[]> {
  let notBefore = 0;
  return async () => {
    if (performance.now() < notBefore) return [];
    try {
      const { stdout } = await runFile(program, args, {
        timeout: patienceMs,
        killSignal: 'SIGKILL',
        windowsHide: true,
      });
      return parseGpus(stdout);
    } catch {
      notBefore = performance.now() + pauseMs;
      return [];
    }
  };
}
