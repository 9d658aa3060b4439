/** How the weights are moved and for how long: optimiser, rates, decay, stops. */
import { limits } from '../../core/limits.ts';
import type { ParamTable } from '../params.ts';
import { byTime, hundred, precision, probability, unit, words } from './fields.ts';

export const scheduleFields = {
  warmupEpochs: {
    kind: 'integer',
    group: 'schedule',
    min: 0,
    max: limits.epochsMax,
    default: 3,
    below: { key: 'epochs', message: 'train.warmupTooLong' },
    share: byTime,
    unit: unit.epochs,
    label: words('预热', 'Warm-up'),
    help: words(
      '学习率从零升到初始值；必须短于训练长度',
      'The learning rate rises from zero; must be shorter than the training',
    ),
  },
  freezeEpochs: {
    kind: 'integer',
    group: 'schedule',
    needs: { key: 'backbone', is: 'imagenet' },
    min: 0,
    max: limits.epochsMax,
    default: 0,
    share: byTime,
    unit: unit.epochs,
    label: words('冻结骨干网络', 'Freeze backbone'),
    help: words(
      '训练开头的这一段冻结预训练的骨干网络，每步更快；0：不冻结',
      'The pretrained backbone is frozen for this first part, which makes steps faster; 0: never frozen',
    ),
  },
  epochSteps: {
    kind: 'integer',
    group: 'schedule',
    min: 1,
    max: limits.epochStepsMax,
    default: 20,
    unit: words('步', 'steps'),
    label: words('每轮最少步数', 'Minimum steps per epoch'),
    help: words(
      '图片很少时重复使用，使每轮至少达到此步数；每张图片的使用次数相同；1：不重复',
      'If there are few images, they are repeated equally often until an epoch has this many steps; 1: never repeated',
    ),
  },
  repeatRare: {
    ...probability(0),
    group: 'schedule',
    label: words('稀有标签重复', 'Repeat rare labels'),
    help: words(
      '出现在少于此比例图片上的标签，其图片每轮使用多次；标签数量悬殊时可试 0.3；0：不重复',
      'Images with a label that is on a smaller share of the images than this are used more often; try 0.3 for labels with very different counts; 0: off',
    ),
  },
  emptyShare: {
    kind: 'decimal',
    group: 'schedule',
    min: 0.05,
    max: 1,
    decimals: 2,
    default: 1,
    label: words('无目标图片上限', 'Images without objects, at most'),
    help: words(
      '每轮中无目标图片最多占的比例，各图片轮流使用；无目标图片远多于其他图片时可试 0.5；1：全部使用',
      'Largest share of an epoch that images without objects may take; different ones are used each time. Try 0.5 if there are many more of them than others; 1: all of them, in every epoch',
    ),
  },
  adam: {
    kind: 'switch',
    group: 'schedule',
    default: true,
    label: words('使用 Adam', 'Adam'),
    help: words(
      '开：AdamW；关：带动量的 SGD，此时把初始学习率设为约 0.01',
      'On: AdamW. Off: SGD with momentum; then set the learning rate to about 0.01',
    ),
  },
  learningRate: {
    ...probability(0.002, 8),
    group: 'schedule',
    label: words('初始学习率', 'Learning rate'),
    help: words(
      'AdamW 建议 0.001–0.002，SGD 建议 0.01；损失发散时降低',
      '0.001–0.002 suits AdamW, 0.01 suits SGD; lower it if the loss diverges',
    ),
  },
  decay: {
    kind: 'choice',
    group: 'schedule',
    default: 'cosine',
    options: [
      { value: 'cosine', label: words('余弦', 'Cosine') },
      { value: 'steps', label: words('分段', 'Steps') },
    ],
    label: words('学习率衰减', 'Learning rate decay'),
    help: words(
      '余弦：平滑降到最终比例；分段：在指定轮次下降',
      'Cosine: falls smoothly. Steps: drops at the epochs you choose',
    ),
  },
  finalLearningRate: {
    ...probability(0.05, 4),
    group: 'schedule',
    needs: { key: 'decay', is: 'cosine' },
    label: words('最终学习率比例', 'Final learning rate ratio'),
    help: words('余弦衰减结束时占初始值的比例', 'Share of the initial rate at the end of cosine decay'),
  },
  decayEpochs: {
    kind: 'sequence',
    group: 'schedule',
    needs: { key: 'decay', is: 'steps' },
    min: 1,
    max: limits.epochsMax,
    most: limits.decayEpochsMax,
    default: [],
    share: byTime,
    unit: unit.epochs,
    label: words('衰减点', 'Decay at'),
    help: words('递增，如 60, 80', 'Increasing, such as 60, 80'),
  },
  decayFactor: {
    ...probability(0.1, 2),
    group: 'schedule',
    needs: { key: 'decay', is: 'steps' },
    label: words('衰减系数', 'Decay factor'),
    help: words('每到一个衰减轮次，学习率乘以此值', 'Factor applied to the learning rate at each decay epoch'),
  },
  momentum: {
    ...probability(0.937, 4),
    group: 'schedule',
    label: words('动量', 'Momentum'),
    help: words(
      'SGD 的动量；AdamW 的一阶系数，最大按 0.999 计',
      'Momentum of SGD; first coefficient of AdamW, there at most 0.999',
    ),
  },
  weightDecay: {
    ...probability(0.0005, 8),
    group: 'schedule',
    label: words('权重衰减', 'Weight decay'),
    help: words('抑制过拟合；图片很少时增大', 'Limits overfitting; increase if there are few images'),
  },
  patience: {
    ...hundred(0),
    group: 'schedule',
    unit: words('次验证', 'validations'),
    label: words('提前停止', 'Early stop'),
    help: words(
      '连续多少次验证没有提高就结束训练；0：不提前停止',
      'Ends training after this many validations without improvement; 0: never',
    ),
  },
  saveInterval: {
    kind: 'integer',
    group: 'schedule',
    min: 0,
    max: limits.epochsMax,
    default: 0,
    unit: unit.epochs,
    label: words('保存间隔', 'Save interval'),
    help: words(
      '每隔多少轮保留一次权重，可在训练页面下载；0：只保留最好的权重',
      'Number of epochs after which weights are kept, for download on the training page; 0: only the best ones',
    ),
  },
  validationInterval: {
    kind: 'integer',
    group: 'schedule',
    min: 1,
    max: limits.epochsMax,
    default: 1,
    unit: unit.epochs,
    label: words('验证间隔', 'Validation interval'),
    help: words('每隔多少轮验证一次', 'Epochs between validations'),
  },
  precision: {
    ...precision,
    group: 'schedule',
    options: [...precision.options, { value: 'fp16', label: words('fp16（仅 GPU）', 'fp16 (GPU only)') }],
    help: words(
      '自动：CPU 或 GPU 支持时使用 bf16，不支持 bf16 的 GPU 使用 fp16，否则使用 fp32。fp16 省显存，用于较旧的 GPU；在 CPU 上按自动处理',
      'Automatic: bf16 if the CPU or GPU supports it, fp16 on a GPU that does not, else fp32. fp16 saves memory on older GPUs; on a CPU it counts as automatic',
    ),
  },
} as const satisfies ParamTable;
