/** The training parameters of recipe `detect`: bounds, defaults, units and help, once. */
import { limits } from '../core/limits.ts';
import { paramsSchema, type ParamRule, type ParamsOf, type ParamTable } from './params.ts';

export const networks = ['n', 's', 'm', 'l', 'x', 'n6', 's6', 'm6', 'l6', 'x6'] as const;

const probability = (fallback: number, decimals = 2) =>
  ({ kind: 'decimal', min: 0, max: 1, decimals, default: fallback }) as const;

export const detectTable = {
  network: {
    kind: 'choice',
    group: 'main',
    default: 's',
    options: networks.map((value) => ({ value, label: { zh: value, en: value } })),
    label: { zh: '网络结构', en: 'Network' },
    help: {
      zh: 'n 最快，x 最准；带 6 的网络适合大图上的大目标',
      en: 'n is the fastest, x the most exact; those with a 6 suit large objects on large pictures',
    },
  },
  imageSize: {
    kind: 'integer',
    group: 'main',
    min: limits.trialSizeMin,
    max: limits.trainSizeMax,
    step: limits.trainSizeStep,
    default: limits.trainSizeMin,
    unit: { zh: '像素', en: 'px' },
    label: { zh: '训练尺寸', en: 'Training size' },
    help: { zh: '640–2048，32 的倍数；320–608 仅作试训', en: '640–2048 in multiples of 32; 320–608 as a trial' },
  },
  epochs: {
    kind: 'integer',
    group: 'main',
    min: 1,
    max: limits.epochsMax,
    default: 100,
    label: { zh: '训练轮数', en: 'Epochs' },
    help: { zh: '每张训练图片使用的次数', en: 'how often each training picture is used' },
  },
  batchSize: {
    kind: 'integer',
    group: 'main',
    min: 1,
    max: limits.batchMax,
    default: 16,
    label: { zh: '批大小', en: 'Batch size' },
    help: { zh: '越大越稳，占用内存越多', en: 'larger is steadier and needs more memory' },
  },
  validationSplit: {
    kind: 'integer',
    group: 'main',
    min: limits.validationSplitMin,
    max: limits.validationSplitMax,
    default: 20,
    unit: { zh: '%', en: '%' },
    label: { zh: '验证集比例', en: 'Validation split' },
    help: {
      zh: '10–30，至少一张图片；指定验证集时不使用',
      en: '10–30, at least one picture; not used where a validation set is chosen',
    },
  },
  warmupEpochs: {
    kind: 'integer',
    group: 'schedule',
    min: 0,
    max: limits.epochsMax,
    default: 3,
    label: { zh: '预热轮数', en: 'Warm-up epochs' },
    help: { zh: '必须小于训练轮数', en: 'below the epochs' },
  },
  adam: {
    kind: 'switch',
    group: 'schedule',
    default: true,
    label: { zh: '使用 Adam', en: 'Adam' },
    help: { zh: '开：AdamW；关：带动量的 SGD', en: 'on: AdamW; off: SGD with momentum' },
  },
  learningRate: {
    kind: 'decimal',
    group: 'schedule',
    min: 0,
    max: 1,
    decimals: 8,
    default: 0.002,
    label: { zh: '初始学习率', en: 'Learning rate' },
    help: { zh: 'AdamW 建议 0.001–0.002，SGD 建议 0.01', en: '0.001–0.002 suits AdamW, 0.01 suits SGD' },
  },
  finalLearningRate: {
    ...probability(0.05, 4),
    group: 'schedule',
    label: { zh: '最终学习率比例', en: 'Final learning rate' },
    help: { zh: '训练结束时学习率占初始值的比例', en: 'share of the learning rate that is left at the end' },
  },
  momentum: {
    ...probability(0.937, 4),
    group: 'schedule',
    label: { zh: '动量', en: 'Momentum' },
    help: { zh: 'SGD 的动量；AdamW 的一阶系数', en: 'of SGD; first coefficient of AdamW' },
  },
  weightDecay: {
    ...probability(0.0005, 8),
    group: 'schedule',
    label: { zh: '权重衰减', en: 'Weight decay' },
    help: { zh: '抑制过拟合', en: 'holds over-fitting back' },
  },
  saveInterval: {
    kind: 'integer',
    group: 'schedule',
    min: 0,
    max: limits.epochsMax,
    default: 0,
    unit: { zh: '轮', en: 'epochs' },
    label: { zh: '保存间隔', en: 'Save interval' },
    help: { zh: '0：只保留最后和最好的权重', en: '0: keep only the last and the best weights' },
  },
  validationInterval: {
    kind: 'integer',
    group: 'schedule',
    min: 1,
    max: limits.epochsMax,
    default: 1,
    unit: { zh: '轮', en: 'epochs' },
    label: { zh: '验证间隔', en: 'Validation interval' },
    help: { zh: '每隔多少轮验证一次', en: 'epochs between two validations' },
  },
  precision: {
    kind: 'choice',
    group: 'schedule',
    default: 'auto',
    options: [
      { value: 'auto', label: { zh: '自动', en: 'automatic' } },
      { value: 'fp32', label: { zh: 'fp32', en: 'fp32' } },
      { value: 'bf16', label: { zh: 'bf16', en: 'bf16' } },
    ],
    label: { zh: '计算精度', en: 'Precision' },
    help: { zh: '自动：处理器支持时使用 bf16', en: 'automatic: bf16 where the processor has it' },
  },
  mosaic: {
    ...probability(0.5),
    group: 'augmentation',
    label: { zh: '马赛克', en: 'Mosaic' },
    help: { zh: '四图拼接的概率', en: 'probability of a picture made of four' },
  },
  closeMosaicEpochs: {
    kind: 'integer',
    group: 'augmentation',
    min: 0,
    max: limits.epochsMax,
    default: 1,
    unit: { zh: '轮', en: 'epochs' },
    label: { zh: '末尾关闭马赛克', en: 'Close mosaic' },
    help: { zh: '最后多少轮不使用马赛克', en: 'last epochs without mosaic' },
  },
  mixup: {
    ...probability(0),
    group: 'augmentation',
    label: { zh: '图像混合', en: 'Mix-up' },
    help: { zh: '两图叠加的概率', en: 'probability of a blend of two pictures' },
  },
  flipHorizontal: {
    ...probability(0.5),
    group: 'augmentation',
    label: { zh: '水平翻转', en: 'Horizontal flip' },
    help: { zh: '概率', en: 'probability' },
  },
  flipVertical: {
    ...probability(0),
    group: 'augmentation',
    label: { zh: '垂直翻转', en: 'Vertical flip' },
    help: { zh: '概率', en: 'probability' },
  },
  rotate: {
    kind: 'decimal',
    group: 'augmentation',
    min: 0,
    max: 180,
    decimals: 1,
    default: 0,
    unit: { zh: '度', en: '°' },
    label: { zh: '旋转', en: 'Rotation' },
    help: { zh: '最大角度', en: 'largest angle' },
  },
  scale: {
    ...probability(0.3),
    group: 'augmentation',
    label: { zh: '缩放', en: 'Scale' },
    help: { zh: '尺寸变化的最大比例', en: 'largest change of size, as a share' },
  },
  translate: {
    ...probability(0.1),
    group: 'augmentation',
    label: { zh: '平移', en: 'Translation' },
    help: { zh: '占图片边长的最大比例', en: 'largest shift, as a share of the side' },
  },
  hue: {
    ...probability(0.01, 4),
    group: 'augmentation',
    label: { zh: '色调', en: 'Hue' },
    help: { zh: '变化幅度', en: 'gain' },
  },
  saturation: {
    ...probability(0.3),
    group: 'augmentation',
    label: { zh: '饱和度', en: 'Saturation' },
    help: { zh: '变化幅度', en: 'gain' },
  },
  brightness: {
    ...probability(0.3),
    group: 'augmentation',
    label: { zh: '亮度', en: 'Brightness' },
    help: { zh: '变化幅度', en: 'gain' },
  },
  multiScale: {
    kind: 'switch',
    group: 'augmentation',
    default: false,
    label: { zh: '多尺度', en: 'Multi-scale' },
    help: { zh: '每批随机改变训练尺寸，速度较慢', en: 'another training size for each batch; slower' },
  },
  nmsThreshold: {
    ...probability(0.6),
    group: 'thresholds',
    label: { zh: 'NMS 阈值', en: 'NMS threshold' },
    help: { zh: '重叠超过此值的同类框只留一个', en: 'of boxes of one label that overlap more, one is kept' },
  },
  iouThreshold: {
    ...probability(0.5),
    group: 'thresholds',
    label: { zh: 'IoU 阈值', en: 'IoU threshold' },
    help: { zh: '预测与标注重叠达到此值即为正确', en: 'a prediction is right from this overlap on' },
  },
  confidenceThreshold: {
    ...probability(0.25),
    group: 'thresholds',
    label: { zh: '置信度阈值', en: 'Confidence threshold' },
    help: { zh: '低于此值的预测不显示', en: 'predictions below it are not shown' },
  },
} as const satisfies ParamTable;

export type DetectParams = ParamsOf<typeof detectTable>;

const rules: ParamRule<DetectParams>[] = [
  { field: 'warmupEpochs', broken: (p) => p.warmupEpochs >= p.epochs, message: 'train.warmupTooLong' },
  { field: 'saveInterval', broken: (p) => p.saveInterval > p.epochs, message: 'train.saveIntervalTooLong' },
  { field: 'closeMosaicEpochs', broken: (p) => p.closeMosaicEpochs > p.epochs, message: 'train.closeMosaicTooLong' },
];

export const DetectParams = paramsSchema(detectTable, rules);
/** Version of the parameters' meaning, stored with each task and version. */
export const detectParamsVersion = 1;
