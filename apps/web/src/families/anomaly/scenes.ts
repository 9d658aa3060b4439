/** Routes of the anomaly family. */
import type { Scene } from '../../core/scene.tsx';

const family = 'anomaly';

export const anomalyScenes: readonly Scene[] = [
  { path: '/anomalyModel/index', screen: 'ModelList', family, permission: 'model/pageList' },
];
