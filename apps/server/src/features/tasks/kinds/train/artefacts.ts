/** What an engine left behind in its run folder: announced, compared by hash, and put among the blobs. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { cutText, EngineReport } from '@loupe/contract';
import { and, eq } from 'drizzle-orm';
import type { Services } from '../../../../core/services.ts';
import { ofToday } from '../../../../predictions/index.ts';
import { blob } from '../../../../tables/datasets.ts';
import { taskEvent } from '../../../../tables/tasks.ts';
import { Unusable } from '../../../../tasks-runner/finishing.ts';
import { causeOf, type AttemptRow } from '../../../../tasks-runner/outcome.ts';
import { engineFile, runFolder } from '../../../../tasks-runner/run-folder.ts';

export interface Artefact {
  role: string;
  path: string;
  bytes: number;
  sha256: string;
}
export const exportFailed = (why: string) => new Unusable(causeOf('export.failed', { why }));

export async function artefactsOf(services: Services, { taskId, n }: AttemptRow): Promise<Map<string, Artefact>> {
  const rows = await services.db
    .select({ body: taskEvent.body })
    .from(taskEvent)
    .where(and(eq(taskEvent.taskId, taskId), eq(taskEvent.attempt, n), eq(taskEvent.kind, 'artefact')))
    .orderBy(taskEvent.id);
  return new Map(rows.map(({ body }) => [(body as Artefact).role, body as Artefact]));
}

/** The graph that an attempt made, where it lies in its run folder whole; undefined after that was tidied, or in another place. */
export async function graphLeft(
  services: Services,
  completed: AttemptRow,
): Promise<{ file: string; sha256: string } | undefined> {
  const artefact = (await artefactsOf(services, completed)).get('onnx');
  const { data } = services.config;
  const file = artefact && (await engineFile(data, runFolder(data, completed.taskId, completed.n), artefact.path));
  const there = file && (await stat(file).catch(() => undefined));
  return there && there.size === artefact?.bytes ? { file, sha256: artefact.sha256 } : undefined;
}

/** Puts an artefact among the blobs after its hash was compared. */
export async function store(services: Services, folder: string, artefact: Artefact | undefined, role: string) {
  if (!artefact) throw exportFailed(`the engine made no ${role}`);
  const file = await engineFile(services.config.data, folder, artefact.path);
  if (!file) throw exportFailed(`${role} lies outside the run folder`);
  const stored = await services.blobs.put(createReadStream(file)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? exportFailed(`${role} is missing`) : error;
  });
  if (stored.sha256 !== artefact.sha256) throw exportFailed(`the hash of ${role} is wrong`);
  await services.db
    .insert(blob)
    .values({ sha256: stored.sha256, bytes: stored.bytes, mime: 'application/octet-stream' })
    .onConflictDoNothing();
  return stored.sha256;
}

export async function readReport(
  services: Services,
  folder: string,
  artefact: Artefact | undefined,
): Promise<EngineReport> {
  const file = artefact && (await engineFile(services.config.data, folder, artefact.path));
  if (!file) throw exportFailed('the engine made no report');
  try {
    return EngineReport.parse(ofToday(JSON.parse(await readFile(file, 'utf8')) as object));
  } catch (error) {
    throw exportFailed(`the report cannot be read: ${cutText((error as Error).message, 200)}`);
  }
}
