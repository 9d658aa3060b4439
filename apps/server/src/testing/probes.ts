/** For every route of the contract one input that names objects of a world, and what a stranger gets for it. */
import { randomUUID } from 'node:crypto';
import type { api, CallFile, Input, RouteName, Shape } from '@loupe/contract';
import { drawnRect } from './shapes.ts';
import type { World } from './world.ts';

/**
 * `hidden`: as if the objects did not exist, 404. `empty`: a list without them. `ownThing`: names no object, or none
 * that belongs to a person.
 */
export type Stranger = 'hidden' | 'empty' | 'ownThing';
export interface Probe<N extends RouteName> {
  stranger: Stranger;
  input: (world: World) => Input<(typeof api)[N]>;
  /** Own objects mixed with the other's: none of these may work, nor do half. */
  mixed?: (own: World, other: World) => Input<(typeof api)[N]>[];
  files?: (world: World) => CallFile[];
  /** The owner's call takes things away: it gets a world of its own. */
  destroys?: true;
}

const plain = { stranger: 'ownThing', input: () => ({}) } as const;
const page = { stranger: 'empty', input: () => ({}) } as const;
const hidden = <I>(input: (world: World) => I) => ({ stranger: 'hidden' as const, input });
const destroys = <I>(input: (world: World) => I) => ({ ...hidden(input), destroys: true as const });
const image = ({ imageIds }: World) => imageIds[0]!;
/** Some images by their ids or a filter, with what else the call needs. */
const chosenImages = <M extends object>(more: M) => {
  const asked = <S>(selection: S) => ({ selection, clientId: randomUUID(), ...more });
  return {
    ...hidden((world) => asked({ ids: [image(world)] })),
    mixed: (own: World, { imageIds, folderId }: World) => [
      asked({ ids: [image(own), imageIds[0]!] }),
      asked({ filter: { folderId } }),
    ],
  };
};
const png = (): CallFile => ({ name: 'new.png', data: new Blob([onePixel], { type: 'image/png' }) });
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const example = ({ imageIds, shapeId }: World) => ({ imageId: imageIds[0]!, shapeId });
const similar = <M extends object>(more: M) => ({
  ...hidden((world) => ({ examples: [example(world)], selection: null, ...more })),
  mixed: (own: World, other: World) => [
    { examples: [example(own), example(other)], selection: null },
    { examples: [example(own)], selection: { ids: [image(other)] } },
    { examples: [example(own)], selection: { filter: { folderId: other.folderId } } },
  ],
});
const put = (shape: Shape) => ({ opId: randomUUID(), kind: 'put', shapeId: shape.id, base: null, shape }) as const;
const thresholds = { confidence: 0.5, nms: 0.5, iou: 0.5 };
const coco = { images: [], annotations: [], categories: [] };
const exportAll = ({ datasetId }: World) => ({ datasetId, format: 'coco' as const, withImages: true });
const foreignFolder = (own: World, other: World) => [
  { ...exportAll(own), folderIds: [own.folderId, other.folderId] },
  { ...exportAll(other), folderIds: [own.folderId] },
];
const wrongSign = { phone: '13800000000', times: '1763683200', sign: '0'.repeat(64) };
const wrongPassword = { oldPassword: 'not-this-1', newPassword: 'fresh-pass-1' };
const newPassword = { phone: '13800000001', code: '000000', password: 'fresh-pass-1', passwordAgain: 'fresh-pass-1' };
const newUser = ({ name, person }: World) => ({
  account: `new_${name}`,
  password: 'first-pass-1',
  roleId: person.roleId,
});

