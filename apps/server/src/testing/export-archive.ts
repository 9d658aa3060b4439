/** Runs an export with its images in the test's own process, and fetches the zip as the browser does. */
import { api, type ExportFormat } from '@loupe/contract';
import { exportKind } from '../features/transfers/exports/index.ts';
import type { TestServer } from './app.ts';
import { runNext } from './jobs.ts';
import type { TestPerson } from './people.ts';

export async function exportArchive(
  server: TestServer,
  person: TestPerson,
  { datasetId, format }: { datasetId: number; format: ExportFormat },
): Promise<Buffer> {
  const call = server.as(person);
  const { id } = await call(api.exportAdd, { datasetId, format, withImages: true });
  await runNext(server.services, 'export', exportKind);
  const { url } = await call(api.exportLink, { id });
  return (await server.app.inject({ method: 'GET', url, headers: { authorization: person.token } })).rawPayload;
}
