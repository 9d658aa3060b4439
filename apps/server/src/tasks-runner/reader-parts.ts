/** Which files of the ready-made reader cannot be used, as the engine finds them: asked before a training of texts starts. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ReaderPart } from '@loupe/contract';
import { z } from 'zod';
import { engineEnvironment } from './engine-environment.ts';

const Faults = z.array(
  z.object({ part: ReaderPart, code: z.enum(['reader.missing', 'reader.damaged']), file: z.string() }),
);
export type ReaderFaults = z.infer<typeof Faults>;

/** How long an answer without faults counts: forms ask at every change. */
const keptMs = 60_000;
const kept = new Map<string, number>();

/**
 * Nothing, where all is well or the engine does not answer: what ails the engine is said by the training. Faults are looked
 * for again each time, so that they are gone once a person has mended them.
 */
export async function readReaderFaults(python: string): Promise<ReaderFaults> {
  if (performance.now() < (kept.get(python) ?? 0)) return [];
  try {
    const options = { timeout: 20_000, windowsHide: true, env: engineEnvironment() };
    const { stdout } = await promisify(execFile)(python, ['-m', 'loupe_engine', 'reader'], options);
    const faults = Faults.parse(JSON.parse(stdout));
    if (faults.length === 0) kept.set(python, performance.now() + keptMs);
    return faults;
  } catch {
    return [];
  }
}
