import { expect, it } from 'vitest';
import { acknowledge, applyEdits, applyRemote, createDocument, loadDocument, type Edit } from './model.ts';

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
