/** The annotation formats that an import recognises, a row each; how the server reads one is its `features/transfers/formats`. */
import type { Words } from '../core/messages.ts';

interface ImportFormatDef {
  name: Words;
  /** What is read of it; shown behind the name. */
  help: Words;
  /** In a line with others, where the name is long. */
  short?: string;
  /** Read in data sets of outlines alone. */
  ofOutlines?: true;
  /** Lists of texts; a data set without texts has nothing for it. */
  ofTexts?: true;
}

export const importFormats = {
  coco: {
    name: { zh: 'COCO', en: 'COCO' },
    help: { zh: 'JSON：矩形、多边形、RLE 掩膜', en: 'JSON: rectangles, polygons, run-length masks' },
  },
  yolo: {
    name: { zh: 'YOLO', en: 'YOLO' },
    help: { zh: 'TXT：检测、分割、OBB', en: 'text files: detection, segmentation, OBB' },
  },
  voc: {
    name: { zh: 'Pascal VOC', en: 'Pascal VOC' },
    short: 'VOC',
    help: { zh: 'XML：矩形、旋转矩形（roLabelImg）', en: 'XML: rectangles, also rotated ones of roLabelImg' },
  },
  labelme: {
    name: { zh: 'LabelMe / X-AnyLabeling', en: 'LabelMe / X-AnyLabeling' },
    short: 'LabelMe',
    help: {
      zh: 'JSON：矩形、旋转矩形、多边形、圆',
      en: 'JSON: rectangles, rotated rectangles, polygons, circles',
    },
  },
  cvat: {
    name: { zh: 'CVAT', en: 'CVAT' },
    help: {
      zh: 'XML：矩形、旋转矩形、多边形、掩膜、椭圆',
      en: 'XML: rectangles, rotated rectangles, polygons, masks, ellipses',
    },
  },
  datumaro: {
    name: { zh: 'Datumaro', en: 'Datumaro' },
    help: {
      zh: 'JSON：矩形、旋转矩形、多边形、掩膜、椭圆',
      en: 'JSON: rectangles, rotated rectangles, polygons, masks, ellipses',
    },
  },
  masks: {
    name: { zh: '掩膜', en: 'Masks' },
    ofOutlines: true,
    help: {
      zh: 'PNG：调色板、颜色，或每个标签一个文件',
      en: 'PNG: a palette, colours, or one file per label',
    },
  },
  texts: {
    name: { zh: 'PPOCRLabel / ICDAR', en: 'PPOCRLabel / ICDAR' },
    help: { zh: 'TXT：文字（仅 OCR）', en: 'text files: texts (OCR only)' },
    ofTexts: true,
  },
} as const satisfies Readonly<Record<string, ImportFormatDef>>;

export type ImportFormat = keyof typeof importFormats;
export const importFormatIds = Object.keys(importFormats) as [ImportFormat, ...ImportFormat[]];
const rows: readonly ImportFormatDef[] = Object.values(importFormats);
/** Those of any data set of shapes, in few words. */
export const shapeFormatNames: readonly Words[] = rows
  .filter(({ ofTexts, ofOutlines }) => !ofTexts && !ofOutlines)
  .map(({ short, name }) => (short ? { zh: short, en: short } : name));
