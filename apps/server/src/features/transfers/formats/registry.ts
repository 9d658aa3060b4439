/** The formats of annotation files, a row each. The first that recognises a file reads it. */
import type { ExportFormat } from '@loupe/contract';
import { coco as cocoPlain, cocoMasks, cocoText } from '../exports/formats/coco.ts';
import { maskIndex, maskPerLabel } from '../exports/formats/masks.ts';
import { mvtec, okng } from '../exports/formats/ok-ng.ts';
import { icdar, ppocr, textCrops } from '../exports/formats/texts.ts';
import { yoloDetect, yoloObb, yoloSegment } from '../exports/formats/yolo.ts';
import type { Format } from '../exports/work.ts';
import { readCocoFiles } from '../imports/coco-files.ts';
import { readTextFiles } from '../imports/text-files.ts';
import { readYoloFiles } from '../imports/yolo-files.ts';
import { cvat } from './cvat.ts';
import { datumaro } from './datumaro.ts';
import type { FileFormat } from './format.ts';
import { labelme } from './labelme.ts';
import { voc } from './voc.ts';

const coco = {
  recognise: ({ keys }) => ['images', 'annotations', 'categories'].some((key) => keys.get(key) === '['),
  read: ({ archive, files, signal }) => readCocoFiles(archive, signal, files),
  writes: { coco: cocoPlain, cocoMasks, cocoText },
} as const satisfies FileFormat;
const yolo = {
  reads: 'labels',
  read: ({ archive, signal }) => readYoloFiles(archive, signal),
  writes: { yoloDetect, yoloSegment, yoloObb },
} as const satisfies FileFormat;
const texts = {
  reads: 'texts',
  read: ({ archive, signal }) => readTextFiles(archive, signal),
  writes: { ppocr, icdar, textCrops },
} as const satisfies FileFormat;
/** Told from images by their directories (`mask-layout`, `layout`), so that they are no images of the set. */
const masks = { writes: { maskIndex, maskPerLabel, mvtec, okng } } as const satisfies FileFormat;

const all = [coco, labelme, voc, cvat, datumaro, yolo, texts, masks] as const;
export const fileFormats: readonly FileFormat[] = all;

/** Reads JSON files that nothing recognises, and says of each why it is none of its own. */
export const fallback: FileFormat = coco;

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void
  ? All
  : never;
type Writers = Together<(typeof all)[number]['writes']>;

/** How each format of an export is written; one that no row writes does not compile. */
export const formats: { readonly [F in ExportFormat]: Format } = Object.assign(
  {},
  ...all.map(({ writes }) => writes),
) as Writers;
