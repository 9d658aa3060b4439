/** The texts of a training before it starts: what can be learned from each of them, and why not from others. */
import { limits } from '@loupe/contract';
import { answersNeeded, isCrossedQuad, textColumns, textStep, type TextQuad, type TextWidth } from '@loupe/geometry';

/** Pixels of a text's strip for one answer of the network. */
const answerPixels = 8;

export interface DrawnText {
  imageId: number;
  /** Name of its image. */
  file: string;
  width: number;
  height: number;
  kind: string;
  points: readonly number[];
  text: string | null;
  ignore: boolean;
}
/** As the parameters of the network that reads have it. */
export interface Reading {
  language: string;
  characters: string;
  maxTextLength: number;
  width: TextWidth;
}

export const readingOf = (params: Readonly<Record<string, unknown>>): Reading => ({
  language: String(params['language']),
  characters: String(params['characters'] ?? ''),
  maxTextLength: Number(params['maxTextLength'] ?? limits.textLengthMax),
  width: { zoom: params['widthZoom'] === 'fixed' ? 'fixed' : 'keep', fixed: Number(params['width']), step: textStep },
});

const digits = '0123456789.,-/:+ ';
const isPrintable = (one: string): boolean => one >= ' ' && one <= '~';
/** Han, or punctuation of Chinese, as the engine's `charset.py` has it; which of them the ready-made reader knows, the engine tells. */
const isChinese = (one: string): boolean =>
  /[\p{Script=Han}〇·—…‘’“”]/u.test(one) ||
  (/[\u3000-\u303f\uff00-\uffef\ufe10-\ufe1f\ufe30-\ufe4f]/.test(one) && /[\p{P}\p{S}\p{Z}]/u.test(one));

const languages: Readonly<Record<string, (one: string) => boolean>> = {
  digits: (one) => digits.includes(one),
  en: isPrintable,
  zh: (one) => /[0-9]/.test(one) || isChinese(one),
  zhEn: (one) => isPrintable(one) || isChinese(one),
  custom: () => false,
};

/** Whether the language, with what was added to it, has a character. */
export const hasCharacter = ({ language, characters }: Reading, one: string): boolean =>
  (languages[language] ?? languages['custom']!)(one) || characters.includes(one);

/** Points so little outside were put there by rounding. */
const tolerated = 0.5;
const isOutside = ({ points, width, height }: DrawnText): boolean =>
  points.some((value, i) => value < -tolerated || value > (i % 2 === 0 ? width : height) + tolerated);

/** Why a text is left out, or what else is to be said of it. */
export const textFaults = ['crossed', 'outside', 'untyped', 'empty', 'lines', 'long', 'narrow'] as const;
export type TextFault = (typeof textFaults)[number];

/** Of a shape alone: then it is no region either. */
const faultOfShape = (one: DrawnText): TextFault | null => {
  if (one.kind === 'quad' && isCrossedQuad(one.points)) return 'crossed';
  return isOutside(one) ? 'outside' : null;
};

function faultOfText({ kind, points, text }: DrawnText, reading: Reading): TextFault | null {
  if (text === null) return 'untyped';
  if (/[\r\n\t]/.test(text)) return 'lines';
  if (text.trim() === '') return 'empty';
  if ([...text].length > reading.maxTextLength) return 'long';
  if (kind !== 'quad') return null;
  const { columns } = textColumns(points as unknown as TextQuad, reading.width);
  return columns / answerPixels < answersNeeded(text) ? 'narrow' : null;
}

export interface TextCounts {
  /** Texts to find, and those that are typed and can be learned to read. */
  regions: number;
  usable: number;
  faults: Record<TextFault, { count: number; files: string[] }>;
  /** Images with more than one typed text. */
  several: { count: number; files: string[] };
  /** Characters of usable texts that the language lacks. */
  lacking: Set<string>;
}

const filesNamed = 5;

/** `add(image, file)` for each typed text: images with more than one of them. */
function makeSeveral() {
  const texts = new Map<number, number>();
  const several: TextCounts['several'] = { count: 0, files: [] };
  const add = (imageId: number, file: string): void => {
    const count = (texts.get(imageId) ?? 0) + 1;
    texts.set(imageId, count);
    if (count !== 2) return;
    several.count++;
    if (several.files.length < filesNamed) several.files.push(file);
  };
  return { several, add };
}

export function makeTextCounter(reading: Reading): { add: (one: DrawnText) => void; counts: TextCounts } {
  const faults = Object.fromEntries(
    textFaults.map((fault) => [fault, { count: 0, files: [] as string[] }]),
  ) as TextCounts['faults'];
  const { several, add: addTyped } = makeSeveral();
  const counts: TextCounts = { regions: 0, usable: 0, faults, several, lacking: new Set() };
  return {
    counts,
    add(one) {
      if (one.ignore) return;
      if (one.text !== null) addTyped(one.imageId, one.file);
      const ofShape = faultOfShape(one);
      const fault = ofShape ?? faultOfText(one, reading);
      if (fault) {
        const { files } = faults[fault];
        faults[fault].count++;
        if (files.length < filesNamed && !files.includes(one.file)) files.push(one.file);
      }
      if (ofShape === 'crossed') return;
      counts.regions++;
      if (one.text !== null && (!fault || fault === 'outside')) {
        counts.usable++;
        for (const character of one.text.normalize('NFKC')) {
          if (!hasCharacter(reading, character) && !hasCharacter(reading, character.normalize('NFC')))
            counts.lacking.add(character);
        }
      }
    },
  };
}
