/** A large COCO file is imported by a process of its own: reading, checking and writing would hold up everybody else. */
import path from 'node:path';
import type { CocoReport } from '@loupe/contract';
import { configEnvironment } from '../../config.ts';
import type { Actor } from '../../core/actor.ts';
import { ApartLost, runApart } from '../../core/apart.ts';
import { AppError } from '../../core/errors.ts';
import { makeLane } from '../../core/lane.ts';
import type { Services } from '../../core/services.ts';
import type { CocoAnswer, CocoJob } from './coco-child.ts';

/** Of all imports of this kind: each takes a processor and much of the database's time. */
const lane = makeLane(1);
const childSeconds = 600;
const childMemoryMb = 2048;

/** What the process met, as this one would have thrown it. */
function thrown(failure: Extract<CocoAnswer, { failure: object }>['failure']): Error {
  if (failure.key === null) return Object.assign(new Error(failure.message), failure.fields);
  const { key, code, args } = failure;
  return new AppError(key, { code, args });
}

export function importCocoApart(
  { config }: Pick<Services, 'config'>,
  { userId, account, permissions }: Actor,
  bodyFile: string,
  signal: AbortSignal,
): Promise<CocoReport> {
  const job: CocoJob = { bodyFile, userId, account, permissions: [...permissions] };
  const env = { ...process.env, ...configEnvironment(config) };
  const bounds = { seconds: childSeconds, memoryMb: childMemoryMb, env, signal };
  return lane.run(async () => {
    const entry = path.join(import.meta.dirname, 'coco-child.ts');
    const answer = await runApart<CocoAnswer>(entry, job, bounds).catch((error: unknown) => {
      const tooMuch = error instanceof ApartLost && (error.reason === 'memory' || error.reason === 'time');
      throw tooMuch ? new AppError('coco.memory') : error;
    });
    if ('failure' in answer) throw thrown(answer.failure);
    return answer.report;
  });
}
