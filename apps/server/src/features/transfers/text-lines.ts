/** Files of texts as other programs have them: lists of PPOCRLabel (Label.txt, rec_gt.txt) and of ICDAR 2015 (gt_*.txt). Pure. */

/** A text of an image; corners in its pixels, null: the whole image. `text` null: not typed. */
export interface TextLine {
  points: number[] | null;
  text: string | null;
  ignore: boolean;
}
/** What a line says of an image by its name, and how many of its texts are none; undefined: the line is not valid. */
export type TextsOfImage = { image: string; texts: TextLine[]; bad: number } | undefined;

/** What stands for a text that nobody can read. */
const unreadable = '###';

const saidBy = (transcription: string, difficult: boolean): Pick<TextLine, 'text' | 'ignore'> => ({
  text: transcription === unreadable || transcription === '' ? null : transcription,
  ignore: difficult || transcription === unreadable,
});

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function ppocrText(raw: unknown): TextLine | undefined {
  const { transcription, points, difficult } = (raw ?? {}) as Record<string, unknown>;
  if (typeof transcription !== 'string' || !Array.isArray(points) || points.length < 3) return undefined;
  const flat = points.flatMap((point: unknown) => (Array.isArray(point) && point.length === 2 ? point : [null]));
  return flat.every(isNumber) ? { points: flat, ...saidBy(transcription, difficult === true) } : undefined;
}

const holdsQuads = (rest: string): boolean => rest.trimStart().startsWith('[{');
/** Whether a line lists quadrilaterals. */
export const isListLine = (line: string): boolean =>
  line.includes('\t') && holdsQuads(line.slice(line.indexOf('\t') + 1));

/**
 * `images/a.jpg<tab>[{"transcription": …, "points": [[x, y], …], "difficult": false}, …]`, or `crops/a.jpg<tab>text`.
 * `areCrops`: each line of the file is a text, also one that looks like a list, or none is; left out: a line says itself.
 */
export function readTabLine(line: string, areCrops?: boolean): TextsOfImage {
  const at = line.indexOf('\t');
  const [image, rest] = [line.slice(0, at).trim(), line.slice(at + 1)];
  if (at <= 0 || image === '') return undefined;
  if (areCrops ?? (!holdsQuads(rest) && rest.trim() !== '[]'))
    return { image, texts: [{ points: null, ...saidBy(rest.trim(), false) }], bad: 0 };
  try {
    const list = JSON.parse(rest) as unknown[];
    const texts = list.flatMap((one) => ppocrText(one) ?? []);
    // without one that is good, the image is not one without texts
    return texts.length > 0 || list.length === 0 ? { image, texts, bad: list.length - texts.length } : undefined;
  } catch {
    return undefined;
  }
}

/** `x1,y1,x2,y2,x3,y3,x4,y4,text`: eight numbers, and all behind them is the text. */
export function readIcdarLine(line: string): TextLine | undefined {
  const parts = line.split(',');
  const points = parts.slice(0, 8).map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (parts.length < 9 || !points.every(isNumber)) return undefined;
  return { points, ...saidBy(parts.slice(8).join(',').trim(), false) };
}

const shown = ({ text, ignore }: TextLine): string => (ignore && text === null ? unreadable : (text ?? ''));

export function ppocrLine(image: string, texts: readonly TextLine[]): string {
  const list = texts.flatMap((one) =>
    one.points === null
      ? []
      : [
          {
            transcription: shown(one),
            points: Array.from({ length: one.points.length / 2 }, (_, i) => [
              one.points![2 * i]!,
              one.points![2 * i + 1]!,
            ]),
            difficult: one.ignore,
          },
        ],
  );
  return `${image}\t${JSON.stringify(list)}\n`;
}

/** A text as one line can say it. */
const inOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** Its format has no word for a region to ignore whose text is known. Readers take whole pixels alone. */
export const icdarLine = (one: TextLine): string =>
  `${one.points!.map(Math.round).join(',')},${one.ignore ? unreadable : inOneLine(one.text ?? '')}\n`;

/** Of an image that is cut to one text. */
export const cropLine = (image: string, text: string): string => `${image}\t${inOneLine(text)}\n`;
