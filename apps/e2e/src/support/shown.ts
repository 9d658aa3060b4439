/** One of everything that the screens of a family show, made as quickly as it goes: its versions are not trained. */
import { api, type Call, type CallFile } from '@loupe/contract';
import { boxCorners } from '@loupe/geometry';
import { expect } from '@playwright/test';
import { slowMs } from '../pages/parts.ts';
import { annotateByOps, fileOf, signInByApi, typeByOps } from './client.ts';
import { drawPart } from './parts.ts';
import { drawImages } from './png.ts';
import { admin, serverAddress } from './server.ts';
import { addBoxVersion, addHeatVersion, addReadVersion, fillRecord } from './versions.ts';

export interface Shown {
  /** What its objects are called, or begin with. */
  name: string;
  projectId: number;
  datasetId: number;
  /** By role; `set` where folders have none. */
  folderIds: Record<string, number>;
  modelId: number;
  versionId: number;
  trainId: number;
  testId: number;
  entryId: number;
}

const signedIn = async () => {
  const { call } = await signInByApi(serverAddress, admin.account, admin.password);
  const { user } = await call(api.login, { account: admin.account, password: admin.password });
  return { call, userId: user.id };
};

/** A finished test of the version, and an online entry with a record. */
const addRuns = async (call: Call, modelId: number, versionId: number, folderIds: number[], file: CallFile) => {
  const { list } = await call(api.versionList, { modelId });
  const tested = await call(api.testAdd, { versionId, folderIds });
  const entry = await call(api.onlineAdd, { name: `shown_${modelId}`, versionId, confirmed: true });
  await call(api.onlineDetect, { entryId: entry.id }, { files: [file] });
  await expect
    .poll(async () => (await call(api.taskInfo, { id: tested.id })).state, { timeout: slowMs })
    .toBe('completed');
  return { versionId, trainId: list[0]!.taskId, testId: tested.id, entryId: entry.id };
};

export const addBoxes = async (name: string): Promise<Shown> => {
  const { call, userId } = await signedIn();
  const project = await call(api.projectAdd, { family: 'detection', name: `${name}_line` });
  const named = ['block', 'disc'].map((label) => ({ name: label, color: '#d64545' }));
  const dataset = await call(api.datasetAdd, { projectId: project.id, name: `${name}_set`, labels: named });
  const { labels } = await call(api.datasetInfo, { id: dataset.id });
  const folder = await call(api.folderAdd, { datasetId: dataset.id, name: 'part-01', type: 'test' });
  const drawn = drawImages('shown', 4, 700);
  await call(api.imageUpload, { folderId: folder.id }, { files: drawn.map(fileOf) });
  const { list } = await call(api.imageList, { folderId: folder.id });
  // so many objects that the list of findings has to scroll
  const marks = drawn.flatMap((one) => one.marks);
  for (const image of list) {
    // oxlint-disable-next-line no-await-in-loop
    await annotateByOps(call, image, { ...drawn[0]!, marks }, labels);
  }
  await call(api.folderAdd, { datasetId: dataset.id, name: 'part-02' });
  const gone = await call(api.folderAdd, { datasetId: dataset.id, name: `${name}_gone` });
  await call(api.folderDelete, { id: gone.id });
  const model = await call(api.modelAdd, { projectId: project.id, planName: name, functionName: 'find' });
  const place = { projectId: project.id, modelId: model.id };
  const versionId = await addBoxVersion(
    userId,
    place,
    labels.map(({ id }) => id),
  );
  const runs = await addRuns(call, model.id, versionId, [folder.id], fileOf(drawn[0]!));
  await fillRecord(runs.entryId, 12);
  return { name, ...place, datasetId: dataset.id, folderIds: { set: folder.id }, ...runs };
};

export const addScores = async (name: string): Promise<Shown> => {
  const { call, userId } = await signedIn();
  const project = await call(api.projectAdd, { family: 'anomaly', name: `${name}_parts` });
  const model = await call(api.modelAdd, { projectId: project.id, planName: name, functionName: 'look' });
  const place = { projectId: project.id, modelId: model.id };
  const folderIds: Record<string, number> = {};
  for (const { role, id } of model.datasets) {
    /* oxlint-disable no-await-in-loop -- the two sides, one after the other */
    const folder = (await call(api.folderList, { datasetId: id })).list[0]!;
    const files = [1, 2, 3].map((seed) => fileOf({ name: `${role}_${seed}.png`, png: drawPart(seed, role === 'ng') }));
    await call(api.imageUpload, { folderId: folder.id }, { files });
    folderIds[role!] = folder.id;
    /* oxlint-enable no-await-in-loop */
  }
  const versionId = await addHeatVersion(userId, place);
  const file = fileOf({ name: 'part.png', png: drawPart(9, true) });
  const runs = await addRuns(call, model.id, versionId, Object.values(folderIds), file);
  return { name, ...place, datasetId: model.datasets[0]!.id, folderIds, ...runs };
};

/** What is bright on its images are texts: some are read as they were typed, others not, and one image waits for a person. */
export const addTexts = async (name: string): Promise<Shown> => {
  const { call, userId } = await signedIn();
  const project = await call(api.projectAdd, { family: 'ocr', name: `${name}_texts` });
  const names = { planName: name, functionName: 'read' };
  const model = await call(api.modelAdd, { projectId: project.id, ...names, type: 'text' });
  const place = { projectId: project.id, modelId: model.id };
  const versionId = await addReadVersion(userId, place);
  const folderIds: Record<string, number> = {};
  const drawn = drawImages('shown', 3, 760);
  for (const { role, id } of model.datasets) {
    /* oxlint-disable no-await-in-loop -- both sets, one after the other */
    const folder = (await call(api.folderList, { datasetId: id })).list[0]!;
    const [label] = (await call(api.datasetInfo, { id })).labels;
    await call(api.imageUpload, { folderId: folder.id }, { files: drawn.map(fileOf) });
    const { list } = await call(api.imageList, { folderId: folder.id, sort: 'name' });
    for (const [i, image] of list.slice(1).entries()) {
      const texts = drawn[i + 1]!.marks.map(({ box }, n) => ({ text: n === 0 ? 'CO' : 'CD', quad: boxCorners(box) }));
      await typeByOps(call, image, texts, label!.id);
    }
    await call(api.imagePropose, { imageId: list[0]!.id, versionId });
    folderIds[role!] = folder.id;
    /* oxlint-enable no-await-in-loop */
  }
  const runs = await addRuns(call, model.id, versionId, [folderIds['test']!], fileOf(drawn[0]!));
  return { name, ...place, datasetId: model.datasets[0]!.id, folderIds, ...runs };
};
