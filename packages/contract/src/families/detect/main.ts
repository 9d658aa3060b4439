/** What nearly every training sets: network, size, length, and the share that validates. */
import { limits } from '../../core/limits.ts';
import type { ParamTable } from '../params.ts';
import { byTime, unit, words } from './fields.ts';

export const networks = ['n', 's', 'm', 'l', 'x', 'n6', 's6', 'm6', 'l6', 'x6'] as const;

export const mainFields = {
  network: {
    kind: 'choice',
    group: 'main',
    default: 's',
    options: networks.map((value) => ({ value, label: words(value, value) })),
    label: words('网络结构', 'Network'),
    help: words(
      'n 最快，x 最准；P6 网络（名称以 6 结尾）适合大图上的大目标',
      'n is the fastest, x the most accurate; P6 networks (names ending in 6) suit large objects in large images',
    ),
  },
  backbone: {
    kind: 'choice',
    group: 'main',
    default: 'own',
    options: [
      { value: 'own', label: words('自带骨干', 'Own backbone') },
      { value: 'imagenet', label: words('ImageNet 预训练', 'Pretrained on ImageNet') },
    ],
    label: words('骨干网络', 'Backbone'),
    help: words(
      '自带骨干从零训练；ImageNet 预训练的骨干已具备通用的图片特征，适合图片少或训练时间短的情况，仅支持网络 n 和 s',
      'Loupe’s own backbone is trained from scratch. The pretrained one already has general image features: use it with few images or little time. Networks n and s only',
    ),
  },
  smallObjects: {
    kind: 'switch',
    group: 'main',
    default: false,
    label: words('小目标', 'Small objects'),
    help: words(
      '为网络增加步长为 4 的更细特征层，适合缩放到训练尺寸后小于约 12 像素的目标；训练和检测约慢三分之一，不支持 P6 网络',
      'Adds a finer level (stride 4) to the network, for objects below about 12 px at training size. Training and detection take about a third longer. Not for P6 networks',
    ),
  },
  imageSize: {
    kind: 'integer',
    group: 'main',
    min: limits.trialSizeMin,
    max: limits.trainSizeMax,
    step: limits.trainSizeStepFine,
    nudge: limits.trainSizeStep,
    default: limits.trainSizeMin,
    unit: unit.pixels,
    label: words('训练尺寸', 'Training size'),
    help: words(
      '图片长边缩放到此尺寸，32 的倍数（P6 网络可为任意偶数）；目标很小时增大；小于 640 仅用于图片本身更小或试训',
      'The longest side of an image is scaled to it, in multiples of 32 (P6 networks: any even number). Raise it for small objects. Below 640 is for images that small, or for trials',
    ),
  },
  length: {
    kind: 'choice',
    group: 'main',
    default: 'epochs',
    options: [
      { value: 'epochs', label: words('按轮数', 'By epochs') },
      { value: 'time', label: words('按时间', 'By time') },
    ],
    label: words('训练长度', 'Training length'),
    help: words(
      '按轮数：所需时间取决于图片和机器。按时间：开始时测量本机速度并换算成轮数，之后不再改变',
      'By epochs: the time it takes depends on the images and the machine. By time: at the start, the speed of this machine is measured and converted into a fixed number of epochs',
    ),
  },
  timeBudget: {
    kind: 'decimal',
    group: 'main',
    needs: byTime,
    min: limits.timeBudgetMin,
    max: limits.timeBudgetMax,
    decimals: 1,
    default: 30,
    unit: unit.minutes,
    label: words('训练时间', 'Training time'),
    help: words(
      '学习和验证共用的时间；导出和校验另需片刻',
      'Includes validation. Export and the parity check take a little longer',
    ),
  },
  epochs: {
    kind: 'integer',
    group: 'main',
    needs: { key: 'length', is: 'epochs' },
    min: 1,
    max: limits.epochsMax,
    default: 100,
    unit: unit.epochs,
    label: words('训练轮数', 'Epochs'),
    help: words(
      '所有训练图片用过一遍为一轮，图片很少时为几遍；曲线仍在上升时增加',
      'One epoch uses every training image once, or several times if there are few. Raise it if the curves are still climbing at the end',
    ),
  },
  batchSize: {
    kind: 'integer',
    group: 'main',
    min: 1,
    max: limits.batchMax,
    default: 16,
    unit: words('张', 'images'),
    label: words('批大小', 'Batch size'),
    help: words('越大越稳；内存不足时减小', 'Larger is more stable; reduce if memory runs out'),
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
      '10–30，至少一张图片；指定验证集时不使用',
      '10–30, at least one image; not used if you choose a validation set',
    ),
  },
} as const satisfies ParamTable;
