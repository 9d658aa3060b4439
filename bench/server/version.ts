/** A version that can be tested and used online, written straight into the database of a benchmark's server. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { api } from '@loupe/contract';
import pg from 'pg';
import { localBlobs } from '../../apps/server/src/core/blobs.ts';
import type { RealServer } from './real.ts';

export async function addVersion(
  { call, databaseUrl, folder }: RealServer,
  onnx: string,
  names: readonly string[] = ['scratch', 'dent'],
) {
  const project = await call(api.projectAdd, { family: 'detection', name: 'bench' });
  const labels = names.map((name) => ({ name, color: '#d64545' }));
  const dataset = await call(api.datasetAdd, { projectId: project.id, name: 'bench', labels });
  const { id: folderId } = await call(api.folderAdd, { datasetId: dataset.id, name: 'bench' });
  const model = await call(api.modelAdd, { projectId: project.id, planName: 'bench', functionName: 'front' });
  const blobs = localBlobs(path.join(folder, 'blobs'));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const insert = async (table: string, row: Record<string, unknown>): Promise<number> => {
    const names = Object.keys(row);
    const places = names.map((_, i) => `$${i + 1}`);
    const text = `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) returning *`;
    return Number((await client.query<{ id: number }>(text, Object.values(row))).rows[0]!.id);
  };
  const put = async (bytes: Buffer): Promise<string> => {
    const stored = await blobs.put([bytes]);
    await insert('blob', { sha256: stored.sha256, bytes: stored.bytes, mime: 'application/octet-stream' });
    return stored.sha256;
  };
  try {
    const classes = JSON.stringify(dataset.labels.map(({ id, name, color }) => ({ labelId: id, name, color })));
    const counts = { n_train: 0, n_val: 0, n_test: 0, seed: 0, group_rule: 'none', classes };
    const manifest_sha256 = await put(gzipSync(''));
    const snapshot_id = await insert('snapshot', { project_id: project.id, manifest_sha256, ...counts });
    const params = JSON.stringify({ imageSize: 640 });
    const about = { kind: 'train', project_id: project.id, model_id: model.id, created_by: 1, state: 'completed' };
    const task_id = await insert('task', { ...about, recipe: 'detect', params, snapshot_id });
    const versionId = await insert('version', {
      model_id: model.id,
      project_id: project.id,
      number: 1,
      task_id,
      snapshot_id,
      labels: JSON.stringify(labels),
      thresholds: JSON.stringify({ confidence: 0.25, nms: 0.5, iou: 0.5 }),
      metrics: '{}',
      state: 'ready',
    });
    const onnx_sha256 = await put(await readFile(onnx));
    const stage = { version_id: versionId, ordinal: 0, recipe: 'detect', params, params_v: 1, onnx_sha256 };
    await insert('version_stage', stage);
    return { versionId, folderId, datasetId: dataset.id, labelIds: dataset.labels.map(({ id }) => id) };
  } finally {
    await client.end();
  }
}

/** As if a person had checked every image of the folder and found nothing. */
export async function checkAllEmpty({ databaseUrl }: RealServer, folderId: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`update image set state = 'empty' where folder_id = $1`, [folderId]);
    const counts = `n_annotated = n_images, n_empty = n_images, state = 'annotated'`;
    await client.query(`update folder set ${counts} where id = $1`, [folderId]);
  } finally {
    await client.end();
  }
}
