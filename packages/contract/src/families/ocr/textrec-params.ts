/** The training parameters of recipe `textrec`, which reads a text: bounds, defaults, units and help, once. */
import { limits } from '../../core/limits.ts';
import { unit, words } from '../detect/fields.ts';
import { paramsSchema, type ParamRule, type ParamsOf, type ParamTable } from '../params.ts';
import { lengthFields, ocrScheduleFields, recAugmentationFields, startFields } from './fields.ts';
import { ocrRules } from './rules.ts';

const textFields = {
  language: {
    kind: 'choice',
    group: 'text',
    default: 'zhEn',
    options: [
      { value: 'digits', label: words('数字', 'Digits') },
      { value: 'en', label: words('英文', 'English') },
      { value: 'zh', label: words('中文', 'Chinese') },
      { value: 'zhEn', label: words('中文和英文', 'Chinese and English') },
      { value: 'custom', label: words('自定义', 'Custom') },
    ],
    label: words('语言', 'Language'),
    help: words(
      '可识读的字符。字符越少，识读越快越准：只有日期和批号时选数字或英文。训练文字中的其他字符会自动加入',
      'Which characters can be read. The fewer, the faster and the more accurate: choose digits or English for dates and lots. Other characters of the training texts are added',
    ),
  },
  characters: {
    kind: 'text',
    group: 'text',
    most: limits.textCharacters,
    default: '',
    label: words('补充字符', 'Additional characters'),
    help: words(
      '所选语言之外还要识读的字符；语言为自定义时，只识读这些字符和训练文字中的字符；直接使用现成模型且留空时，识读其全部字符',
      'Characters to read in addition to those of the language. With Custom, only these and the characters of the training texts are read. If the ready-made reader is used as it is and this is empty, it reads all its characters',
    ),
  },
  maxTextLength: {
    kind: 'integer',
    group: 'text',
    min: 1,
    max: limits.textLengthMax,
    default: 25,
    unit: words('个字符', 'characters'),
    label: words('最大文字长度', 'Maximum text length'),
    help: words(
      '更长的文字不参与识读训练，开始前会列出',
      'Longer texts are not used to train reading; they are listed before the training starts',
    ),
  },
  ignoreCase: {
    kind: 'switch',
    group: 'text',
    default: false,
    label: words('不区分大小写', 'Ignore case'),
    help: words('比较标注与识读结果时不区分大小写', 'Truth and reading are compared regardless of case'),
  },
  widthZoom: {
    kind: 'choice',
    group: 'text',
    default: 'keep',
    options: [
      { value: 'keep', label: words('保持宽高比', 'Keep aspect ratio') },
      { value: 'fixed', label: words('拉伸到固定宽度', 'Stretch to a fixed width') },
    ],
    label: words('宽度缩放方式', 'Width zoom'),
    help: words(
      '保持宽高比：高度缩放到 48 像素，宽度随之变化；拉伸到固定宽度：适合长度几乎相同的文字',
      'Keep aspect ratio: the height becomes 48 px and the width follows. Stretch: for texts of nearly the same length',
    ),
  },
  width: {
    kind: 'integer',
    group: 'text',
    needs: { key: 'widthZoom', is: 'fixed' },
    min: limits.textWidthMin,
    max: limits.textWidthMax,
    step: 16,
    default: 320,
    unit: unit.pixels,
    label: words('固定宽度', 'Fixed width'),
    help: words(
      '80–1280，16 的倍数；每个字符至少需要 8 像素',
      '80–1280 in multiples of 16; a character needs at least 8 px',
    ),
  },
  edgeCut: {
    kind: 'decimal',
    group: 'text',
    min: 0,
    max: 0.5,
    decimals: 2,
    default: 0,
    label: words('边缘裁剪率', 'Edge cutting rate'),
    help: words(
      '识读前从文字区域上下各裁去的高度比例，训练时随机取 0 到此值；上下有横线或边框时可试 0.1',
      'Share of the height that is cut from the top and from the bottom of each text before it is read; training uses random values from 0 to this. Try 0.1 if there are lines or a frame above and below',
    ),
  },
  synthetic: {
    kind: 'decimal',
    group: 'text',
    needs: { key: 'training', is: 'tune' },
    min: 0,
    max: 0.5,
    decimals: 2,
    default: 0.2,
    label: words('合成文字', 'Synthetic texts'),
    help: words(
      '每批中由程序绘制的文字所占比例，用于学习图片中少见的字符；不用于验证。0：不使用',
      'Share of drawn texts in each batch, to learn characters that are rare in the images. Never used for validation. 0: none',
    ),
  },
} as const satisfies ParamTable;

export const textrecTable = {
  ...startFields,
  ...textFields,
  ...lengthFields,
  ...ocrScheduleFields,
  ...recAugmentationFields,
} as const satisfies ParamTable;

export type TextrecParams = ParamsOf<typeof textrecTable>;

/** Pixels of the text strip that give one column of the network's output. */
const columnPixels = 8;
const ownRules: ParamRule<TextrecParams>[] = [
  {
    field: 'characters',
    // the ready-made reader then keeps all characters that it knows
    broken: (p) => p.training !== 'none' && p.language === 'custom' && p.characters.trim() === '',
    message: 'train.noCharacters',
  },
  {
    field: 'characters',
    broken: (p) => /[\n\r\t]/.test(p.characters),
    message: 'train.charactersLines',
  },
  {
    field: 'width',
    broken: (p) => p.widthZoom === 'fixed' && p.width / columnPixels < p.maxTextLength,
    message: 'train.textWidth',
  },
];
export const TextrecParams = paramsSchema(textrecTable, [
  ...(ocrRules as unknown as ParamRule<TextrecParams>[]),
  ...ownRules,
]);
/** Version of the parameters' meaning, stored with each task and version. */
export const textrecParamsVersion = 1;
