/** What counts how much while learning, and the thresholds by which results are read. */
import { limits } from '../../core/limits.ts';
import type { ParamTable } from '../params.ts';
import { probability, strength, words } from './fields.ts';

export const lossFields = {
  boxWeight: {
    ...strength(5, 1),
    group: 'loss',
    label: words('框损失权重', 'Box loss weight'),
    help: words('框的位置不准时增大', 'Increase if boxes are poorly placed'),
  },
  classWeight: {
    ...strength(5, 1),
    group: 'loss',
    label: words('分类损失权重', 'Classification loss weight'),
    help: words('标签常被混淆或漏检时增大', 'Increase if labels are confused or objects are missed'),
  },
  edgeWeight: {
    ...strength(5, 1),
    group: 'loss',
    label: words('边缘损失权重', 'Edge loss weight'),
    help: words('需要框的边缘更精确时增大', 'Increase if box edges must be exact'),
  },
  focus: {
    ...strength(3, 0),
    group: 'loss',
    label: words('难例聚焦', 'Focus on hard cases'),
    help: words(
      '0：一视同仁；1–2：背景复杂、误检多时使用（focal loss 的 γ）',
      '0: all count equally; 1–2 if a busy background causes many false detections (γ of focal loss)',
    ),
  },
  rareLabels: {
    ...strength(2, 0),
    group: 'loss',
    label: words('稀有标签加权', 'Rare label weighting'),
    help: words(
      '0：不加权；1：按数量反比加权；标签数量悬殊时使用',
      '0: none; 1: inversely proportional to their number. For labels with very uneven counts',
    ),
  },
  labelWeights: {
    kind: 'factors',
    group: 'loss',
    min: limits.labelWeightMin,
    max: limits.labelWeightMax,
    decimals: 1,
    most: limits.labelsPerDataset,
    default: {},
    label: words('标签权重', 'Label weights'),
    help: words(
      '各标签的目标在损失中的权重，与稀有标签加权相乘；漏检代价高的标签可增大',
      'How much the objects of a label count in the losses, multiplied with the rare label weighting. Raise it for labels that are costly to miss',
    ),
  },
} as const satisfies ParamTable;

export const thresholdFields = {
  nmsThreshold: {
    ...probability(0.6),
    group: 'thresholds',
    label: words('NMS 阈值', 'NMS threshold'),
    help: words(
      '重叠超过此值的同类框只留一个',
      'Of boxes with the same label that overlap more than this, one is kept',
    ),
  },
  iouThreshold: {
    ...probability(0.5),
    group: 'thresholds',
    label: words('IoU 阈值', 'IoU threshold'),
    help: words('预测与标注重叠达到此值即为正确', 'A prediction with at least this overlap is correct'),
  },
  confidenceThreshold: {
    ...probability(0),
    group: 'thresholds',
    label: words('置信度阈值', 'Confidence threshold'),
    help: words(
      '低于此值的预测不显示；0：取验证图片上 F1 最高的值',
      'Predictions below this are not shown; 0: the value with the best F1 on the validation images',
    ),
  },
} as const satisfies ParamTable;
