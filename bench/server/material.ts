/** A project with a data set of labels, and folders with as many images as wanted. */
import { api, type Call } from '@loupe/contract';
import sharp from 'sharp';
import { fillFolder } from './rows.ts';

export interface Material {
  datasetId: number;
  labelIds: number[];
}

const labels = ['scratch', 'dent', 'open', 'short', 'spur'].map((name) => ({ name, color: '#f2545b' }));

export async function addMaterial(call: Call): Promise<Material> {
  const project = await call(api.projectAdd, { family: 'detection', name: 'bench' });
  const set = await call(api.datasetAdd, { projectId: project.id, name: 'bench', labels });
  return { datasetId: set.id, labelIds: set.labels.map((label) => label.id) };
}

const drawn = () =>
  sharp({ create: { width: 2048, height: 1536, channels: 3, background: '#405060' } })
    .jpeg()
    .toBuffer();

/** The id of a folder with one real image, and beside it rows that share its file. */
export async function addFolder(
  { call, databaseUrl }: { call: Call; databaseUrl: string },
  { datasetId }: Material,
  count: number,
): Promise<number> {
  const { id } = await call(api.folderAdd, { datasetId, name: `images-${count}` });
  const data = new Blob([Uint8Array.from(await drawn())]);
  await call(api.imageUpload, { folderId: id }, { files: [{ name: 'first.jpg', data }] });
  await fillFolder(databaseUrl, id, count);
  return id;
}
