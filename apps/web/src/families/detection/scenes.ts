/** Routes of the detection family. */
import type { Scene } from '../../core/scene.tsx';

const family = 'detection';

export const detectionScenes: readonly Scene[] = [
  { path: '/project/index', screen: 'ProjectList', family, permission: 'project/pageList', entry: 'projects' },
  { path: '/dataset/index', screen: 'DatasetList', family, permission: 'dataset/pageList', entry: 'datasets' },
  { path: '/dataset/datasetInfo', screen: 'FolderList', family, permission: 'folder/pageList', entry: 'datasets' },
  {
    path: '/dataset/fileInfo',
    screen: 'ImageList',
    family,
    permission: 'dataset/picture/pageList',
    entry: 'datasets',
  },
  {
    path: '/dataset/handleImg',
    screen: 'Annotate',
    family,
    permission: 'dataset/picture/handleImg',
    bare: true,
    entry: 'datasets',
  },
  { path: '/dataset/exports', screen: 'ExportList', family, permission: 'dataset/pageList', entry: 'datasets' },
  { path: '/model/index', screen: 'ModelList', family, permission: 'model/pageList', entry: 'models' },
  { path: '/model/add', screen: 'ModelAdd', family, permission: 'model/pageList', entry: 'models' },
  { path: '/model/addSet', screen: 'AddSet', family, permission: 'model/pageList', entry: 'models' },
  { path: '/model/trainingInfo', screen: 'TrainingInfo', family, permission: 'model/pageList', entry: 'models' },
  { path: '/model/result', screen: 'Result', family, permission: 'model/pageList', entry: 'models' },
  { path: '/model/online', screen: 'OnlineList', family, permission: 'model/pageList', entry: 'online' },
  { path: '/model/onlineDetail', screen: 'OnlineDetail', family, permission: 'model/pageList', entry: 'online' },
];

/** Paths that lead on; the address's search stays. */
export const detectionRedirects: readonly (readonly [from: string, to: string])[] = [
  ['/dataset', '/dataset/index'],
  ['/model', '/model/index'],
];