export const probes: { readonly [N in RouteName]: Probe<N> } = {
  // account
  publicConfig: plain,
  login: { stranger: 'ownThing', input: ({ person }) => ({ account: person.account, password: 'not-this-1' }) },
  logout: { ...plain, destroys: true },
  userInfo: plain,
  changePassword: { stranger: 'ownThing', input: () => wrongPassword },
  ssoLogin: { stranger: 'ownThing', input: () => wrongSign },
  oidcStart: plain,
  oidcCallback: plain,
  // my center: of the person who asks, and of nobody else
  profile: plain,
  profileUpdate: { stranger: 'ownThing', input: ({ name }) => ({ accountName: `me_${name}`.slice(0, 30) }) },
  phoneSendCode: { stranger: 'ownThing', input: () => ({ password: 'not-this-1', phone: '13800000001' }) },
  phoneChange: { stranger: 'ownThing', input: () => ({ phone: '13800000001', code: '000000' }) },
  emailSendCode: { stranger: 'ownThing', input: () => ({ password: 'not-this-1' }) },
  emailChange: { stranger: 'ownThing', input: () => ({ password: 'not-this-1', email: 'me@example.com' }) },
  sessionList: plain,
  sessionEnd: { stranger: 'ownThing', input: () => ({ id: 'not-mine' }) },
  sessionEndOthers: plain,
  tokenList: plain,
  tokenAdd: { stranger: 'ownThing', input: () => ({ name: 'robot', scopes: ['read' as const], days: 1 }) },
  tokenRevoke: { stranger: 'ownThing', input: () => ({ id: 999_999_999 }) },
  // registration and forgotten password: without a sender
  registerCheck: { stranger: 'ownThing', input: () => ({ phone: '13800000001' }) },
  registerSendCode: { stranger: 'ownThing', input: () => ({ phone: '13800000001' }) },
  registerSmsSubmit: { stranger: 'ownThing', input: () => ({ ...newPassword, agreed: true as const }) },
  forgetPassCheck: { stranger: 'ownThing', input: () => ({ phone: '13800000001' }) },
  forgetPassSendCode: { stranger: 'ownThing', input: () => ({ phone: '13800000001' }) },
  forgetPassSmsSubmit: { stranger: 'ownThing', input: () => newPassword },
  infoCompletion: {
    stranger: 'ownThing',
    input: () => ({ name: 'Li Wei', company: 'Works', email: 'li@example.com' }),
  },
  agreementInfo: { stranger: 'ownThing', input: () => ({ id: 'productService' as const }) },
  agreementList: plain,
  agreementUpdate: {
    stranger: 'ownThing',
    input: () => ({ id: 'productService' as const, texts: { zh: '协议', en: 'Terms' } }),
  },
  // customers: rights, not ownership; nobody here is one
  customerList: plain,
  customerApprove: { stranger: 'ownThing', input: () => ({ id: 999_999_999 }) },
  customerSetLocked: { stranger: 'ownThing', input: () => ({ id: 999_999_999, locked: true }) },
  customerSendCode: { stranger: 'ownThing', input: () => ({ id: 999_999_999 }) },
  customerResetPassword: { stranger: 'ownThing', input: () => ({ id: 999_999_999, password: 'fresh-pass-1' }) },
  // authority: rights, not ownership, decide here
  userList: plain,
  userAdd: { stranger: 'ownThing', input: newUser },
  roleChoice: plain,
  userUpdate: {
    stranger: 'ownThing',
    input: ({ person, name }) => ({ id: person.id, account: `u_${name}`.slice(0, 30), roleId: person.roleId }),
  },
  // the owner of the world stays: its projects have nobody to take them over
  userDelete: { stranger: 'ownThing', input: ({ person }) => ({ id: person.id }) },
  userSetEnabled: { stranger: 'ownThing', input: ({ person }) => ({ id: person.id, enabled: true }) },
  userResetPassword: {
    stranger: 'ownThing',
    input: ({ person }) => ({ id: person.id, password: 'fresh-pass-1' }),
    destroys: true,
  },
  menuList: plain,
  menuUpdate: {
    stranger: 'ownThing',
    input: () => ({ id: 999_999_999, nameZh: null, nameEn: null, icon: null, visible: true }),
  },
  menuMove: { stranger: 'ownThing', input: () => ({ id: 999_999_999, to: 'up' as const }) },
  roleList: plain,
  roleAdd: { stranger: 'ownThing', input: ({ name }) => ({ name: `r_${name}`.slice(0, 30), permissions: [] }) },
  roleUpdate: {
    stranger: 'ownThing',
    input: ({ name }) => ({ id: 999_999_999, name: `r_${name}`.slice(0, 30), permissions: [] }),
  },
  roleDelete: { stranger: 'ownThing', input: () => ({ id: 999_999_999 }) },
  dashboardInfo: plain,
  dashboardMachine: plain,
  cleanupInfo: plain,
  cleanupUpdate: { stranger: 'ownThing', input: () => ({ enabled: false, days: 30 }) },
  healthInfo: plain,
  // records and help
  auditList: plain,
  auditCsv: plain,
  recordsSetting: plain,
  recordsSettingUpdate: { stranger: 'ownThing', input: () => ({ auditDays: 365, visitDays: 365 }) },
  saveAccess: { stranger: 'ownThing', input: () => ({ path: '/dashboard' }) },
  statistics: { stranger: 'ownThing', input: () => ({ from: '2025-01-01', to: '2025-01-31' }) },
  workbenchSettings: plain,
  workbenchSettingsUpdate: { stranger: 'ownThing', input: () => ({ isSnapping: true }) },
  tourSeen: { stranger: 'ownThing', input: () => ({ tours: ['dashboard' as const] }) },
  // bin
  binList: page,
  binRestore: destroys(({ binId }) => ({ id: binId })),
  binPurge: destroys(({ binId }) => ({ id: binId })),
  binSetting: plain,
  binSettingUpdate: { stranger: 'ownThing', input: () => ({ days: 30 }) },
  // projects
  projectList: page,
  projectInfo: hidden(({ projectId }) => ({ id: projectId })),
  projectAdd: { stranger: 'ownThing', input: ({ name }) => ({ family: 'detection', name: `new_${name}` }) },
  projectUpdate: hidden(({ projectId, name }) => ({ id: projectId, name: `changed_${name}`, description: 'changed' })),
  projectDeletePreview: hidden(({ projectId }) => ({ id: projectId })),
  projectDelete: destroys(({ projectId }) => ({ id: projectId })),
  // sharing
  projectAccess: plain,
  memberList: hidden(({ projectId }) => ({ id: projectId })),
  memberSearch: hidden(({ projectId }) => ({ id: projectId, text: 'a' })),
  memberSet: hidden(({ projectId, person }) => ({ id: projectId, userId: person.id, level: 'viewer' as const })),
  memberRemove: hidden(({ projectId, person }) => ({ id: projectId, userId: person.id })),
  projectLeave: destroys(({ projectId }) => ({ id: projectId })),
  projectHandOver: hidden(({ projectId, person }) => ({ id: projectId, userId: person.id })),
  // data sets
  datasetList: { ...page, mixed: (_own, { projectId }) => [{ projectId }] },
  datasetInfo: hidden(({ datasetId }) => ({ id: datasetId })),
  datasetAdd: hidden(({ projectId, name }) => ({ projectId, name: `more_${name}` })),
  datasetUpdate: hidden(({ datasetId, name }) => ({
    id: datasetId,
    name: `changed_${name}`,
    dataType: 'image',
    setType: 'detection',
  })),
  datasetUsage: hidden(({ datasetId }) => ({ id: datasetId })),
  datasetConflicts: hidden(({ datasetId }) => ({ id: datasetId })),
  datasetDeletePreview: hidden(({ datasetId }) => ({ id: datasetId })),
  datasetDelete: destroys(({ datasetId }) => ({ id: datasetId })),
  labelAdd: hidden(({ datasetId }) => ({ datasetId, name: 'more', color: '#00ff00' })),
  labelUpdate: hidden(({ labelIds }) => ({ id: labelIds[1]!, name: 'renamed', color: '#00ff00' })),
  labelDelete: destroys(({ labelIds }) => ({ id: labelIds[1]! })),
  folderList: page,
  folderChoice: { ...page, mixed: (_own, { projectId, datasetId }) => [{ projectId }, { datasetId }] },
  folderInfo: hidden(({ folderId }) => ({ id: folderId })),
  folderAdd: hidden(({ datasetId }) => ({ datasetId, name: 'more-folders' })),
  folderUpdate: hidden(({ folderId, name }) => ({ id: folderId, name: `changed_${name}`, type: 'general' })),
  folderDeletePreview: hidden(({ folderId }) => ({ id: folderId })),
  folderDelete: destroys(({ folderId }) => ({ id: folderId })),
  // images
  imageList: hidden(({ folderId }) => ({ folderId })),
  imageIds: hidden(({ folderId }) => ({ folderId, from: 0, count: 10 })),
  imageInfo: hidden((world) => ({ id: image(world) })),
  imageNeighbours: hidden((world) => ({ id: image(world) })),
  imageUpload: { ...hidden(({ folderId }) => ({ folderId })), files: () => [png()] },
  folderView: hidden(({ folderId }) => ({ folderId, brightness: 10, contrast: -10 })),
  imageView: hidden((world) => ({ id: image(world), brightness: 10, contrast: -10 })),
  imageDelete: {
    ...destroys(({ imageIds }) => ({ ids: imageIds.slice(0, 2) })),
    mixed: (own, other) => [{ ids: [...own.imageIds, image(other)] }, { filter: { folderId: other.folderId } }],
  },
  imageMove: {
    ...hidden(({ imageIds, folderId }) => ({ selection: { ids: imageIds }, folderId })),
    mixed: (own, other) => [
      { selection: { ids: [...own.imageIds, image(other)] }, folderId: own.folderId },
      { selection: { ids: own.imageIds }, folderId: other.folderId },
      { selection: { filter: { folderId: other.folderId } }, folderId: own.folderId },
    ],
  },
  imageRename: hidden((world) => ({ id: image(world), name: 'renamed.png' })),
  imagePart: {
    ...hidden(({ imageIds }) => ({ selection: { ids: imageIds }, part: 'test' as const })),
    mixed: (own, other) => [{ selection: { ids: [...own.imageIds, image(other)] }, part: 'test' as const }],
  },
  imageSplit: hidden(({ datasetId }) => ({ datasetId, testPercent: 20 })),
  imageFile: hidden((world) => ({ id: image(world) })),
  imageThumb: hidden((world) => ({ id: image(world) })),
  imagePreview: hidden((world) => ({ id: image(world) })),
  imageTile: hidden((world) => ({ id: image(world), level: 0, column: 0, row: 0 })),
  imageDeepTile: hidden((world) => ({ id: image(world), level: 0, column: 0, row: 0 })),
  imageLevels: hidden((world) => ({ id: image(world) })),
  cocoImport: hidden(({ folderId }) => ({ folderId, coco })),
  // annotation
  imageShapes: hidden((world) => ({ imageId: image(world) })),
  datasetCharacters: hidden(({ datasetId }) => ({ datasetId })),
  imageOps: hidden((world) => ({
    imageId: image(world),
    clientId: randomUUID(),
    ops: [put(drawnRect(world.labelIds[0]!))],
  })),
  imageSubmit: hidden((world) => ({ imageId: image(world), clientId: randomUUID() })),
  imagesSubmit: chosenImages({}),
  imageAccept: hidden((world) => ({ imageId: image(world), clientId: randomUUID(), revision: 0 })),
  imageReturn: hidden((world) => ({ imageId: image(world), clientId: randomUUID(), revision: 0, remark: 'again' })),
  imagesDecide: chosenImages({ decision: 'accept' as const }),
  preannotateVersions: hidden(({ datasetId }) => ({ datasetId })),
  preannotateCheck: {
    ...hidden((world) => ({ versionId: world.versionId, selection: { ids: [image(world)] } })),
    mixed: (own, other) => [
      { versionId: own.versionId, selection: { ids: [image(own), image(other)] } },
      { versionId: other.versionId, selection: { ids: [image(own)] } },
      { versionId: own.versionId, selection: { filter: { folderId: other.folderId } } },
    ],
  },
  similarExamples: {
    ...hidden((world) => ({ examples: [example(world)] })),
    mixed: (own, other) => [{ examples: [example(own), example(other)] }],
  },
  similarCheck: similar({}),
  similarAdd: similar({ scope: 'all' as const }),
  preannotateAdd: {
    ...hidden(({ versionId, folderId }) => ({ versionId, selection: { filter: { folderId } }, scope: 'all' as const })),
    mixed: (own, other) => [
      { versionId: own.versionId, selection: { ids: [image(own), image(other)] } },
      { versionId: other.versionId, selection: { filter: { folderId: own.folderId } } },
    ],
  },
  imagePropose: {
    ...hidden((world) => ({ imageId: image(world), versionId: world.versionId })),
    mixed: (own, other) => [
      { imageId: image(own), versionId: other.versionId },
      { imageId: image(other), versionId: own.versionId },
    ],
  },
  imageUncertain: hidden((world) => ({ imageId: image(world) })),
  imageHistory: hidden((world) => ({ imageId: image(world), before: null })),
  imageAt: hidden((world) => ({ imageId: image(world), seq: 0 })),
  imageOpsAfter: hidden((world) => ({ imageId: image(world), seq: 0 })),
  // models
  modelList: { ...page, mixed: (_own, { projectId }) => [{ projectId }] },
  modelInfo: hidden(({ modelId }) => ({ id: modelId })),
  modelAdd: hidden(({ projectId, name }) => ({ projectId, planName: `more_${name}`, functionName: 'find' })),
  modelUpdate: hidden(({ modelId, name }) => ({ id: modelId, planName: `changed_${name}`, functionName: 'find' })),
  modelDeletePreview: hidden(({ modelId }) => ({ id: modelId })),
  modelDelete: destroys(({ modelId }) => ({ id: modelId })),
  versionList: { ...page, mixed: (_own, { modelId }) => [{ modelId }] },
  versionInfo: hidden(({ versionId }) => ({ id: versionId })),
  versionProbes: hidden(({ versionId }) => ({ id: versionId })),
  versionThresholds: hidden(({ versionId }) => ({ id: versionId, thresholds })),
  versionOnnx: hidden(({ versionId }) => ({ id: versionId })),
  // tasks
  taskList: { ...page, mixed: (_own, { modelId, projectId }) => [{ modelId }, { projectId }] },
  taskInfo: hidden(({ trainTaskId }) => ({ id: trainTaskId })),
  taskWeights: hidden(({ trainTaskId }) => ({ id: trainTaskId, epoch: 1 })),
  taskSeries: hidden(({ trainTaskId }) => ({ id: trainTaskId })),
  taskLines: hidden(({ trainTaskId }) => ({ id: trainTaskId })),
  taskAct: destroys(({ queuedTaskId }) => ({ id: queuedTaskId, action: 'cancel' as const })),
  // foreign tasks are in it as numbers only, and allData alone reorders; tested with the tasks
  taskQueue: plain,
  taskReorder: { stranger: 'ownThing', input: ({ queuedTaskId }) => ({ id: queuedTaskId, beforeId: null }) },
  taskDelete: destroys(({ stoppedTaskId }) => ({ id: stoppedTaskId })),
  trainCheck: {
    ...hidden(({ modelId, folderId }) => ({ modelId, folderIds: [folderId], params: {} })),
    mixed: (own, other) => [
      { modelId: own.modelId, folderIds: [own.folderId, other.folderId], params: {} },
      { modelId: other.modelId, folderIds: [own.folderId], params: {} },
      { modelId: own.modelId, folderIds: [own.folderId], validationFolderIds: [other.folderId], params: {} },
    ],
  },
  trainAdd: {
    ...hidden(({ modelId, folderId }) => ({ modelId, folderIds: [folderId], params: {}, confirmed: true })),
    mixed: (own, other) => [
      { modelId: own.modelId, folderIds: [own.folderId, other.folderId], params: {}, confirmed: true },
      { modelId: other.modelId, folderIds: [own.folderId], params: {}, confirmed: true },
      {
        modelId: own.modelId,
        folderIds: [own.folderId],
        validationFolderIds: [other.folderId],
        params: {},
        confirmed: true,
      },
    ],
  },
  testCheck: {
    ...hidden(({ versionId, folderId }) => ({ versionId, folderIds: [folderId] })),
    mixed: (own, other) => [
      { versionId: own.versionId, folderIds: [own.folderId, other.folderId] },
      { versionId: other.versionId, folderIds: [own.folderId] },
    ],
  },
  testAdd: {
    ...hidden(({ versionId, folderId }) => ({ versionId, folderIds: [folderId] })),
    mixed: (own, other) => [
      { versionId: own.versionId, folderIds: [own.folderId, other.folderId] },
      { versionId: other.versionId, folderIds: [own.folderId] },
    ],
  },
  testSummary: hidden(({ testTaskId }) => ({ taskId: testTaskId })),
  testImages: hidden(({ testTaskId }) => ({ taskId: testTaskId })),
  testImage: {
    ...hidden((world) => ({ taskId: world.testTaskId, imageId: image(world) })),
    mixed: (own, other) => [
      { taskId: own.testTaskId, imageId: image(other) },
      { taskId: other.testTaskId, imageId: image(own) },
    ],
  },
  // uploads: of their owner alone, whatever else others may see
  uploadAdd: hidden(({ folderId }) => ({ folderId, name: 'lot.zip', format: 'zip' as const, bytes: 10 })),
  uploadList: plain,
  uploadInfo: hidden(({ uploadId }) => ({ id: uploadId })),
  uploadImport: hidden(({ uploadId }) => ({ id: uploadId, mapping: [] })),
  uploadRetry: hidden(({ uploadId }) => ({ id: uploadId })),
  uploadReport: hidden(({ uploadId }) => ({ id: uploadId })),
  uploadCancel: destroys(({ uploadId }) => ({ id: uploadId })),
  uploadClear: { ...plain, destroys: true },
  exportCheck: { ...hidden(exportAll), mixed: foreignFolder },
  exportAdd: { ...hidden(exportAll), mixed: foreignFolder },
  exportList: { ...page, mixed: (_own, { datasetId }) => [{ datasetId }] },
  exportCancel: destroys(({ exportTaskId }) => ({ id: exportTaskId })),
  exportDelete: destroys(({ exportTaskId }) => ({ id: exportTaskId })),
  exportLink: hidden(({ exportTaskId }) => ({ id: exportTaskId })),
  // a link is bound to its person; tested with the exports
  exportFile: { stranger: 'ownThing', input: () => ({ token: 'x'.repeat(43) }) },
  testTable: hidden(({ testTaskId }) => ({ taskId: testTaskId })),
  testPeers: hidden(({ testTaskId }) => ({ taskId: testTaskId })),
  // online
  onlineList: page,
  onlineInfo: hidden(({ entryId }) => ({ id: entryId })),
  onlineAdd: hidden(({ versionId, name }) => ({ name: `more_${name}`, versionId, confirmed: true })),
  onlineUpdate: {
    ...hidden(({ entryId, versionId, name }) => ({
      id: entryId,
      name: `changed_${name}`,
      versionId,
      thresholds,
      enabled: true,
    })),
    mixed: (own, other) => [{ id: own.entryId, name: own.name, versionId: other.versionId, thresholds, enabled: true }],
  },
  onlineDelete: destroys(({ entryId }) => ({ id: entryId })),
  onlineKeyCreate: hidden(({ entryId }) => ({ id: entryId })),
  onlineKeyRevoke: hidden(({ entryId }) => ({ id: entryId })),
  onlineDetect: { ...hidden(({ entryId }) => ({ entryId })), files: () => [png()] },
  onlineDetectByKey: { ...plain, files: () => [png()] },
  onlineRecords: hidden(({ entryId }) => ({ entryId })),
  onlineRecord: hidden(({ recordId }) => ({ id: recordId })),
  onlineRecordFile: hidden(({ recordId }) => ({ id: recordId })),
  onlineRecordThumb: hidden(({ recordId }) => ({ id: recordId })),
  // codes by SMS
  smsState: plain,
  smsTest: { stranger: 'ownThing', input: () => ({ phone: '13800138000' }) },
  // sockets
  socketTicket: plain,
  socketMissed: { stranger: 'ownThing', input: () => ({ afterSeq: 0 }) },
};
