// A family that only tests have, on the screens: scenes, data of a training, views of its recipes, and a third prediction type.

import '@loupe/contract/testing/dummy';
import { dummy, type LevelPrediction, type LevelSummary, type LevelThresholds } from '@loupe/contract/testing/dummy';
import { registerFamilyScreens } from '../../families/register.ts';
import type { Scene } from '../../core/scene.tsx';
import { registerResult } from '../../predictions/results.tsx';
import { en } from '../../locales/en.ts';
import { zh } from '../../locales/zh.ts';
import type { PredictionTypeDef } from '../../predictions/type.ts';
import { registerOnline } from '../../predictions/online.ts';
import { registerPredictionType } from '../../predictions/registry.ts';

const { family } = dummy;
const entry = 'models';
const permission = 'model/pageList';
const scenes: readonly Scene[] = [
  { path: '/dummy/index', screen: 'ModelList', family, permission, entry },
  { path: '/dummy/samples', screen: 'FolderList', family, role: dummy.role, permission: 'folder/pageList', entry },
  { path: '/dummy/result', screen: 'Result', family, permission, entry },
];
const version = { title: 'tasks.settings', params: ['epochs'], more: [] } as const;
const curves = [{ key: 'loss', title: 'tasks.loss', lines: [{ name: 'loss', text: 'tasks.lossTrain' }] }] as const;

registerFamilyScreens('dummy', {
  scenes,
  TrainData: ({ form }) => <p>{form.draft.folderIds.length} folders of samples</p>,
  recipes: {
    spot: { params: ['epochs'], version, curves, hasLabelCurves: false },
    shade: { params: ['epochs', 'margin'], version, curves, hasLabelCurves: false },
  },
  words: {
    zh: { ...zh.families.detection, data: '样品' },
    en: { ...en.families.detection, data: 'Samples of lamps' },
  },
});

registerPredictionType({
  type: 'level',
  fields: [{ key: 'least', label: 'online.score', help: 'online.scoreHelp' }],
  metrics: [{ key: 'mean', title: 'models.metrics.map50' }],
  certificate: { compared: 'models.cert.images', deltas: { level: { title: 'models.cert.score' } } },
  zoneOf: ({ least }: LevelThresholds) => ({ ng: least, review: null }),
  topScore: ({ level }: LevelPrediction) => level,
} as unknown as PredictionTypeDef);

registerOnline('level', {
  Image: ({ answer }) => (
    <figure>
      {answer.fileName}: level {(answer.prediction as unknown as LevelPrediction).level}
    </figure>
  ),
  words: ({ prediction }) => {
    const { found, level } = prediction as unknown as LevelPrediction;
    return { found: `${found} parts`, why: `level ${level}` };
  },
});

registerResult('level', ({ task, summary }) => {
  const { right, images } = summary as unknown as LevelSummary;
  return (
    <p>
      Test {task.id}: {right} of {images} right
    </p>
  );
});
