/** Sends an archive as the browser does, and runs its import in the test's own process. */
import {
  api,
  uploadUrl,
  type Call,
  type FolderPlan,
  type ImportReport,
  type Upload,
  type UploadFormat,
} from '@loupe/contract';
import { importKind } from '../features/transfers/imports/index.ts';
import type { TestServer } from './app.ts';
import { zipOf } from './archives.ts';
import { drawPng } from './images.ts';
import { runNext } from './jobs.ts';
import type { TestPerson } from './people.ts';

export interface Sent {
  folderId: number;
  bytes: Buffer;
  format?: UploadFormat;
  folders?: FolderPlan;
}

/** An image with a box of each class, in COCO: its import waits until somebody says what the classes are. */
export async function archiveOfClasses(classes: readonly string[]): Promise<Buffer> {
  const coco = {
    images: [{ id: 1, file_name: 'a.png' }],
    categories: classes.map((name, i) => ({ id: i + 1, name })),
    annotations: classes.map((_, i) => ({ id: i + 1, image_id: 1, category_id: i + 1, bbox: [1, 1, 5, 5] })),
  };
  return zipOf([
    { name: 'a.png', data: await drawPng() },
    { name: 'coco.json', data: JSON.stringify(coco) },
  ]);
}

/** All bytes are here, and the import is queued. */
export async function sendArchive(
  server: TestServer,
  person: TestPerson,
  { folderId, bytes, format = 'zip', folders = 'one' }: Sent,
): Promise<string> {
  const call = server.as(person);
  const named = { folderId, name: `lot.${format}`, format, bytes: bytes.length, folders };
  const { id } = await call(api.uploadAdd, named);
  const headers = {
    authorization: person.token,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  const sent = await server.app.inject({ method: 'PATCH', url: uploadUrl(id), headers, payload: bytes });
  if (sent.statusCode !== 204) throw new Error(`the upload was answered ${sent.statusCode}: ${sent.body}`);
  return id;
}

interface Imported {
  upload: Upload;
  report: ImportReport;
}

const outcomeOf = async (call: Call, id: string): Promise<Imported> => ({
  upload: await call(api.uploadInfo, { id }),
  report: await call(api.uploadReport, { id }),
});

export async function importArchive(server: TestServer, person: TestPerson, sent: Sent): Promise<Imported> {
  const id = await sendArchive(server, person, sent);
  await runNext(server.services, 'import', importKind);
  return outcomeOf(server.as(person), id);
}

/** As `importArchive`, of an archive with annotations: each class that the import asks about becomes a label of its name. */
export async function importAnnotated(server: TestServer, person: TestPerson, sent: Sent): Promise<Imported> {
  const call = server.as(person);
  const id = await sendArchive(server, person, sent);
  await runNext(server.services, 'import', importKind);
  const { inspection } = await call(api.uploadInfo, { id });
  if (inspection!.classes.length > 0) {
    const mapping = inspection!.classes.map(({ name }) => ({ name, target: { to: 'new', name } as const }));
    await call(api.uploadImport, { id, mapping });
    await runNext(server.services, 'import', importKind);
  }
  return outcomeOf(call, id);
}
