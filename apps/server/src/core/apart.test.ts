/** Large work in a process of its own: it answers, and it is ended when it takes too much. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runApart, type ApartLost, type Bounds } from './apart.ts';
import type { Answer, Job } from './fixtures/apart-job.ts';

const entry = path.join(import.meta.dirname, 'fixtures/apart-job.ts');
const plenty: Bounds = { seconds: 120, memoryMb: 1024, env: { PATH: process.env['PATH'] } };
const run = (what: Job['what'], bounds: Partial<Bounds> = {}) =>
  runApart<Answer>(entry, { what }, { ...plenty, ...bounds });
const lost = (work: Promise<unknown>) => work.catch((error: ApartLost) => error.reason);

describe('a job of its own', () => {
  it('is done by another process, which knows nothing that it was not told', async () => {
    const { pid, secret } = await run('answer');
    expect(pid).not.toBe(process.pid);
    expect(secret).toBeNull();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('is ended for the memory and the time that it takes, for a failure, and when nobody wants it any more', async () => {
    const away = new AbortController();
    const unwanted = lost(run('hang', { signal: away.signal }));
    away.abort();
    expect(await unwanted).toBe('aborted');
    expect(await lost(run('answer', { signal: away.signal }))).toBe('aborted');
    expect(await lost(run('grow'))).toBe('memory');
    expect(await lost(run('hang', { seconds: 3 }))).toBe('time');
    expect(await lost(run('fall'))).toBe('crash');
  });
});
