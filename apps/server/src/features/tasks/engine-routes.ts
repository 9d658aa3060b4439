/** The engine's side door (protocol v 1): plain JSON and HTTP statuses, an attempt's own token, behind its fence. */
import { createReadStream } from 'node:fs';
import { timingSafeEqual } from 'node:crypto';
import { Report, reportLimits, Sha256, type ReportAnswer } from '@loupe/contract';
import { and, desc, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../core/services.ts';
import { applyEvents } from '../../tasks-runner/apply.ts';
import { hashToken } from '../../core/hash.ts';
import { isThere } from '../../tasks-runner/run-folder.ts';
import { snapshot, snapshotImage } from '../../tables/models.ts';
import { attempt, task } from '../../tables/tasks.ts';

const Place = z.object({
  task: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  attempt: z.coerce.number().int().min(1).max(1_000_000),
});
const base = '/engine/v1/attempts/:task/:attempt';
/** Room for a few lines beyond the batch that the protocol allows. */
const bodyLimit = 2 * reportLimits.bytes;

const statuses = { unauthorised: 401, fenced: 409, gone: 410, invalid: 400 } as const;
type Refusal = keyof typeof statuses;

const refuse = (reply: FastifyReply, why: Refusal) => reply.code(statuses[why]).send({ v: 1, error: why });

interface Attempt {
  taskId: number;
  n: number;
}

/** The attempt that the request may speak for, or why not. */
async function admit(services: Services, request: FastifyRequest): Promise<Attempt | Refusal> {
  const place = Place.safeParse(request.params);
  if (!place.success) return 'gone';
  const { task: taskId, attempt: n } = place.data;
  const [latest] = await services.db
    .select({ n: attempt.n, hash: attempt.tokenHash, endedAs: attempt.endedAs })
    .from(attempt)
    .where(eq(attempt.taskId, taskId))
    .orderBy(desc(attempt.n))
    .limit(1);
  if (!latest || latest.n < n) return 'gone';
  if (latest.n > n) return 'fenced';
  if (latest.endedAs !== null || latest.hash === null) return 'gone';
  const token = /^Bearer ([0-9a-f]{64})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(hashToken(token), latest.hash) ? { taskId, n } : 'unauthorised';
}

async function takeReport(services: Services, place: Attempt, request: FastifyRequest, reply: FastifyReply) {
  const report = Report.safeParse(request.body);
  if (!report.success) return refuse(reply, 'invalid');
  const applied = await applyEvents(services, place.taskId, place.n, report.data.from, report.data.events);
  if (applied.is !== 'ok') return refuse(reply, applied.is);
  const { ack, desired } = applied;
  return reply.send({ v: 1, ack, desired, lease_s: reportLimits.leaseSeconds } satisfies ReportAnswer);
}

/** True for the manifest and the images of the task's snapshot. */
async function isOfTask({ db }: Services, taskId: number, sha256: string): Promise<boolean> {
  const [row] = await db
    .select({ id: snapshot.id, manifest: snapshot.manifestSha256 })
    .from(task)
    .innerJoin(snapshot, eq(snapshot.id, task.snapshotId))
    .where(eq(task.id, taskId));
  if (!row) return false;
  if (row.manifest === sha256) return true;
  const [image] = await db
    .select({ id: snapshotImage.imageId })
    .from(snapshotImage)
    .where(and(eq(snapshotImage.snapshotId, row.id), eq(snapshotImage.sha256, sha256)))
    .limit(1);
  return image !== undefined;
}

async function sendBlob(services: Services, place: Attempt, request: FastifyRequest, reply: FastifyReply) {
  const sha256 = Sha256.safeParse((request.params as { sha256?: string }).sha256);
  const file = sha256.success ? services.blobs.path(sha256.data) : '';
  if (!sha256.success || !(await isOfTask(services, place.taskId, sha256.data)) || !(await isThere(file))) {
    return reply.code(404).send({ v: 1, error: 'notFound' });
  }
  return reply.type('application/octet-stream').send(createReadStream(file));
}

/** Its own scope: bodies are read and failures answered in the engine's way, not in the envelope's. */
export async function bindEngine(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
      try {
        done(null, JSON.parse(body as string));
      } catch {
        done(null, undefined);
      }
    });
    scope.setErrorHandler((error, request, reply) => {
      const status = (error as { statusCode?: number }).statusCode ?? 503;
      services.log.warn({ error, url: request.url.split('?')[0] }, "an engine's request failed");
      // 503: the engine trains on and tries again
      return reply.code(status >= 400 && status < 500 ? status : 503).send({ v: 1, error: 'failed' });
    });
    const admitted = new WeakMap<FastifyRequest, Attempt>();
    // before the body: nobody may make the server read what they may not send
    scope.addHook('onRequest', async (request, reply) => {
      const place = await admit(services, request);
      if (typeof place === 'string') return refuse(reply, place);
      admitted.set(request, place);
    });
    scope.post(`${base}/report`, { bodyLimit }, (request, reply) =>
      takeReport(services, admitted.get(request)!, request, reply),
    );
    scope.get(`${base}/blobs/:sha256`, (request, reply) => sendBlob(services, admitted.get(request)!, request, reply));
  });
}
