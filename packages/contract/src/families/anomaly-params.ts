/** The training parameters of recipe `anomaly`: bounds, defaults, units and help, once. */
import { limits } from '../core/limits.ts';
import { precision, probability, unit, words } from './detect/fields.ts';
import { paramsSchema, type ParamsOf, type ParamTable } from './params.ts';

const synthetic = { key: 'method', is: 'synthetic' } as const;
const memory = { key: 'method', is: 'memory' } as const;
/** Strength of a change of the images, as a share. */
const change = { kind: 'decimal', min: 0, max: 0.5, decimals: 2, default: 0.1, group: 'augmentation' } as const;

export const anomalyTable = {
  method: {
    kind: 'choice',
    group: 'main',
    default: 'synthetic',
    options: [
      { value: 'synthetic', label: words('合成缺陷', 'Synthetic defects') },
      { value: 'memory', label: words('记忆库', 'Memory bank') },
    ],
    label: words('方法', 'Method'),
    help: words(
      '合成缺陷：在 OK 图片上画出缺陷并学习分割，无需下载；记忆库：记住 OK 图片的特征，训练最快',
      'Synthetic defects: draws defects on OK images and learns to find them. Memory bank: remembers what OK images look like; the fastest to train',
    ),
  },
  backbone: {
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
      'EfficientNet: pretrained on ImageNet photographs, recommended. PP-OCR: taken from a text detector',
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
    label: words('图片尺寸', 'Image size'),
    help: words(
      '128–1024，32 的倍数；图片长边缩放到此尺寸；缺陷很小时增大',
      '128–1024 in multiples of 32. The long side of each image is scaled to this; raise it for small defects',
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
    unit: unit.minutes,
    label: words('时间预算', 'Time budget'),
    help: words(
      '训练最多用时；首次可用 4 分钟，正式模型建议 20 分钟以上',
      'How long training may take: 4 minutes for a first model, 20 or more for a good one',
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
    help: words(
      '每个记忆库保留的特征块数（EfficientNet 有两个：大块与小块）；越大越细致，检测越慢',
      'Number of feature patches that each memory keeps (EfficientNet has two: large and small patches); more capture finer detail but are slower',
    ),
  },
  validationSplit: {
    kind: 'integer',
    group: 'main',
    min: limits.validationSplitMin,
    max: limits.validationSplitMax,
    default: 20,
    unit: unit.percent,
    label: words('验证集比例', 'Validation share'),
    help: words(
      '10–30；从训练用的 OK 图片中按组留出，用于确定阈值',
      '10–30. Share of the OK training images held out to set the threshold; images of the same part stay together',
    ),
  },
  falseRejectTarget: {
    ...probability(0.02, 4),
    max: 0.5,
    group: 'main',
    label: words('目标过杀率', 'Target overkill'),
    help: words(
      '允许被判为 NG 的 OK 图片比例；阈值按验证集 OK 图片确定',
      'Share of OK images that may be judged NG; the OK validation images set the threshold',
    ),
  },
  region: {
    kind: 'regions',
    group: 'regions',
    most: 1,
    default: [],
    label: words('关注区域', 'Region of interest'),
    help: words('只检查此矩形；留空为整图', 'Only this rectangle is inspected; leave empty for the whole image'),
  },
  ignoreRegions: {
    kind: 'regions',
    group: 'regions',
    most: 20,
    default: [],
    label: words('忽略区域', 'Ignored regions'),
    help: words(
      '这些矩形内的差异不计，例如日期或序列号',
      'Differences inside are ignored, such as a date or a serial number',
    ),
  },
  flipHorizontal: {
    kind: 'switch',
    group: 'augmentation',
    default: true,
    label: words('水平翻转', 'Horizontal flip'),
    help: words('仅当左右颠倒的零件也合格时打开', 'Only if a mirrored part is also good'),
  },
  flipVertical: {
    kind: 'switch',
    group: 'augmentation',
    default: true,
    label: words('垂直翻转', 'Vertical flip'),
    help: words('仅当上下颠倒的零件也合格时打开', 'Only if an upside-down part is also good'),
  },
  rotate90: {
    kind: 'switch',
    group: 'augmentation',
    default: false,
    label: words('旋转 90°', '90° rotation'),
    help: words('仅当任意方向摆放的零件都合格时打开', 'Only if a part may lie in any direction'),
  },
  brightness: {
    ...change,
    label: words('亮度变化', 'Brightness'),
    help: words('现场光照变化越大，取值越大', 'Increase if lighting on the line varies'),
  },
  contrast: {
    ...change,
    label: words('对比度变化', 'Contrast'),
    help: words('现场对比度变化越大，取值越大', 'Increase if contrast on the line varies'),
  },
  precision: {
    ...precision,
    group: 'main',
    help: words('自动：CPU 或 GPU 支持时使用 bf16', 'Automatic: bf16 if the CPU or GPU supports it'),
  },
} as const satisfies ParamTable;

export type AnomalyParams = ParamsOf<typeof anomalyTable>;
export const AnomalyParams = paramsSchema(anomalyTable, []);
/** Version of the parameters' meaning, stored with each task and version. */
export const anomalyParamsVersion = 1;
