/** How training images are cut and changed before the network sees them. */
import { limits } from '../../core/limits.ts';
import type { ParamTable } from '../params.ts';
import { byTime, hundred, levels, probability, unit, words } from './fields.ts';

const crop = {
  kind: 'pair',
  group: 'crops',
  needs: { key: 'cropShare' },
  min: 1,
  max: limits.cropSide,
  unit: unit.pixels,
} as const;

export const cropFields = {
  cropShare: {
    ...hundred(0),
    group: 'crops',
    unit: unit.percent,
    label: words('裁剪比例', 'Cropped images'),
    help: words(
      '以随机裁剪放大的图片所占比例；大图上的小缺陷可设 30–50',
      'Share of images used as an enlarged random crop; 30–50 for small defects in large images',
    ),
  },
  sourceSize: {
    kind: 'integer',
    group: 'crops',
    needs: { key: 'cropShare' },
    min: limits.imageSizeMin,
    max: limits.imageSizeMax,
    default: limits.cropSide,
    unit: unit.pixels,
    label: words('图片尺寸', 'Image size'),
    help: words(
      '裁剪前把图片长边缩放到此尺寸；不小于训练尺寸',
      'The long side is scaled to this before cropping; at least the training size',
    ),
  },
  cropWidth: {
    ...crop,
    default: [640, 1280],
    label: words('裁剪宽度', 'Crop width'),
    help: words('随机宽度的最小值和最大值', 'Smallest and largest random width'),
  },
  cropHeight: {
    ...crop,
    default: [640, 1280],
    label: words('裁剪高度', 'Crop height'),
    help: words('随机高度的最小值和最大值', 'Smallest and largest random height'),
  },
} as const satisfies ParamTable;

export const augmentationFields = {
  mosaic: {
    ...probability(0.5),
    group: 'augmentation',
    label: words('马赛克', 'Mosaic'),
    help: words('四图拼接的概率', 'Probability of combining four images'),
  },
  closeMosaicEpochs: {
    kind: 'integer',
    group: 'augmentation',
    min: 0,
    max: limits.epochsMax,
    default: 10,
    share: byTime,
    unit: unit.epochs,
    label: words('末尾关闭马赛克', 'End without mosaic'),
    help: words(
      '训练末尾这一段不使用马赛克、图片混合和目标粘贴，最多为全程的三分之一；提前停止时也会完成这一段',
      'Mosaic, mix-up and copy-paste are off for this last part, at most a third of the training. An early stop runs it too',
    ),
  },
  mixup: {
    ...probability(0),
    group: 'augmentation',
    label: words('图片混合', 'Mix-up'),
    help: words('两图叠加的概率', 'Probability of blending two images'),
  },
  copyPaste: {
    ...probability(0),
    group: 'augmentation',
    label: words('目标粘贴', 'Copy-paste'),
    help: words(
      '把其他图片的一至三个目标按轮廓贴到图片上的概率，包括没有目标的图片；图片少且零件位置固定时可试 0.5',
      'Probability that one to three objects are cut from other images and pasted onto an image, including images without objects; try 0.5 if there are few images and parts are always in the same position',
    ),
  },
  flipHorizontal: {
    ...probability(0.5),
    group: 'augmentation',
    label: words('水平翻转', 'Horizontal flip'),
    help: words('概率；左右不可互换时设为 0', 'Probability; 0 if left and right must not be swapped'),
  },
  flipVertical: {
    ...probability(0),
    group: 'augmentation',
    label: words('垂直翻转', 'Vertical flip'),
    help: words('概率；零件可任意朝向时设为 0.5', 'Probability; 0.5 if parts may lie either way up'),
  },
  rotate: {
    kind: 'decimal',
    group: 'augmentation',
    min: 0,
    max: 180,
    decimals: 1,
    default: 0,
    unit: words('度', '°'),
    label: words('旋转', 'Rotation'),
    help: words('最大角度', 'Largest angle'),
  },
  scale: {
    ...probability(0.3),
    group: 'augmentation',
    label: words('缩放', 'Scale'),
    help: words('尺寸变化的最大比例', 'Largest change in size, as a share'),
  },
  translate: {
    ...probability(0.1),
    group: 'augmentation',
    label: words('平移', 'Translation'),
    help: words('占图片边长的最大比例', 'Largest shift, as a share of the image side'),
  },
  perspective: {
    kind: 'decimal',
    group: 'augmentation',
    min: 0,
    max: 0.001,
    decimals: 4,
    default: 0,
    label: words('透视', 'Perspective'),
    help: words(
      '随机透视的最大强度；相机角度会变时可试 0.0005',
      'Maximum strength of a random perspective change; try 0.0005 if the camera angle varies',
    ),
  },
  hue: {
    ...probability(0.01, 4),
    group: 'augmentation',
    label: words('色调', 'Hue'),
    help: words('变化幅度；颜色区分缺陷时保持很小', 'Gain; keep it small if colour distinguishes defects'),
  },
  saturation: {
    ...probability(0.3),
    group: 'augmentation',
    label: words('饱和度', 'Saturation'),
    help: words('变化幅度', 'Gain'),
  },
  brightness: {
    ...probability(0.3),
    group: 'augmentation',
    label: words('亮度', 'Brightness'),
    help: words('变化幅度；光照不稳时增大', 'Gain; increase if the lighting varies'),
  },
  contrast: {
    ...probability(0),
    group: 'augmentation',
    label: words('对比度', 'Contrast'),
    help: words('变化幅度', 'Gain'),
  },
  brightnessShift: {
    ...levels(0),
    group: 'augmentation',
    unit: words('灰度级', 'grey levels'),
    label: words('亮度偏移', 'Brightness offset'),
    help: words('最多加减的灰度级；环境光变化时使用', 'Largest change in grey levels; for changing ambient light'),
  },
  noise: {
    ...levels(0),
    group: 'augmentation',
    unit: words('灰度级', 'grey levels'),
    label: words('噪声', 'Noise'),
    help: words('最大标准差；相机噪声大时可设 5–15', 'Largest standard deviation; 5–15 for noisy cameras'),
  },
  blur: {
    ...hundred(0),
    group: 'augmentation',
    unit: unit.percent,
    label: words('模糊', 'Blur'),
    help: words('被模糊的图片所占比例；对焦或运动不稳时使用', 'Share of images to blur; for poor focus or motion'),
  },
  grey: {
    ...hundred(0),
    group: 'augmentation',
    unit: unit.percent,
    label: words('灰度化', 'Greyscale'),
    help: words('变为灰度的图片所占比例；颜色不可靠时使用', 'Share of images to turn grey; if colour is unreliable'),
  },
  erase: {
    ...probability(0, 1),
    group: 'augmentation',
    label: words('随机遮挡', 'Random erasing'),
    help: words(
      '遮去一小块的概率；目标常被遮挡时使用',
      'Probability that a patch is hidden; for parts that are often covered',
    ),
  },
  multiScale: {
    kind: 'switch',
    group: 'augmentation',
    default: false,
    label: words('多尺度', 'Multi-scale'),
    help: words('每批随机改变训练尺寸，速度较慢', 'Random training size for each batch; slower'),
  },
  multiScaleRange: {
    kind: 'pair',
    group: 'augmentation',
    needs: { key: 'multiScale' },
    min: 0.1,
    max: 2,
    decimals: 1,
    increasing: true,
    default: [0.5, 1.5],
    label: words('多尺度范围', 'Size range'),
    help: words('多尺度时训练尺寸的最小和最大倍数', 'Smallest and largest multiple of the training size'),
  },
} as const satisfies ParamTable;
