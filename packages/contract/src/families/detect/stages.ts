/** What the two stages of multi-stage detection have beside the parameters of a detector: which labels are parts, and their crops. */
import { limits } from '../../core/limits.ts';
import type { ParamTable } from '../params.ts';
import { probability, unit, words } from './fields.ts';

export const locatingFields = {
  locating: {
    kind: 'labels',
    group: 'main',
    most: limits.labelsPerDataset,
    default: [],
    label: words('定位标签', 'Locating labels'),
    help: words(
      '标注零件位置的标签：第一阶段只找这些零件，第二阶段在每个零件的裁剪图中检测其余标签',
      'Labels that mark parts: the first stage finds these parts only, the second looks for all other labels in a crop of each part',
    ),
  },
} as const satisfies ParamTable;

const side = { kind: 'pair', group: 'parts', min: 1, max: limits.cropSide, unit: unit.pixels } as const;

/** Of the stage that looks at the crops, so that engine and server have one rule. */
export const partFields = {
  partScore: {
    ...probability(0),
    group: 'parts',
    label: words('零件置信度', 'Part confidence'),
    help: words(
      '第一阶段的得分达到此值的零件才会裁剪；0：按验证图片选取，使零件不漏找。减小只增加检测时间',
      'Parts found with at least this score are cropped; 0: chosen on the validation images so that no part is missed. Lowering it only costs time',
    ),
  },
  partMargin: {
    kind: 'integer',
    group: 'parts',
    min: 0,
    max: 100,
    default: 10,
    unit: unit.percent,
    label: words('裁剪边距', 'Margin'),
    help: words(
      '零件框每一侧外扩的比例；缺陷常在零件边缘时增大',
      'Added on each side of the part, as a share of its width or height. Raise it for defects at the edge of parts',
    ),
  },
  partWidth: {
    ...side,
    default: [64, limits.cropSide],
    label: words('零件裁剪宽度', 'Part crop width'),
    help: words(
      '最小值和最大值；零件更小时多取一些周边',
      'Minimum and maximum; smaller parts are cropped with more of their surroundings',
    ),
  },
  partHeight: {
    ...side,
    default: [64, limits.cropSide],
    label: words('零件裁剪高度', 'Part crop height'),
    help: words('最小值和最大值', 'Minimum and maximum'),
  },
  partSquare: {
    kind: 'switch',
    group: 'parts',
    default: false,
    label: words('正方形裁剪', 'Square crops'),
    help: words(
      '宽和高都取较长的一边；零件方向不一时打开',
      'Both sides as long as the longer one; for parts that lie in any direction',
    ),
  },
  partMost: {
    kind: 'integer',
    group: 'parts',
    min: 1,
    max: limits.cropsMax,
    default: 20,
    label: words('零件数上限', 'Maximum parts per image'),
    help: words(
      '每张图片最多检测的零件数，按得分从高到低',
      'Maximum number of parts inspected per image, highest scores first',
    ),
  },
} as const satisfies ParamTable;

/** As the rule of `cropOf` in geometry takes it. */
export const cropRuleOf = (params: Readonly<Record<string, unknown>>) => ({
  margin: Number(params['partMargin']),
  width: params['partWidth'] as [number, number],
  height: params['partHeight'] as [number, number],
  square: params['partSquare'] === true,
});
