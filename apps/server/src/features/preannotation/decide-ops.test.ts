/** Which predictions are taken: as the workbench shows them. */
import { newShape, type ImageProposals, type Proposal } from '@loupe/contract';
import fc from 'fast-check';
import { v7 as newId } from 'uuid';
import { expect, it } from 'vitest';
import {
  createPredictions,
  listPredictions,
  loadPredictions,
  openPredictions,
  withTwins,
} from '../../../../web/src/canvas/predictions.ts';
import { decisionOn, type Asked, type Subject } from './decide-ops.ts';

const accept: Asked = { decision: 'accept', from: null, rejectRest: false, markEmpty: false };
const one = (score: number, points = [10, 10, 20, 20], labelId: number | null = 1): Proposal => ({
  id: newId(),
  labelId,
  kind: 'rect',
  points,
  parts: [0],
  score,
});
const run = (items: Proposal[], more: Partial<ImageProposals> = {}): ImageProposals => ({
  source: 'version',
  versionId: 7,
  version: null,
  items,
  rejected: [],
  found: null,
  from: { common: 0.5, byLabel: [{ labelId: 2, from: 0.8 }] },
  leftOut: [],
  at: '2026-01-01T00:00:00.000Z',
  ...more,
});
const search = (items: Proposal[]) =>
  run(items, { source: 'similar', versionId: null, from: { common: 0, byLabel: [] } });
const on = (proposals: ImageProposals[], more: Partial<Subject> = {}): Subject => ({
  width: 100,
  height: 50,
  shapes: new Set(),
  proposals,
  canBeEmpty: true,
  ...more,
});
const done = (subject: Subject, asked: Partial<Asked> = {}) => {
  const { ops, left } = decisionOn(subject, { ...accept, ...asked });
  return { ops: ops.map(({ kind, shapeId }) => [kind, shapeId]), left };
};

it('goes by the score at which the version reports, of labels with their own by that, or by one that is asked for', () => {
  const [sure, weak, own, ownSure] = [one(0.6), one(0.4), one(0.7, [1, 1, 5, 5], 2), one(0.9, [1, 1, 5, 5], 2)];
  const subject = on([run([sure, weak, own, ownSure])]);
  const puts = (...some: Proposal[]) => some.map(({ id }) => ['put', id]);
  expect(done(subject)).toEqual({ ops: puts(sure, ownSure), left: 2 });
  expect(done(subject, { from: 0.65 })).toEqual({ ops: puts(own, ownSure), left: 2 });
  expect(done(subject, { from: 0 })).toEqual({ ops: puts(sure, weak, own, ownSure), left: 0 });
});

it('draws an object that version and search have both found once, and leaves it where one of them was accepted', () => {
  const [said, found, alone] = [one(0.9), one(0.7, [10, 10, 21, 21]), one(0.6, [60, 10, 80, 30])];
  expect(done(on([run([said]), search([found, alone])]), { rejectRest: true })).toEqual({
    ops: [
      ['put', said.id],
      ['put', alone.id],
    ],
    left: 0,
  });
  // the version is not sure enough: the candidate is what is shown
  expect(done(on([run([{ ...said, score: 0.3 }]), search([found])])).ops).toEqual([['put', found.id]]);
  expect(done(on([run([said]), search([found])], { shapes: new Set([found.id]) }))).toEqual({ ops: [], left: 0 });
});

it('rejects everything that is open, and marks what is empty then', () => {
  const [sure, weak, no] = [one(0.9), one(0.1, [1, 1, 5, 5]), one(0.8, [50, 1, 55, 5])];
  const subject = on([run([sure, weak, no], { rejected: [no.id] })]);
  expect(done(subject, { decision: 'reject', markEmpty: true })).toEqual({
    ops: [
      ['reject', sure.id],
      ['reject', weak.id],
      ['checkEmpty', null],
    ],
    left: 0,
  });
  expect(done(on([run([])]), { markEmpty: true }).ops).toEqual([['checkEmpty', null]]);
  expect(done(on([run([])], { canBeEmpty: false }), { markEmpty: true }).ops).toEqual([]);
  expect(done(on([run([weak])]), { markEmpty: true })).toEqual({ ops: [], left: 1 });
});

it('cuts to the image, keeps text and version, and leaves what has no label', () => {
  const outside = { ...one(0.9, [-3, 10, 120, 60]), text: 'LOT 7' };
  const { ops, left } = decisionOn(on([run([outside, one(0.9, [1, 1, 5, 5], null)])]), accept);
  expect(ops).toHaveLength(1);
  expect(ops[0]!.shape).toMatchObject({ points: [0, 10, 100, 50], text: 'LOT 7', versionId: 7, source: 'person' });
  expect(left).toBe(1);
});

/** What a person of the workbench accepts with one key, and what they turn down then. */
function inWorkbench({ proposals, shapes }: Subject): { taken: string[]; rest: string[] } {
  const layer = createPredictions();
  const drawn = proposals.flatMap(({ items, versionId }) => items.map((item) => newShape({ ...item, versionId })));
  const [version, similar] = (['version', 'similar'] as const).map((source) => {
    const { common, byLabel } = proposals.find((one) => one.source === source)!.from;
    return { common, byLabel: new Map(byLabel.map((one) => [one.labelId, one.from])), isHidden: false };
  });
  loadPredictions(layer, drawn, { version: version!, similar: similar! });
  const decided = { shapes, rejected: new Set(proposals.flatMap((one) => one.rejected)) };
  const shown = listPredictions(layer, decided).filter(({ labelId }) => labelId !== null);
  const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id);
  const covered = new Set(withTwins(layer, ids(shown), decided));
  const open = withTwins(layer, ids(openPredictions(layer, decided)), decided);
  return { taken: ids(shown).toSorted(), rest: open.filter((id) => !covered.has(id)).toSorted() };
}

const place = fc
  .tuple(fc.constantFrom(0, 1, 30, 60), fc.constantFrom(0, 1, 25))
  .map(([x, y]) => [x, y, x + 20, y + 20]);
const said = fc
  .tuple(fc.integer({ min: 0, max: 100 }), place, fc.constantFrom(1, 1, 2, null))
  .map(([percent, points, labelId]) => one(percent / 100, points, labelId));
/** What each source says, and which of it was accepted or turned down before. */
const before = fc.constantFrom('open', 'open', 'open', 'accepted', 'rejected');
const source = fc.array(fc.tuple(said, before), { maxLength: 6 });

it('takes and rejects what the workbench would, whatever is on an image', () => {
  let taken = 0;
  fc.assert(
    fc.property(source, source, (version, similar) => {
      const of = (all: readonly (readonly [Proposal, string])[], wanted: string) =>
        all.flatMap(([item, state]) => (state === wanted ? [item.id] : []));
      const [items, found] = [version, similar].map((all) => all.map(([item]) => item));
      const proposals = [run(items!, { rejected: of(version, 'rejected') }), search(found!)];
      const subject = on(proposals, { shapes: new Set(of([...version, ...similar], 'accepted')) });
      const { ops } = done(subject, { rejectRest: true });
      const made = (kind: string) => ops.flatMap(([is, id]) => (is === kind ? [id!] : [])).toSorted();
      expect({ taken: made('put'), rest: made('reject') }).toEqual(inWorkbench(subject));
      taken += made('put').length;
    }),
    { numRuns: 500 },
  );
  expect(taken).toBeGreaterThan(500);
});
