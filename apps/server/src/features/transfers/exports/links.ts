/** Links to exported files: 256 random bits, stored hashed, for one person, dead after minutes. */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dataExports, limits, queryUrl } from '@loupe/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../core/actor.ts';
import { attachment } from '../../../core/attachment.ts';
import type { Http } from '../../../core/bind.ts';
import { AppError, found } from '../../../core/errors.ts';
import type { Services } from '../../../core/services.ts';
import { hashToken } from '../../../core/hash.ts';
import { fileOf, ownExport } from './history.ts';
import { exportPath } from './params.ts';
import { exportLink } from '../../../tables/exports.ts';

const gone = (key: 'export.noFile' | 'export.linkExpired') => new AppError(key, { code: 410 });

/** The file as it was written whole; another size than noted means that somebody touched it. */
async function isThere(path: string, bytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.size === bytes;
}

export async function makeLink(
  services: Services,
  actor: Actor,
  id: number,
): Promise<{ url: string; validUntil: string }> {
  const file = fileOf(await ownExport(services, actor, id));
  if (!file || !(await isThere(exportPath(services.config.data, id), file.bytes))) throw new AppError('export.noFile');
  const token = randomBytes(32).toString('base64url');
  const [made] = await services.db
    .insert(exportLink)
    .values({
      tokenHash: hashToken(token),
      taskId: id,
      userId: actor.userId,
      validUntil: sql`clock_timestamp() + make_interval(mins => ${limits.exportLinkMinutes})` as unknown as Date,
    })
    .returning({ validUntil: exportLink.validUntil });
  return { url: queryUrl(dataExports.exportFile, { token }), validUntil: made!.validUntil.toISOString() };
}

export async function sendExport(services: Services, actor: Actor, token: string, { reply }: Http): Promise<null> {
  const [link] = await services.db
    .select({ taskId: exportLink.taskId, isOver: sql<boolean>`${exportLink.validUntil} <= clock_timestamp()` })
    .from(exportLink)
    .where(and(eq(exportLink.tokenHash, hashToken(token)), eq(exportLink.userId, actor.userId)));
  // also where the rights to the project went meanwhile
  const row = await ownExport(services, actor, found(link).taskId);
  if (link!.isOver) throw gone('export.linkExpired');
  const file = fileOf(row);
  const path = exportPath(services.config.data, row.id);
  if (!file || !(await isThere(path, file.bytes))) throw gone('export.noFile');
  void reply.headers({
    'content-type': 'application/zip',
    'content-length': file.bytes,
    'content-disposition': attachment(file.name),
    'referrer-policy': 'no-referrer',
  });
  await reply.send(createReadStream(path));
  return null;
}
