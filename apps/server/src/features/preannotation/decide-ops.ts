/** What a decision on the predictions of an image comes to, as edits. Pure: it sees what the workbench shows. */
import {
  newShape,
  type ImageProposals,
  type Input,
  type Proposal,
  type ShapeOp,
  type preannotation,
} from '@loupe/contract';
import { twinsOf } from '@loupe/geometry';
import { v7 as newUuid } from 'uuid';
import { placePoints } from '../annotation/index.ts';

export type Asked = Required<Omit<Input<(typeof preannotation)['imagesDecide']>, 'selection' | 'clientId'>>;

export interface Subject {
  width: number;
  height: number;
  /** Those of its shapes. */
  shapes: ReadonlySet<string>;
  /** Of the proposals of each source. */
  proposals: readonly ImageProposals[];
  /** Nobody has drawn on it nor marked it as empty, and that can be done. */
  canBeEmpty: boolean;
}

type Said = Proposal & Pick<ImageProposals, 'source' | 'versionId'> & { least: number };

const said = ({ source, versionId, items, from: { common, byLabel } }: ImageProposals): Said[] =>
  items.map((item) => {
    const own = byLabel.find(({ labelId }) => labelId === item.labelId)?.from;
    return { ...item, source, versionId, least: own ?? common };
  });

const edit = (kind: ShapeOp['kind'], shapeId: string | null, shape: ShapeOp['shape'] = null): ShapeOp => ({
  opId: newUuid(),
  kind,
  shapeId,
  base: null,
  shape,
});

function acceptance(one: Said, subject: Subject): ShapeOp {
  const { id, labelId, kind, parts, text = null, score, versionId } = one;
  // a model may see a little beyond the image: all of it is moved to the edge
  const points = placePoints(one.points, subject, Infinity)!;
  return edit('put', id, newShape({ id, labelId, kind, parts, text, score, versionId, points }));
}

/** `left`: predictions that wait after it. */
export function decisionOn(subject: Subject, asked: Asked): { ops: ShapeOp[]; left: number } {
  const { shapes, proposals } = subject;
  const all = proposals.flatMap(said);
  const rejected = new Set(proposals.flatMap((one) => one.rejected));
  const twins = twinsOf(
    all.filter(({ source }) => source === 'version'),
    all.filter(({ source }) => source === 'similar'),
  );
  const twinsIn = ({ id }: Said) => twins.get(id) ?? [];
  const open = all.filter(
    (one) => !shapes.has(one.id) && !rejected.has(one.id) && !twinsIn(one).some((twin) => shapes.has(twin.id)),
  );
  const isSure = ({ score, least }: Said) => score >= (asked.from ?? least);
  const sure = asked.decision === 'accept' ? open.filter((one) => one.labelId !== null && isSure(one)) : [];
  // of one object that both have found the version's is taken: its outline is of this object, a candidate's of an example
  const taken = sure.filter(
    (one) => one.source === 'version' || !twinsIn(one).some((twin) => sure.some(({ id }) => id === twin.id)),
  );
  const covered = new Set(taken.flatMap((one) => [one.id, ...twinsIn(one).map(({ id }) => id)]));
  const rest = open.filter(({ id }) => !covered.has(id));
  const isTurnedDown = asked.decision === 'reject' || asked.rejectRest;
  const isEmpty = subject.canBeEmpty && taken.length === 0 && (isTurnedDown || rest.length === 0);
  return {
    ops: [
      ...taken.map((one) => acceptance(one, subject)),
      ...(isTurnedDown ? rest.map(({ id }) => edit('reject', id)) : []),
      ...(asked.markEmpty && isEmpty ? [edit('checkEmpty', null)] : []),
    ],
    left: isTurnedDown ? 0 : rest.length,
  };
}
