/** The classes of an archive and where their shapes go: what is offered first, what is wrong, what will happen. */
import {
  cutText,
  limits,
  type ArchiveClass,
  type ClassMapping,
  type ClassTarget,
  type FolderPlan,
  type Label,
} from '@loupe/contract';
import { nameFault, shortName } from '../../../ui/name-rule.ts';
import { nextLabelColor } from '../../../ui/tokens.ts';

export interface MappingRow {
  name: string;
  shapes: number;
  /** Of them, on images that are there and annotated. */
  known: ArchiveClass['known'];
  to: ClassTarget['to'];
  labelId: number | null;
  newName: string;
  color: string;
}

/** A class may be called anything; a label may not. */
const asLabelName = (name: string): string => cutText(name.trim().replace(/[^\p{L}\p{N}_]+/gu, '_'), limits.nameShort);

const folded = (name: string): string => name.trim().toLowerCase();

/**
 * Classes go to the label of their name, also as a label spells it; the others become new ones, each in its own colour, or in
 * the next one where it has none or a label has it.
 */
export const firstRows = (classes: readonly ArchiveClass[], labels: readonly Label[]): MappingRow[] => {
  const taken = labels.map((label) => label.color);
  const known = new Map(labels.map((label) => [folded(label.name), label.id]));
  return classes.map(({ name, shapes, known: there, labelId: same, color: own }) => {
    const labelId = same ?? known.get(folded(asLabelName(name))) ?? null;
    const color = own !== undefined && !taken.includes(own) ? own : nextLabelColor(taken);
    if (labelId === null) taken.push(color);
    const to = labelId === null ? 'new' : 'label';
    return { name, shapes, known: there, to, labelId, newName: asLabelName(name), color };
  });
};

/** Whether a row names a new label that there cannot be. Classes with the same new name become one label. */
export const isFaulty = ({ to, newName }: MappingRow): boolean =>
  to === 'new' && nameFault(newName, shortName) !== null;

/**
 * What becomes of a new label that is not seen in its name: a label or another class has it (`joins`), or it is not what the
 * class is called, which a label may not be (`adapted`).
 */
export const noteOf = (
  row: MappingRow,
  rows: readonly MappingRow[],
  labels: readonly Pick<Label, 'name'>[],
): { why: 'joins'; name: string } | { why: 'adapted' } | null => {
  if (row.to !== 'new' || isFaulty(row)) return null;
  const called = (name: string): boolean => folded(name) === folded(row.newName);
  const label = labels.find(({ name }) => called(name));
  const other = rows.find((one) => one !== row && one.to === 'new' && called(one.newName));
  if (label || other) return { why: 'joins', name: label?.name ?? other!.name };
  return row.newName === asLabelName(row.name) && row.newName !== row.name.trim() ? { why: 'adapted' } : null;
};

export const mappingOf = (rows: readonly MappingRow[]): ClassMapping[] =>
  rows.map((row) => {
    if (row.to === 'label' && row.labelId !== null) {
      return { name: row.name, target: { to: 'label', labelId: row.labelId } };
    }
    if (row.to === 'new') return { name: row.name, target: { to: 'new', name: row.newName.trim(), color: row.color } };
    return { name: row.name, target: { to: 'none' } };
  });

const sum = (rows: readonly MappingRow[], count = (row: MappingRow): number => row.shapes): number =>
  rows.reduce((total, row) => total + count(row), 0);

export const outcomeOf = (
  rows: readonly MappingRow[],
  labels: readonly Pick<Label, 'name'>[],
  plan: FolderPlan,
): { kept: number; known: number; left: number; newLabels: number } => {
  const names = new Set(rows.filter((row) => row.to === 'new').map((row) => folded(row.newName)));
  for (const label of labels) names.delete(folded(label.name));
  const taken = rows.filter((row) => row.to !== 'none');
  const known = sum(taken, (row) => row.known?.[plan] ?? 0);
  return {
    kept: sum(taken) - known,
    known,
    left: sum(rows.filter((row) => row.to === 'none')),
    newLabels: names.size,
  };
};
