/** Routes of OCR, as the specification names them: models, and below two paths what belongs to one of them. */
import type { Scene } from '../../core/scene.tsx';

const common = { family: 'ocr', entry: 'ocr' } as const;
const models = 'model/pageList';
const folders = 'folder/pageList';
const images = 'dataset/picture/pageList';
const handle = 'dataset/picture/handleImg';
const [train, test] = ['/trainDetailOCR', '/testDetailOCR'];

export const ocrScenes: readonly Scene[] = [
  { path: '/modelOCR/index', screen: 'ModelList', permission: models, ...common },
  { path: '/modelOCR/add', screen: 'ModelAdd', permission: models, ...common },
  { path: '/projectOCR/index', screen: 'ProjectList', permission: 'project/pageList', ...common },
  {
    path: `${train}/trainDetailOCR/trainGatherDetail`,
    screen: 'FolderList',
    role: 'train',
    permission: folders,
    ...common,
  },
  { path: `${train}/trainDetailOCR/trainFileInfo`, screen: 'ImageList', role: 'train', permission: images, ...common },
  {
    path: `${train}/trainDetailOCR/trainHandleImg`,
    screen: 'Annotate',
    role: 'train',
    permission: handle,
    bare: true,
    ...common,
  },
  {
    path: `${test}/testDetailOCR/testGatherDetail`,
    screen: 'FolderList',
    role: 'test',
    permission: folders,
    ...common,
  },
  { path: `${test}/testDetailOCR/testFileInfo`, screen: 'ImageList', role: 'test', permission: images, ...common },
  {
    path: `${test}/testDetailOCR/testHandleImg`,
    screen: 'Annotate',
    role: 'test',
    permission: handle,
    bare: true,
    ...common,
  },
  { path: '/modelOCR/exports', screen: 'ExportList', permission: 'dataset/pageList', ...common },
  { path: `${train}/trainTaskDetailOCR`, screen: 'TaskList', kind: 'train', permission: models, ...common },
  { path: `${train}/trainTaskDetailOCR/add`, screen: 'AddSet', kind: 'train', permission: models, ...common },
  {
    path: `${train}/trainTaskDetailOCR/trainingInfoOCR`,
    screen: 'TrainingInfo',
    kind: 'train',
    permission: models,
    ...common,
  },
  { path: `${test}/testTaskDetailOCR`, screen: 'TaskList', kind: 'test', permission: models, ...common },
  { path: `${test}/testTaskDetailOCR/add`, screen: 'TestAdd', kind: 'test', permission: models, ...common },
  { path: `${test}/testTaskDetailOCRresult`, screen: 'Result', kind: 'test', permission: models, ...common },
  { path: '/modelOCR/online', screen: 'OnlineList', permission: models, ...common },
  { path: '/onlineDetailOCR/index', screen: 'OnlineDetail', permission: models, ...common },
];

/** Paths that lead on; the address's search stays. */
export const ocrRedirects: readonly (readonly [from: string, to: string])[] = [
  ['/modelDetailOCR/index', `${train}/trainTaskDetailOCR`],
  [`${train}/index`, `${train}/trainDetailOCR/trainGatherDetail`],
  [`${train}/trainTaskDetailOCRresult`, `${train}/trainTaskDetailOCR/trainingInfoOCR`],
  [`${test}/index`, `${test}/testDetailOCR/testGatherDetail`],
];
