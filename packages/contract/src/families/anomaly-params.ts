/** The training parameters of recipe `anomaly`: bounds, defaults, units and help, once. */
import { limits } from '../core/limits.ts';
import { precision, probability, unit, words } from './detect/fields.ts';
import { paramsSchema, type ParamsOf, type ParamTable } from './params.ts';

const synthetic = { key: 'method', is: 'synthetic' } as const;
const memory = { key: 'method', is: 'memory' } as const;
/** Strength of a change of the pictures, as a share. */
const change = { kind: 'decimal', min: 0, max: 0.5, decimals: 2, default: 0.1, group: 'augmentation' } as const;

export const anomalyTable = {
  method: {
    kind: 'choice',
    group: 'main',
    default: 'synthetic',
    options: [
      { value: 'synthetic', label: words('合成缺陷', 'synthetic defects') },
      { value: 'memory', label: words('记忆库', 'memory bank') },
    ],
    label: words('方法', 'Method'),
    help: words(
      '合成缺陷：在 OK 图片上画出缺陷并学习分割，无需下载；记忆库：记住 OK 图片的特征，训练最快',
      'synthetic defects: draws defects on the OK pictures and learns to find them; memory bank: remembers what the OK pictures look like, quickest to train',
    ),
  },
  // the backbone: tasks and versions of every data folder call it so
  trunk: {
    kind: 'choice',
    group: 'main',
    default: 'efficientnet',
    options: [
      { value: 'efficientnet', label: words('EfficientNet', 'EfficientNet') },
      { value: 'ppocr', label: words('PP-OCR', 'PP-OCR') },
    ],
    label: words('骨干网络', 'Backbone'),
    help: words(
      'EfficientNet：用 ImageNet 照片预训练，建议使用；PP-OCR：取自文字检测网络',
      'EfficientNet: pretrained on the photographs of ImageNet, advised; PP-OCR: taken from a text detector',
    ),
  },
  imageSize: {
    kind: 'integer',
    group: 'main',
    min: limits.anomalySizeMin,
    max: limits.anomalySizeMax,
    step: 32,
    default: 256,
    unit: unit.pixels,
    label: words('图像尺寸', 'Picture size'),
    help: words(
      '128–1024，32 的倍数；图片长边缩放到此尺寸；缺陷很小时增大',
      '128–1024 in multiples of 32: long side to which pictures are scaled; raise it for small defects',
    ),
  },
  timeBudget: {
    kind: 'decimal',
    group: 'main',
    needs: synthetic,
    min: 0.1,
    max: 600,
    decimals: 1,
    default: 10,
    unit: words('分钟', 'min'),
    label: words('时间预算', 'Time budget'),
    help: words(
      '训练最多用时；首次可用 4 分钟，正式模型建议 20 分钟以上',
      'how long the training may take; 4 minutes give a first model, 20 and more a good one',
    ),
  },
  bankSize: {
    kind: 'integer',
    group: 'main',
    needs: memory,
    min: 100,
    max: 20_000,
    default: 2000,
    unit: words('块', 'patches'),
    label: words('记忆库大小', 'Memory-bank size'),
    help: words('保留的特征块数；越大越细致，检测越慢', 'patches that are remembered; more see more and take longer'),
  },
  validationSplit: {
    kind: 'integer',
    group: 'main',
    min: limits.validationSplitMin,
    max: limits.validationSplitMax,
    default: 20,
    unit: unit.percent,
    label: words('验证集比例', 'Validation split'),
    help: words(
      '10–30；从训练用的 OK 图片中按组留出，用于确定阈值',
      '10–30; share of the OK pictures, by groups, that the threshold is set with',
    ),
  },
  falseRejectTarget: {
    ...probability(0.02, 4),
    max: 0.5,
    group: 'main',
    label: words('目标过杀率', 'Target overkill'),
    help: words(
      '允许被判为 NG 的 OK 图片比例；阈值按验证集 OK 图片确定',
      'share of OK images that may be judged NG; the threshold follows from the OK pictures of the validation',
    ),
  },
  region: {
    kind: 'regions',
    group: 'regions',
    most: 1,
    default: [],
    label: words('关注区域', 'Region of interest'),
    help: words('只检查此矩形；留空为整图', 'only this rectangle is looked at; empty: the whole picture'),
  },
  ignoreRegions: {
    kind: 'regions',
    group: 'regions',
    most: 20,
    default: [],
    label: words('忽略区域', 'Ignored regions'),
    help: words('这些矩形内的差异不计，例如日期或序列号', 'differences in here do not count: a date, a serial number'),
  },
  flipHorizontal: {
    kind: 'switch',
    group: 'augmentation',
    default: true,
    label: words('水平翻转', 'Horizontal flip'),
    help: words('仅当左右颠倒的零件也合格时打开', 'only where a part seen in a mirror is good as well'),
  },
  flipVertical: {
    kind: 'switch',
    group: 'augmentation',
    default: true,
    label: words('垂直翻转', 'Vertical flip'),
    help: words('仅当上下颠倒的零件也合格时打开', 'only where a part upside down is good as well'),
  },
  rotate90: {
    kind: 'switch',
    group: 'augmentation',
    default: false,
    label: words('旋转 90°', 'Quarter turns'),
    help: words('仅当任意方向摆放的零件都合格时打开', 'only where a part may lie in any direction'),
  },
  brightness: {
    ...change,
    label: words('亮度变化', 'Brightness'),
    help: words('现场光照变化越大，取值越大', 'larger where the light of the line changes more'),
  },
  contrast: {
    ...change,
    label: words('对比度变化', 'Contrast'),
    help: words('现场对比度变化越大，取值越大', 'larger where the contrast of the line changes more'),
  },
  precision: {
    ...precision,
    group: 'main',
    help: words('自动：处理器或显卡支持时用 bf16', 'automatic: bf16 where the processor or the card has it'),
  },
} as const satisfies ParamTable;

export type AnomalyParams = ParamsOf<typeof anomalyTable>;
export const AnomalyParams = paramsSchema(anomalyTable, []);
/** Version of the parameters' meaning, stored with each task and version. */
export const anomalyParamsVersion = 1;
