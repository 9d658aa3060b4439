/** The formats of an export, a row each; how the server reads and writes one is its `features/transfers/formats`. */
import { z } from 'zod';
import type { Words } from '../core/messages.ts';
import { hasTexts, type Family } from '../families/family.ts';

/** What a format cannot say; the words of each are `exportLoss.<kind>` in the messages. */
export const ExportLossKind = z.enum([
  'unannotated',
  'parts',
  'folderTypes',
  'conflicts',
  'unlabelled',
  'polygonsToBoxes',
  'polygonsToRotated',
  'boxesToPolygons',
  'quadsToPolygons',
  'quadrilaterals',
  'polygonsToQuads',
  'holes',
  'separateParts',
  'boxesToMasks',
  'wholePixels',
  'covered',
  'merged',
  'ignored',
  'texts',
  'ignoredTexts',
  'untyped',
  'places',
  'labels',
  'scores',
]);
export type ExportLossKind = z.infer<typeof ExportLossKind>;
/** What every format leaves out: it follows from what is exported, and is no loss of the format. */
export const lossesOfChoice: ReadonlySet<ExportLossKind> = new Set<ExportLossKind>(['unannotated', 'conflicts']);
/** What is lost of whole images; of the others the shapes are counted. */
export const lossesOfImages: ReadonlySet<ExportLossKind> = new Set<ExportLossKind>([
  ...lossesOfChoice,
  'parts',
  'folderTypes',
]);

/** What becomes of something: it comes back as it was, or this is lost. */
export type Fate = 'kept' | ExportLossKind;

/** What a format can hold. The losses that a person reads before an export are counted by this table. */
export interface Holds {
  rect: Fate;
  rrect: Fate;
  quad: Fate;
  polygon: Fate;
  /** Of a polygon that stays an outline. */
  holes: Fate;
  pieces: Fate;
  /** Regions to ignore; false: they are left out. */
  ignore: boolean;
  texts: boolean;
  scores: boolean;
}

const outlines = {
  rect: 'kept',
  rrect: 'quadsToPolygons',
  quad: 'quadsToPolygons',
  polygon: 'kept',
  holes: 'holes',
  pieces: 'kept',
} as const;
const nothingBeside = { ignore: false, texts: false, scores: false } as const;
const allBeside = { ignore: true, texts: true, scores: true } as const;
/** Of the cells that a shape covers nothing is lost but the fractions of its corners. */
const cells = {
  rect: 'boxesToMasks',
  rrect: 'wholePixels',
  quad: 'wholePixels',
  polygon: 'wholePixels',
  holes: 'kept',
  pieces: 'separateParts',
  ...nothingBeside,
} as const;
const boxesOnly = {
  rect: 'kept',
  rrect: 'polygonsToBoxes',
  quad: 'polygonsToBoxes',
  polygon: 'polygonsToBoxes',
  holes: 'kept',
  pieces: 'kept',
} as const;
const defects = { ...cells, rect: 'kept', rrect: 'kept', quad: 'kept', polygon: 'kept', pieces: 'kept' } as const;

interface ExportFormatDef {
  name: Words;
  /** What is in the file; shown behind the name. */
  help: Words;
  /** What goes into one file: a data set, or all data sets of the model that it belongs to. */
  takes: 'dataset' | 'model';
  /** It is made of what texts say; a data set without texts has nothing for it. */
  ofTexts?: true;
  /** Absent where what is lost depends on what a text says: then the server's row counts it. */
  holds?: Holds;
}

