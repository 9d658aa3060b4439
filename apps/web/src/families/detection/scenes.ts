/** Routes of the detection family. */
import type { Scene } from '../../core/scene.tsx';

const family = 'detection';

export const detectionScenes: readonly Scene[] = [
  { path: '/project/index', screen: 'ProjectList', family, permission: 'project/pageList' },
  { path: '/dataset/index', screen: 'DatasetList', family, permission: 'dataset/pageList' },
  { path: '/dataset/datasetInfo', screen: 'FolderList', family, permission: 'folder/pageList' },
  { path: '/dataset/fileInfo', screen: 'PictureList', family, permission: 'dataset/picture/pageList' },
  { path: '/dataset/handleImg', screen: 'Annotate', family, permission: 'dataset/picture/handleImg', bare: true },
  { path: '/dataset/exports', screen: 'ExportList', family, permission: 'dataset/pageList' },
  { path: '/model/index', screen: 'ModelList', family, permission: 'model/pageList' },
  { path: '/model/add', screen: 'ModelAdd', family, permission: 'next' },
  { path: '/model/addSet', screen: 'AddSet', family, permission: 'next' },
  { path: '/model/trainingInfo', screen: 'TrainingInfo', family, permission: 'next' },
  { path: '/model/result', screen: 'Result', family, permission: 'next' },
  { path: '/model/online', screen: 'OnlineList', family, permission: 'model/pageList' },
  { path: '/model/onlineDetail', screen: 'OnlineDetail', family, permission: 'next' },
];
