/** What each kind of shape means for each model type: what it teaches, and what a version is judged by. Shown in the guide. */
import type { ModelType } from './families/ids.ts';
import type { Words } from './families/params.ts';
import type { ShapeKind } from './shapes.ts';

/** `ignore`: of a shape of any kind that is a region to ignore. A kind that is missing cannot be drawn for the model type. */
export type ShapeMeaning = Readonly<Partial<Record<ShapeKind, Words>> & { ignore: Words }>;

const neither: Words = {
  zh: '不参与训练；此处的检出既不算对也不算错',
  en: 'teaches nothing; what is found there is neither right nor wrong',
};
const boxes: ShapeMeaning = {
  rect: { zh: '目标的框', en: 'the box of an object' },
  rrect: { zh: '目标，取其外接框', en: 'an object, by the upright box around it' },
  polygon: { zh: '目标，取其外接框', en: 'an object, by the upright box around it' },
  ignore: neither,
};
const area: Words = { zh: 'NG 图片上缺陷的区域', en: 'the area of a defect on an NG image' };
const texts: ShapeMeaning = {
  quad: { zh: '一行文字，第一个角点是起读位置', en: 'a line of text; its first corner is where reading starts' },
  polygon: {
    zh: '弯曲文字的轮廓，识读时取其最小外接旋转矩形',
    en: 'the outline of bent text; it is read in the smallest rotated rectangle around it',
  },
  ignore: {
    zh: '无法辨认的文字，不计入训练和评估',
    en: 'text that cannot be read; not used for training or evaluation',
  },
};

/** A model type that somebody registers says it of itself; these are ours. */
export const shapeMeanings: Readonly<Record<ModelType, ShapeMeaning>> = {
  singleStage: boxes,
  multiStage: boxes,
  segment: {
    polygon: {
      zh: '目标的轮廓，可有孔洞和多个部分',
      en: 'the outline of an object, with its holes and separate pieces',
    },
    ignore: neither,
  },
  anomaly: {
    rect: area,
    rrect: area,
    polygon: area,
    ignore: { zh: '视为没有标注', en: 'counts as not drawn' },
  },
  text: texts,
  read: texts,
};
