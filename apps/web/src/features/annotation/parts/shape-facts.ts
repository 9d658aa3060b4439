/** What the panels say about shapes: counts, keys, names, what the filter leaves. Pure. */
import type { Label, DatasetImage, Shape } from '@loupe/contract';
import type { LabelTarget, VisibleShapes } from '../../../canvas/index.ts';

/** Objects of each label: a region to ignore is none. */
export const labelCounts = (shapes: readonly Shape[]): ReadonlyMap<number | null, number> => {
  const counts = new Map<number | null, number>();
  for (const { labelId, ignore } of shapes) if (!ignore) counts.set(labelId, (counts.get(labelId) ?? 0) + 1);
  return counts;
};

/** The labels that a key would change: of new shapes, or of the selected ones. */
export const labelsAimedAt = (
  shapes: readonly Shape[],
  ids: readonly string[],
  drawing: number | null,
  target: LabelTarget,
): ReadonlySet<number | null> => {
  if (target === 'new') return new Set([drawing]);
  const selected = new Set(ids);
  return new Set(shapes.filter((shape) => selected.has(shape.id)).map((shape) => shape.labelId));
};

/** Dashed on the image: what no person has vouched for. */
export const isPrediction = (shape: Pick<Shape, 'source'>): boolean => shape.source === 'model';

export const filterShapes = (shapes: readonly Shape[], visible: VisibleShapes): readonly Shape[] =>
  visible === 'both' ? shapes : shapes.filter((shape) => isPrediction(shape) === (visible === 'predictions'));

export interface ListedShape {
  shape: Shape;
  label: Label | undefined;
  /** Counted within its label, oldest first: the number stays while younger ones come and go. */
  number: number;
}

/** Ids made where a shape is drawn follow time (version 7); those of imported shapes say nothing of it, and were there first. */
const byAge = (a: Shape, b: Shape): number => {
  const [one, other] = [a, b].map(({ id }) => `${id[14] === '7' ? 1 : 0}${id}`) as [string, string];
  return one < other ? -1 : 1;
};

/** Shapes as the list shows them, in their own order. */
export const listShapes = (shapes: readonly Shape[], labels: readonly Label[]): ListedShape[] => {
  const byId = new Map(labels.map((label) => [label.id, label]));
  const seen = new Map<number | null, number>();
  const numbers = new Map<string, number>();
  for (const { id, labelId } of shapes.toSorted(byAge)) {
    seen.set(labelId, (seen.get(labelId) ?? 0) + 1);
    numbers.set(id, seen.get(labelId)!);
  }
  return shapes.map((shape) => ({
    shape,
    label: shape.labelId === null ? undefined : byId.get(shape.labelId),
    number: numbers.get(shape.id)!,
  }));
};

export interface Relabelling {
  count: number;
  /** As the list called the shape; null for more than one. */
  from: string | null;
  to: string;
}

/** What is said of shapes that got another label. `shapes` are as they are now, `before` those that changed. */
export const relabelling = (
  shapes: readonly Shape[],
  before: readonly Shape[],
  labelId: number,
  labels: readonly Label[],
  unnamed: string,
): Relabelling => {
  const to = labels.find((label) => label.id === labelId)?.name ?? unnamed;
  const [only] = before;
  if (!only || before.length > 1) return { count: before.length, from: null, to };
  const rows = listShapes([...shapes.filter(({ id }) => id !== only.id), only], labels);
  const row = rows.find(({ shape }) => shape.id === only.id)!;
  return { count: 1, from: `${row.label?.name ?? unnamed} #${row.number}`, to };
};

/** The state that the server will give the image once everything is sent; `bare`: that of one on which nothing is drawn. */
export const stateNow = (
  shapes: number,
  isCheckedEmpty: boolean,
  bare: DatasetImage['state'],
): DatasetImage['state'] => (shapes > 0 ? 'annotated' : isCheckedEmpty ? 'empty' : bare);
