/** Routes of the anomaly family: its models, and below `/anomaly` what belongs to one of them. */
import type { Scene } from '../../core/scene.tsx';

const common = { family: 'anomaly', entry: 'anomaly' } as const;
const models = 'model/pageList';
const images = 'dataset/picture/pageList';
const handle = 'dataset/picture/handleImg';

export const anomalyScenes: readonly Scene[] = [
  { path: '/anomalyModel/index', screen: 'ModelList', permission: models, ...common },
  { path: '/anomalyModel/add', screen: 'ModelAdd', permission: models, ...common },
  { path: '/anomaly/okImg', screen: 'FolderList', role: 'ok', permission: 'folder/pageList', ...common },
  { path: '/anomaly/okImg/info', screen: 'ImageList', role: 'ok', permission: images, ...common },
  { path: '/anomaly/okImg/handleImg', screen: 'Annotate', role: 'ok', permission: handle, bare: true, ...common },
  { path: '/anomaly/ngImg', screen: 'FolderList', role: 'ng', permission: 'folder/pageList', ...common },
  { path: '/anomaly/ngImg/info', screen: 'ImageList', role: 'ng', permission: images, ...common },
  { path: '/anomaly/ngImg/handleImg', screen: 'Annotate', role: 'ng', permission: handle, bare: true, ...common },
  { path: '/anomaly/exports', screen: 'ExportList', permission: 'dataset/pageList', ...common },
  { path: '/anomaly/train', screen: 'TaskList', kind: 'train', permission: models, ...common },
  { path: '/anomaly/train/add', screen: 'AddSet', kind: 'train', permission: models, ...common },
  { path: '/anomaly/train/result', screen: 'TrainingInfo', kind: 'train', permission: models, ...common },
  { path: '/anomaly/testing', screen: 'TaskList', kind: 'test', permission: models, ...common },
  { path: '/anomaly/testing/add', screen: 'TestAdd', kind: 'test', permission: models, ...common },
  { path: '/anomaly/testing/result', screen: 'Result', kind: 'test', permission: models, ...common },
  { path: '/anomaly/online', screen: 'OnlineList', permission: models, ...common },
  { path: '/anomaly/onlineDetail', screen: 'OnlineDetail', permission: models, ...common },
];

/** Paths that lead on; the address's search stays. */
export const anomalyRedirects: readonly (readonly [from: string, to: string])[] = [['/anomaly', '/anomaly/okImg']];
