/** Detection: defects and objects as boxes, or with their outlines. */
import type { Family } from './family.ts';

export const detection = {
  name: { zh: '检测', en: 'Detection' },
  roles: [{ role: 'pool', name: null, state: 'unannotated', labels: [], truth: 'shapes', hasParts: false }],
  shapes: ['rect', 'rrect', 'polygon'],
  archives: ['zip', '7z'],
  modelTypes: [
    {
      id: 'singleStage',
      name: { zh: '单阶段目标检测', en: 'Single-stage detection' },
      stages: ['detect'],
      prediction: 'boxes',
      shapes: ['rect', 'rrect', 'polygon'],
    },
    {
      id: 'multiStage',
      name: { zh: '多阶段目标检测', en: 'Multi-stage detection' },
      stages: ['locate', 'inspect'],
      prediction: 'boxes',
      shapes: ['rect', 'rrect', 'polygon'],
    },
    {
      id: 'segment',
      name: { zh: '实例分割', en: 'Instance segmentation' },
      stages: ['segment'],
      prediction: 'masks',
      shapes: ['polygon'],
      setType: 'segmentation',
    },
  ],
} as const satisfies Family;
