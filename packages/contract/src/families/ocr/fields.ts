/** What both networks of OCR set: how they are made, for how long they learn, and how their images vary. */
import { augmentationFields } from '../detect/images.ts';
import { mainFields } from '../detect/main.ts';
import { scheduleFields } from '../detect/schedule.ts';
import { words } from '../detect/fields.ts';
import type { ParamTable } from '../params.ts';

/** Of a training that learns. */
const tuned = { key: 'training', is: 'tune' } as const;

export const startFields = {
  training: {
    kind: 'choice',
    group: 'main',
    default: 'tune',
    options: [
      { value: 'tune', label: words('训练', 'Train') },
      { value: 'none', label: words('直接使用现成模型', 'Ready-made reader') },
    ],
    label: words('训练方式', 'Training'),
    help: words(
      '训练：用已标注的文字继续训练。直接使用现成模型：不训练，也不需要标注，几分钟内得到可用于预标注和在线检测的版本',
      'Train: learns from annotated texts. Ready-made reader: nothing is learned and nothing has to be annotated; within minutes there is a version for pre-annotation and online detection',
    ),
  },
  network: {
    kind: 'choice',
    group: 'main',
    default: 'pp',
    options: [
      { value: 'pp', label: words('PP-OCRv6', 'PP-OCRv6') },
      { value: 'n', label: words('n', 'n') },
    ],
    label: words('网络结构', 'Network'),
    help: words(
      'PP-OCRv6：已能识读常见文字，在其基础上微调，最准；n：小而快，从零训练，适合字体固定、图片较多的产线',
      'PP-OCRv6 already reads common texts and is fine-tuned: the most accurate. n is small and fast and learns from scratch: for lines with one font and many images',
    ),
  },
} as const satisfies ParamTable;

const { length, timeBudget, epochs, batchSize, validationSplit } = mainFields;
export const lengthFields = {
  length: { ...length, needs: tuned },
  timeBudget: { ...timeBudget, needs: { ...timeBudget.needs, and: tuned } },
  epochs: { ...epochs, needs: { ...epochs.needs, and: tuned } },
  batchSize: { ...batchSize, needs: tuned, default: 8 },
  validationSplit,
} as const satisfies ParamTable;

const { freezeEpochs: _, repeatRare: __, emptyShare: ___, ...schedule } = scheduleFields;
export const ocrScheduleFields = {
  ...schedule,
  learningRate: {
    ...schedule.learningRate,
    default: 0.0003,
    help: words(
      '微调 PP-OCRv6 建议 0.0001–0.0005，从零训练的网络 n 建议 0.001–0.002；损失发散时降低',
      '0.0001–0.0005 suits fine-tuning of PP-OCRv6, 0.001–0.002 suits network n from scratch; lower it if the loss diverges',
    ),
  },
} as const satisfies ParamTable;

const { rotate, scale, translate, perspective, hue, saturation, brightness, contrast, noise, blur } =
  augmentationFields;
export const detAugmentationFields = {
  rotate: { ...rotate, default: 5 },
  scale,
  translate,
  perspective,
  hue,
  saturation,
  brightness,
  contrast,
  noise,
  blur,
} as const satisfies ParamTable;
/** Of single lines: turned little, as the reading direction must stay. */
export const recAugmentationFields = {
  rotate: {
    ...rotate,
    max: 15,
    default: 2,
    help: words(
      '文字行的最大倾斜角度；定位不够准时增大',
      'Largest angle by which a line is tilted; raise it if texts are located roughly',
    ),
  },
  brightness,
  contrast: { ...contrast, default: 0.2 },
  noise,
  blur,
} as const satisfies ParamTable;