export const exportFormats = {
  coco: {
    name: { zh: 'COCO', en: 'COCO' },
    help: { zh: '一个 JSON 文件，矩形和多边形', en: 'one JSON file, rectangles and polygons' },
    takes: 'dataset',
    holds: { ...outlines, ...allBeside },
  },
  cocoMasks: {
    name: { zh: 'COCO（RLE 掩膜）', en: 'COCO with masks (RLE)' },
    help: { zh: '一个 JSON 文件，掩膜保留孔', en: 'one JSON file, run-length masks that keep holes' },
    takes: 'dataset',
    holds: { ...cells, ...allBeside, rect: 'kept', pieces: 'kept' },
  },
  yoloDetect: {
    name: { zh: 'YOLO 检测', en: 'YOLO detection' },
    help: { zh: '每张图片一个文本文件，矩形', en: 'one text file per image, rectangles' },
    takes: 'dataset',
    holds: { ...boxesOnly, ...nothingBeside },
  },
  yoloSegment: {
    name: { zh: 'YOLO 分割', en: 'YOLO segmentation' },
    help: { zh: '每张图片一个文本文件，多边形', en: 'one text file per image, polygons' },
    takes: 'dataset',
    holds: { ...outlines, ...nothingBeside, rect: 'boxesToPolygons', pieces: 'separateParts' },
  },
  yoloObb: {
    name: { zh: 'YOLO OBB', en: 'YOLO OBB' },
    help: {
      zh: '每张图片一个文本文件，旋转矩形的四个角点',
      en: 'one text file per image, four corners of rotated rectangles',
    },
    takes: 'dataset',
    holds: { ...boxesOnly, ...nothingBeside, rrect: 'kept', quad: 'kept', polygon: 'polygonsToRotated' },
  },
  voc: {
    name: { zh: 'Pascal VOC', en: 'Pascal VOC' },
    help: { zh: '每张图片一个 XML 文件，矩形', en: 'one XML file per image, rectangles' },
    takes: 'dataset',
    holds: { ...boxesOnly, ...nothingBeside, ignore: true },
  },
  labelme: {
    name: { zh: 'LabelMe / X-AnyLabeling', en: 'LabelMe / X-AnyLabeling' },
    help: {
      zh: '图片旁一个 JSON 文件，矩形、旋转矩形和多边形',
      en: 'one JSON file beside each image, rectangles, rotated rectangles and polygons',
    },
    takes: 'dataset',
    holds: { ...outlines, ...allBeside, rrect: 'kept', quad: 'quadrilaterals' },
  },
  cvat: {
    name: { zh: 'CVAT', en: 'CVAT' },
    help: {
      zh: '一个 XML 文件，旋转矩形和掩膜',
      en: 'one XML file, rotated rectangles and masks',
    },
    takes: 'dataset',
    // a polygon has one ring there: what has more is a mask, so that it stays one object and keeps its holes
    holds: {
      ...outlines,
      ...allBeside,
      rrect: 'kept',
      quad: 'quadrilaterals',
      holes: 'wholePixels',
      pieces: 'wholePixels',
    },
  },
  datumaro: {
    name: { zh: 'Datumaro', en: 'Datumaro' },
    help: {
      zh: '一个 JSON 文件，旋转矩形和掩膜',
      en: 'one JSON file, rotated rectangles and masks',
    },
    takes: 'dataset',
    // pieces share a group, which is what its programs take for one object
    holds: { ...outlines, ...allBeside, rrect: 'kept', quad: 'quadrilaterals', holes: 'wholePixels' },
  },
  maskIndex: {
    name: { zh: '掩膜 PNG（调色板）', en: 'Mask PNG (palette)' },
    help: {
      zh: '每张图片一个 PNG，像素值为标签序号，附 labelmap.txt',
      en: 'one PNG per image, pixels are label numbers, with labelmap.txt',
    },
    takes: 'dataset',
    holds: cells,
  },
  maskPerLabel: {
    name: { zh: '掩膜 PNG（按标签）', en: 'Mask PNG (by label)' },
    help: {
      zh: '每张图片每个标签一个黑白 PNG，附 labelmap.txt',
      en: 'one black-and-white PNG per image and label, with labelmap.txt',
    },
    takes: 'dataset',
    holds: cells,
  },
  mvtec: {
    name: { zh: 'MVTec AD', en: 'MVTec AD' },
    help: {
      zh: '全部 OK 与 NG 图片，按训练与测试分开，附缺陷掩膜',
      en: 'all OK and NG images by training and test, with defect masks',
    },
    takes: 'model',
    holds: defects,
  },
  // most programs take images so; it does not say which are reserved for tests
  okng: {
    name: { zh: 'OK 与 NG', en: 'OK and NG' },
    help: {
      zh: '全部图片，按 OK 与 NG 分文件夹，附缺陷掩膜',
      en: 'all images in OK and NG folders, with defect masks',
    },
    takes: 'model',
    holds: defects,
  },
  ppocr: {
    name: { zh: 'PPOCRLabel', en: 'PPOCRLabel' },
    help: { zh: '每个文件夹一个 Label.txt，四边形、多边形和文字', en: 'a Label.txt per folder, outlines and texts' },
    takes: 'dataset',
    ofTexts: true,
  },
  icdar: {
    name: { zh: 'ICDAR 2015', en: 'ICDAR 2015' },
    help: { zh: '每张图片一个文本文件，四个角点和文字', en: 'one text file per image, four corners and texts' },
    takes: 'dataset',
    ofTexts: true,
  },
  cocoText: {
    name: { zh: 'COCO-Text', en: 'COCO-Text' },
    help: { zh: '一个 JSON 文件，轮廓、文字和可读性', en: 'one JSON file, outlines, texts and legibility' },
    takes: 'dataset',
    ofTexts: true,
  },
  textCrops: {
    name: { zh: '文字裁剪图', en: 'Text crops' },
    help: {
      zh: '每段文字转正后裁成一张图片，附 rec_gt.txt',
      en: 'each text cut out upright as an image, with rec_gt.txt',
    },
    takes: 'dataset',
    ofTexts: true,
  },
} as const satisfies Readonly<Record<string, ExportFormatDef>>;

export type ExportFormat = keyof typeof exportFormats;
const ids = Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]];
export const ExportFormat = z.enum(ids);

const rowOf = (format: ExportFormat): ExportFormatDef => exportFormats[format];

/** Whether it takes all data sets of a model together. */
export const isModelFormat = (format: ExportFormat): boolean => rowOf(format).takes === 'model';
export const isTextFormat = (format: ExportFormat): boolean => rowOf(format).ofTexts === true;

/** The formats that a data set of the family is offered: those of texts, or else those of its models and of any shapes. */
export function formatsFor(family: Pick<Family, 'shapes' | 'roles'>): ExportFormat[] {
  if (hasTexts(family)) return ids.filter(isTextFormat);
  const hasSides = family.roles.some(({ truth }) => truth === 'role');
  return [
    ...(hasSides ? ids.filter(isModelFormat) : []),
    ...ids.filter((format) => !isModelFormat(format) && !isTextFormat(format)),
  ];
}
