/** Anomaly detection: learnt from pictures of good parts, a score and a heat map for each picture. */
import { palette } from '../core/palette.ts';
import type { Family } from './family.ts';

export const anomaly = {
  name: { zh: '异常检测', en: 'Anomaly detection' },
  roles: [
    { role: 'ok', name: { zh: 'OK 图片', en: 'OK pictures' }, state: 'empty', labels: [] },
    {
      role: 'ng',
      name: { zh: 'NG 图片', en: 'NG pictures' },
      state: 'annotated',
      // masks of the defects, where they are known
      labels: [{ name: 'defect', color: palette[0]! }],
    },
  ],
  shapes: ['rect', 'polygon'],
  archives: ['zip', '7z'],
  modelTypes: [
    {
      id: 'anomaly',
      name: { zh: '异常检测', en: 'Anomaly detection' },
      stages: ['anomaly'],
      prediction: 'scoremap',
      shapes: ['rect', 'polygon'],
    },
  ],
} as const satisfies Family;
