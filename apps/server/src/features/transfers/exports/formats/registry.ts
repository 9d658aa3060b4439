/** How each format is written; one without a row does not compile. */
import type { ExportFormat } from '@loupe/contract';
import { coco, cocoMasks, cocoText } from './coco.ts';
import { maskIndex, maskPerLabel } from './masks.ts';
import type { Format } from '../work.ts';
import { mvtec, okng } from './ok-ng.ts';
import { icdar, ppocr, textCrops } from './texts.ts';
import { yoloDetect, yoloSegment } from './yolo.ts';

export const formats: { readonly [F in ExportFormat]: Format } = {
  coco,
  cocoMasks,
  yoloDetect,
  yoloSegment,
  maskIndex,
  maskPerLabel,
  mvtec,
  okng,
  ppocr,
  icdar,
  cocoText,
  textCrops,
};
