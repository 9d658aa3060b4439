import { expect, it } from 'vitest';
import { acknowledge, applyEdits, applyRemote, createDocument, loadDocument, type Edit } from './model.ts';
import { stored } from './testing/headless.ts';
import type { StoredShape } from './types.ts';
import { copyWord } from './words.ts';

const reject = (isRejected: boolean): Edit => ({ proposalId: 'p', isRejected });
function open(rejected: string[] = [], revision = 0) {
  const doc = createDocument();
  loadDocument(doc, { imageId: 1, width: 100, height: 100, shapes: [], rejected, revision });
  return doc;
}

it('the last word in the order of the server stands, in whatever order words arrive', () => {
  const doc = open();
  const [mine] = applyEdits(doc, [reject(true)]).ops;
  applyRemote(doc, [], [{ about: 'p', isSet: false, seq: 7 }]);
  expect(doc.rejected.has('p')).toBe(true);
  acknowledge(doc, mine!.opId, { rev: null, shapeId: 'p', seq: 6 });
  expect(doc.rejected.has('p')).toBe(false);
  applyRemote(doc, [], [{ about: 'p', isSet: true, seq: 5 }]);
  expect(doc.rejected.has('p')).toBe(false);
});

it('a word that the server did not take gives way to what stands there', () => {
  const doc = open(['p'], 3);
  const [mine] = applyEdits(doc, [reject(false)]).ops;
  expect(doc.rejected.has('p')).toBe(false);
  acknowledge(doc, mine!.opId, { rev: null });
  expect(doc.rejected.has('p')).toBe(true);
});

it('an answer to what was said before the image was read is older than what was read', () => {
  const doc = createDocument();
  const pending = applyEdits(open(), [{ isCheckedEmpty: true }]).ops;
  loadDocument(doc, { imageId: 1, width: 100, height: 100, shapes: [], isCheckedEmpty: false, revision: 9, pending });
  expect(doc.isCheckedEmpty).toBe(true);
  acknowledge(doc, pending[0]!.opId, { rev: null, seq: 4 });
  expect(doc.isCheckedEmpty).toBe(false);
});

const shapeOf = (id: string, conflictOf: string | null) =>
  ({ ...stored('rect', [10, 10, 20, 20]), id, conflictOf }) as StoredShape;
const keep = (isKept: boolean): Edit => ({ copyId: 'b', of: 'a', isKept });
const said = (seq: number, conflictOf: string | null) => copyWord({ id: 'b', conflictOf }, seq);

it('of two who decide on a conflict the last one stands, also where the other is heard of late', () => {
  const doc = createDocument();
  const shapes = [shapeOf('a', null), shapeOf('b', 'a')];
  loadDocument(doc, { imageId: 1, width: 100, height: 100, shapes, revision: 3 });
  const [mine] = applyEdits(doc, [keep(true)]).ops;
  // somebody kept both, and took it back, before ours arrived
  acknowledge(doc, mine!.opId, { rev: null, shapeId: 'b', seq: 6 });
  applyRemote(doc, [], [said(4, null), said(5, 'a')]);
  expect([...doc.copies]).toEqual([]);
  applyRemote(doc, [], [said(7, 'a')]);
  expect([...doc.copies]).toEqual([['b', 'a']]);
});

it('a decision of somebody else is not lost while an edit of the copy is on its way', () => {
  const doc = createDocument();
  const shapes = [shapeOf('a', null), shapeOf('b', 'a')];
  loadDocument(doc, { imageId: 1, width: 100, height: 100, shapes, revision: 3 });
  const moved = { ...doc.shapes.get('b')!, points: [30, 30, 40, 40] };
  const [mine] = applyEdits(doc, [{ id: 'b', shape: moved }]).ops;
  applyRemote(doc, [{ shapeId: 'b', shape: shapeOf('b', null) }], [said(4, null)]);
  acknowledge(doc, mine!.opId, { rev: 5, shapeId: 'b', seq: 5 });
  expect([[...doc.copies], doc.shapes.get('b')!.points]).toEqual([[], [30, 30, 40, 40]]);
});

it('what was said and taken back before the image was read stays so when the answer comes late', () => {
  const doc = createDocument();
  const pending = applyEdits(open(), [reject(true)]).ops;
  // somebody took it back at 4
  loadDocument(doc, { imageId: 1, width: 100, height: 100, shapes: [], rejected: [], revision: 4, pending });
  acknowledge(doc, pending[0]!.opId, { rev: null, shapeId: 'p', seq: 3 });
  expect(doc.rejected.has('p')).toBe(false);
});
