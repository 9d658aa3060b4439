/** OCR: texts are found and read, or read alone where images are cropped to one text. */
import { palette } from '../../core/palette.ts';
import type { Family, RoleDef } from '../family.ts';

const text: RoleDef['labels'] = [{ name: { zh: '文字', en: 'text' }, color: palette[0]! }];
const common = {
  state: 'unannotated',
  labels: text,
  truth: 'shapes',
  hasParts: false,
  firstFolder: { zh: '图片', en: 'images' },
} as const;

export const ocr = {
  name: { zh: 'OCR', en: 'OCR' },
  roles: [
    {
      ...common,
      role: 'train',
      name: { zh: '训练集', en: 'Training set' },
      intro: {
        empty: { zh: '从训练图片开始', en: 'Start with training images' },
        text: {
          zh: '上传图片，用四边形标出每段文字并录入内容；也可先用现成模型预标注，再逐一校正。',
          en: 'Upload images, mark each text with a quadrilateral and type what it says. Or let the ready-made reader pre-annotate them and correct what it got wrong.',
        },
        next: { zh: '下一步：测试集', en: 'Next: test set' },
      },
    },
    {
      ...common,
      role: 'test',
      isForTests: true,
      name: { zh: '测试集', en: 'Test set' },
      intro: {
        empty: { zh: '添加测试图片', en: 'Add test images' },
        text: {
          zh: '测试集中的图片不参与训练，只用于检验版本；请同样标出文字并录入内容。',
          en: 'Images of the test set take no part in training: they show how good a version is. Mark and type their texts as well.',
        },
        next: { zh: '下一步：训练', en: 'Next: training' },
      },
    },
  ],
  shapes: ['quad', 'polygon'],
  archives: ['zip'],
  modelTypes: [
    {
      id: 'text',
      name: { zh: '文字检测与识读', en: 'Find and read texts' },
      stages: ['textdet', 'textrec'],
      prediction: 'texts',
      shapes: ['quad', 'polygon'],
    },
    {
      id: 'read',
      name: { zh: '文字识读（已裁剪图片）', en: 'Read cropped texts' },
      stages: ['textrec'],
      prediction: 'texts',
      shapes: ['quad', 'polygon'],
    },
  ],
} as const satisfies Family;
