/** How each format is written; one without a row does not compile. */
import type { ExportFormat } from '@loupe/contract';
import { coco } from './coco.ts';
import type { Format } from '../work.ts';
import { mvtec, okng } from './ok-ng.ts';
import { yoloDetect, yoloSegment } from './yolo.ts';

export const formats: { readonly [F in ExportFormat]: Format } = { coco, yoloDetect, yoloSegment, mvtec, okng };
