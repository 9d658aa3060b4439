/** What the workbench knows of texts: which shapes carry one, their order, and what has not been typed. Pure. */
import { cutText, limits, type Label, type Shape, type ShapeKind } from '@loupe/contract';
import { boundsOf, boxIou, inReadingOrder as readingOrderOf, readingQuad, type Box } from '@loupe/geometry';
import { isUntyped } from '../../../canvas/index.ts';
import type { ListedShape } from '../parts/shape-facts.ts';
import type { Template } from './template.ts';

/** Quadrilaterals are drawn around texts and nothing else. */
export const carriesTexts = (kinds: readonly ShapeKind[] | undefined): boolean => kinds?.includes('quad') ?? false;

/** The corners of a text as it is read. */
export const quadOf = ({ kind, points, parts }: Pick<Shape, 'kind' | 'points' | 'parts'>): number[] => {
  if (kind === 'quad' || kind === 'rrect') return points;
  if (kind === 'rect') {
    const [left, top, right, bottom] = boundsOf(points);
    return [left, top, right, top, right, bottom, left, bottom];
  }
  // holes say nothing of where the text lies
  return readingQuad(points.slice(0, 2 * (parts[1] ?? points.length / 2)));
};

export const inReadingOrder = (shapes: readonly Shape[]): Shape[] => readingOrderOf(shapes, ({ points }) => points);

/** As the list shows them: numbered as they are read. */
export const listTexts = (shapes: readonly Shape[], labels: readonly Label[]): ListedShape[] => {
  const byId = new Map(labels.map((label) => [label.id, label]));
  return inReadingOrder(shapes).map((shape, i) => ({
    shape,
    label: shape.labelId === null ? undefined : byId.get(shape.labelId),
    number: i + 1,
  }));
};

/** The next shape without a text, behind the last the first; null where no other is left. */
export function nextUntyped(ordered: readonly Shape[], current: string | null, step: 1 | -1): string | null {
  const at = ordered.findIndex(({ id }) => id === current);
  const from = at < 0 && step < 0 ? 0 : at;
  for (let n = 1; n <= ordered.length; n++) {
    const next = ordered[(from + step * n + 2 * ordered.length) % ordered.length]!;
    if (isUntyped(next) && next.id !== current) return next.id;
  }
  return null;
}

/** The next shape without a text; where all are typed, the neighbour as they are read, and null behind the last. */
export function nextText(ordered: readonly Shape[], current: string | null, step: 1 | -1): string | null {
  const at = ordered.findIndex(({ id }) => id === current);
  const beside = at < 0 ? ordered.at(step > 0 ? 0 : -1) : ordered[at + step];
  return ordered.some(isUntyped) ? nextUntyped(ordered, current, step) : (beside?.id ?? null);
}

/** What one writes of a text that nobody can read. */
export const unreadable = '###';

/** What was typed, as it is kept: on one line, without space around it; nothing is no text. */
export function typedText(typed: string): Pick<Shape, 'text' | 'ignore'> {
  const text = cutText(
    typed
      .toWellFormed()
      .replace(/\s*[\r\n]+\s*/g, ' ')
      .trim(),
    limits.shapeText,
  );
  return text === unreadable ? { text: null, ignore: true } : { text: text || null, ignore: false };
}

export interface TextCounts {
  all: number;
  untyped: number;
  /** Not as the template says. */
  odd: number;
}

export const countTexts = (shapes: readonly Shape[], template: Template | null): TextCounts => ({
  all: shapes.length,
  untyped: shapes.filter(isUntyped).length,
  odd: shapes.filter((shape) => !fits(shape, template)).length,
});

/** Whether a text is as the template says; one that is not typed yet, or cannot be read, is not judged. */
export const fits = ({ text, ignore }: Pick<Shape, 'text' | 'ignore'>, template: Template | null): boolean =>
  template === null || text === null || ignore || template(text);

/** Of so little overlap it may be another text. */
const sameText = 0.3;

/** The text that lies best in a box; null where none does. */
export function textAt(shapes: readonly Pick<Shape, 'id' | 'points'>[], box: Box): string | null {
  const ranked = shapes.map(({ id, points }) => ({ id, overlap: boxIou(boundsOf(points), box) }));
  const [best] = ranked.toSorted((a, b) => b.overlap - a.overlap);
  return best && best.overlap >= sameText ? best.id : null;
}
