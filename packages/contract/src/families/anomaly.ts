/** Anomaly detection: trained on images of good parts; gives a score and a heat map for each image. */
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
          zh: '模型从良品图片学习，划入训练的图片有 20 张即可开始。上传后划分训练与测试，再添加 NG 图片。',
          en: 'The model learns from good parts; 20 training images are enough to start. Upload some more, split them into training and test, then add NG images.',
        },
        next: { zh: '下一步：NG 图片', en: 'Next: NG images' },
      },
    },
    {
      role: 'ng',
      name: { zh: 'NG 图片', en: 'NG images' },
      state: 'annotated',
      // masks of the defects, where they are known
      labels: [{ name: { zh: '缺陷', en: 'defect' }, color: palette[0]! }],
      truth: 'role',
      hasParts: true,
      intro: {
        empty: { zh: '添加 NG 图片（可选）', en: 'Add NG images (optional)' },
        text: {
          zh: '可以没有 NG 图片。NG 图片用于检验模型和确定阈值；有 5 张以上时，记忆库还会学习 NG 图片的不同之处。标出缺陷后还可得到像素指标。',
          en: 'NG images are optional. They check the model and help to set the threshold; from five on, a memory bank also learns what sets them apart. With drawn defects you also get pixel metrics.',
        },
        next: { zh: '下一步：训练', en: 'Next: training' },
      },
    },
  ],
  shapes: ['rect', 'rrect', 'polygon'],
  archives: ['zip', '7z'],
  modelTypes: [
    {
      id: 'anomaly',
      name: { zh: '异常检测', en: 'Anomaly detection' },
      stages: ['anomaly'],
      prediction: 'scoremap',
      shapes: ['rect', 'rrect', 'polygon'],
    },
  ],
} as const satisfies Family;
