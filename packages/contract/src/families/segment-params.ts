/** The training parameters of recipe `segment`: all of `detect`, and those of masks. */
import { detectRules, detectTable } from './detection-params.ts';
import { strength, words } from './detect/fields.ts';
import { paramsSchema, type ParamsOf, type ParamTable } from './params.ts';

/** Stands among the first fields of the form. */
const maskFields = {
  fineMasks: {
    kind: 'switch',
    group: 'main',
    default: false,
    label: words('精细轮廓', 'Fine outlines'),
    help: words(
      '轮廓的计算单元由训练尺寸下的 4 像素细化为 2 像素，适合缩放到训练尺寸后宽度小于约 8 像素的裂纹和划痕；训练和推理更慢',
      'Outlines are computed on cells of 2 px of the training size instead of 4 px: for cracks and scratches that are narrower than about 8 px at training size. Training and inference take longer',
    ),
  },
} as const satisfies ParamTable;

const truthFields = {
  filledBoxes: {
    kind: 'switch',
    group: 'main',
    default: false,
    label: words('矩形视为实心', 'Rectangles are filled'),
    help: words(
      '导入的框在分割数据集中是四角为直角、边与图片平行的多边形，也算矩形。开启：矩形内部全部算作目标；关闭：矩形只用于学习目标的位置和标签，不用于学习轮廓，也不参与轮廓指标',
      'Imported boxes count as rectangles too (in a segmentation set they are polygons with right angles and edges parallel to the image). On: everything inside a rectangle belongs to the object. Off: rectangles teach only the position and label of objects, not their outlines, and do not count in the mask metrics',
    ),
  },
} as const satisfies ParamTable;

const lossFields = {
  maskWeight: {
    ...strength(5, 1),
    group: 'loss',
    label: words('掩膜损失权重', 'Mask loss weight'),
    help: words('框准而轮廓不准时增大', 'Increase if boxes fit and outlines do not'),
  },
} as const satisfies ParamTable;

const { network, backbone, smallObjects, ...rest } = detectTable;

export const segmentTable = {
  network,
  backbone,
  smallObjects,
  ...maskFields,
  ...truthFields,
  ...rest,
  ...lossFields,
} as const satisfies ParamTable;

export type SegmentParams = ParamsOf<typeof segmentTable>;
export const SegmentParams = paramsSchema(segmentTable, detectRules);
/** Version of the parameters' meaning, stored with each task and version. */
export const segmentParamsVersion = 1;
