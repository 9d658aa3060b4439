/** Anomaly detection: learnt from images of good parts, a score and a heat map for each image. */
import { palette } from '../core/palette.ts';
import type { Family } from './family.ts';

export const anomaly = {
  name: { zh: '异常检测', en: 'Anomaly detection' },
  roles: [
    {
      role: 'ok',
      name: { zh: 'OK 图片', en: 'OK images' },
      state: 'empty',
      labels: [],
      truth: 'role',
      hasParts: true,
      intro: {
        empty: { zh: '从良品图片开始', en: 'Start with good images' },
        text: {
          zh: '模型从良品学习，20 张即可开始。上传后划分训练与测试，再上传 NG 图片。',
          en: 'The model learns from good parts; 20 images are enough to start. Add them, split train and test, then add NG images.',
        },
        next: { zh: '下一步：NG 图片', en: 'Next: NG images' },
      },
    },
    {
      role: 'ng',
      name: { zh: 'NG 图片', en: 'NG images' },
      state: 'annotated',
      // masks of the defects, where they are known
      labels: [{ name: 'defect', color: palette[0]! }],
      truth: 'role',
      hasParts: true,
      intro: {
        empty: { zh: '放入不良品图片（可选）', en: 'Add bad images (optional)' },
        text: {
          zh: 'NG 图片不参与学习，用于检验和确定阈值；没有也可以训练。标出缺陷位置后可得到像素指标。',
          en: 'The model does not learn from NG images: they check it and set the threshold. It can be trained without. Drawn defects give figures by pixel.',
        },
        next: { zh: '下一步：训练', en: 'Next: training' },
      },
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
