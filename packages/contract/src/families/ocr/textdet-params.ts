/** The training parameters of recipe `textdet`, which finds where texts are: bounds, defaults, units and help, once. */
import { limits } from '../../core/limits.ts';
import { probability, strength, unit, words } from '../detect/fields.ts';
import { paramsSchema, type ParamRule, type ParamsOf, type ParamTable } from '../params.ts';
import { detAugmentationFields, lengthFields, ocrScheduleFields, startFields } from './fields.ts';
import { ocrRules } from './rules.ts';

export const textdetTable = {
  ...startFields,
  imageSize: {
    kind: 'integer',
    group: 'main',
    min: limits.textSizeMin,
    max: limits.textSizeMax,
    step: 32,
    default: 640,
    unit: unit.pixels,
    label: words('图片尺寸', 'Image size'),
    help: words(
      '320–1280，32 的倍数；图片长边缩放到此尺寸；缩放后文字高度不足约 8 像素时增大',
      '320–1280 in multiples of 32. The longest side of each image is scaled to it; raise it if texts are then less than about 8 px high',
    ),
  },
  ...lengthFields,
  ...ocrScheduleFields,
  ...detAugmentationFields,
  binary: {
    ...probability(0.3),
    group: 'thresholds',
    label: words('二值化阈值', 'Binary threshold'),
    help: words(
      '概率达到此值的像素算作文字；笔画断开时减小，相邻文字粘连时增大',
      'Pixels with at least this probability count as text. Lower it if texts break apart, raise it if neighbours merge',
    ),
  },
  box: {
    ...probability(0.5),
    group: 'thresholds',
    label: words('文本框阈值', 'Box threshold'),
    help: words(
      '平均概率低于此值的文字区域不保留；误检多时增大',
      'Text regions with a lower mean probability are dropped. Raise it if there are false ones',
    ),
  },
  unclip: {
    ...strength(3, 1),
    group: 'thresholds',
    label: words('外扩系数', 'Unclip ratio'),
    help: words(
      '文字区域向外扩大的程度；文字边缘被切掉时增大',
      'How far text regions are grown; raise it if the edges of characters are cut off',
    ),
  },
} as const satisfies ParamTable;

export type TextdetParams = ParamsOf<typeof textdetTable>;
export const TextdetParams = paramsSchema(textdetTable, ocrRules as unknown as ParamRule<TextdetParams>[]);
/** Version of the parameters' meaning, stored with each task and version. */
export const textdetParamsVersion = 1;
