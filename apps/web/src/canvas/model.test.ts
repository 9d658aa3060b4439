// The document: chains of ops, answers of the server, what others do meanwhile; undo and redo as a property.

import fc from 'fast-check';
import { validate, version } from 'uuid';
import { describe, expect, it } from 'vitest';
import { commit, createHistory, redo, renameInHistory, undo } from './history.ts';
import { acknowledge, applyRemote, applyEdits, createDocument, loadDocument, subscribe } from './model.ts';
import { drawnShape, plainShape } from './shape.ts';
import { stored } from './testing/headless.ts';
import type { ShapeDocument, Edit } from './model.ts';
import type { Shape, ShapeOp, StoredShape } from './types.ts';

function open(shapes: StoredShape[] = [], pending: ShapeOp[] = []): ShapeDocument {
  const doc = createDocument();
  loadDocument(doc, { imageId: 5, width: 400, height: 300, shapes, pending });
  return doc;
}

const put = (doc: ShapeDocument, shape: Shape): ShapeOp => applyEdits(doc, [{ id: shape.id, shape }]).ops[0]!;
const at = (shape: Shape, x: number): Shape => ({ ...plainShape(shape), points: [x, 0, x + 10, 10] });

describe('ops', () => {
  it('are a chain: server revision first, then our own last op, then the new revision', () => {
    const shape = stored('rect', [0, 0, 10, 10], { rev: 7 });
    const doc = open([shape]);
    const first = put(doc, at(shape, 1));
    const second = put(doc, at(shape, 2));
    expect([first.base, second.base]).toEqual([7, first.opId]);
    expect(validate(first.opId) && version(first.opId)).toBe(7);
    acknowledge(doc, first.opId, { rev: 8 });
    expect(put(doc, at(shape, 3)).base).not.toBe(8);
    const last = put(doc, at(shape, 4));
    acknowledge(doc, second.opId, { rev: 9 });
    acknowledge(doc, last.opId, { rev: 11 });
    expect(put(doc, at(shape, 5)).base).toBe(11);
  });

  it('are put for what is new, delete, and restore for what was there; no op where nothing changes', () => {
    const doc = open();
    const shape = drawnShape('n1', 'rect', 11, [0, 0, 9, 9]);
    const made = put(doc, shape);
    expect(made).toMatchObject({ kind: 'put', base: null, shape });
    expect(applyEdits(doc, [{ id: 'n1', shape: { ...shape } }]).ops).toEqual([]);
    const [gone] = applyEdits(doc, [{ id: 'n1', shape: null }]).ops;
    expect(gone).toMatchObject({ kind: 'delete', base: made.opId, shape: null });
    expect(put(doc, shape)).toMatchObject({ kind: 'restore', base: gone?.opId, shape });
  });

  it('of ours give way to a delete that came after them and was heard of before their answer', () => {
    const doc = open();
    const shape = drawnShape('n1', 'rect', 11, [0, 0, 9, 9]);
    const made = put(doc, shape);
    applyRemote(doc, [{ shapeId: 'n1', shape: null, seq: 9 }]);
    expect(doc.shapes.has('n1')).toBe(true);
    acknowledge(doc, made.opId, { rev: 8, shapeId: 'n1', seq: 8 });
    expect(doc.shapes.has('n1')).toBe(false);
  });

  it('carry what the server knows in no shape', () => {
    const shape = stored('rect', [0, 0, 10, 10]);
    expect(put(open([shape]), at(shape, 1)).shape).not.toHaveProperty('rev');
  });

  it('say that an image is empty', () => {
    const doc = open();
    const { ops } = applyEdits(doc, [{ isCheckedEmpty: true }, { isCheckedEmpty: true }]);
    expect(ops).toMatchObject([{ kind: 'checkEmpty', shapeId: null, base: null, shape: null }]);
    expect(doc.isCheckedEmpty).toBe(true);
  });

  it('of the outbox are shown on top of the server and go on as a chain', () => {
    const shape = stored('rect', [0, 0, 10, 10]);
    const before = open([shape]);
    const op = put(before, at(shape, 50));
    const doc = open([shape], [op]);
    expect(doc.shapes.get(shape.id)?.points[0]).toBe(50);
    expect(put(doc, at(shape, 60)).base).toBe(op.opId);
  });
});

describe('answers and others', () => {
  const shape = stored('rect', [0, 0, 10, 10], { rev: 4 });
  const theirs = { ...shape, rev: 5, points: [200, 0, 210, 10] };

  it('shows what others did, once', () => {
    const doc = open([shape]);
    const seen: string[] = [];
    subscribe(doc, (event) => seen.push(event.kind));
    applyRemote(doc, [{ shapeId: shape.id, shape: theirs }]);
    applyRemote(doc, [{ shapeId: shape.id, shape }]);
    expect(doc.shapes.get(shape.id)?.points[0]).toBe(200);
    expect(seen).toEqual(['changed']);
    expect(put(doc, at(shape, 1)).base).toBe(5);
    const other = open([shape]);
    applyRemote(other, [{ shapeId: shape.id, shape: null }]);
    expect(other.shapes.size).toBe(0);
  });

  it('after a conflict keeps both: theirs in its place, ours as the copy, with its history', () => {
    const doc = open([shape]);
    const history = createHistory();
    subscribe(doc, (event) => event.kind === 'renamed' && renameInHistory(history, event.from, event.to));
    const [op] = commit(history, doc, [{ id: shape.id, shape: at(shape, 50) }]);
    applyRemote(doc, [{ shapeId: shape.id, shape: theirs }]);
    expect(doc.shapes.get(shape.id)?.points[0]).toBe(50);
    acknowledge(doc, op!.opId, { rev: 6, shapeId: 'copy' });
    expect(doc.shapes.get(shape.id)?.points[0]).toBe(200);
    expect(doc.shapes.get('copy')).toMatchObject({ id: 'copy', points: [50, 0, 60, 10] });
    const [undone] = undo(history, doc);
    expect(undone).toMatchObject({ shapeId: 'copy', base: 6, shape: { id: 'copy', points: [0, 0, 10, 10] } });
    expect(put(doc, at(theirs, 201)).base).toBe(5);
  });

  it('lets the rest of a chain follow the copy', () => {
    const doc = open([shape]);
    const first = put(doc, at(shape, 50));
    const second = put(doc, at(shape, 51));
    acknowledge(doc, first.opId, { rev: 6, shapeId: 'copy' });
    acknowledge(doc, second.opId, { rev: 7, shapeId: 'copy' });
    expect(put(doc, { ...at(shape, 52), id: 'copy' })).toMatchObject({ shapeId: 'copy', base: 7 });
  });

  it('takes the living shape back where our delete lost, and the server state after a refusal', () => {
    const doc = open([shape]);
    const [gone] = applyEdits(doc, [{ id: shape.id, shape: null }]).ops;
    applyRemote(doc, [{ shapeId: shape.id, shape: theirs }]);
    expect(doc.shapes.size).toBe(0);
    acknowledge(doc, gone!.opId, { rev: null });
    expect(doc.shapes.get(shape.id)?.points[0]).toBe(200);
    const refused = put(doc, at(shape, 999));
    acknowledge(doc, refused.opId, { rev: null });
    applyRemote(doc, [{ shapeId: shape.id, shape: theirs }]);
    expect(doc.shapes.get(shape.id)?.points[0]).toBe(200);
  });

  it('takes what the server kept where it answers a restore with its own content, whichever comes first', () => {
    for (const isHeld of [true, false]) {
      const doc = open([shape]);
      const [gone] = applyEdits(doc, [{ id: shape.id, shape: null }]).ops;
      const back = put(doc, shape);
      const bring = (): void => applyRemote(doc, [{ shapeId: shape.id, shape: theirs }]);
      if (isHeld) bring();
      acknowledge(doc, gone!.opId, { rev: null });
      acknowledge(doc, back.opId, { rev: 5 });
      if (!isHeld) bring();
      expect(doc.shapes.get(shape.id)?.points[0]).toBe(200);
    }
  });

  it('is no longer empty once somebody draws', () => {
    const doc = open();
    applyEdits(doc, [{ isCheckedEmpty: true }]);
    applyRemote(doc, [{ shapeId: shape.id, shape }]);
    expect(doc.isCheckedEmpty).toBe(false);
  });

  it('ignores what it did not ask, and older states that arrive late', () => {
    const doc = open([shape]);
    acknowledge(doc, 'unknown', { rev: 99 });
    const op = put(doc, at(shape, 50));
    applyRemote(doc, [{ shapeId: shape.id, shape: theirs }]);
    acknowledge(doc, op.opId, { rev: 6 });
    expect(doc.shapes.get(shape.id)?.points[0]).toBe(50);
    expect(put(doc, at(shape, 51)).base).toBe(6);
  });
});

describe('history', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ id: fc.constantFrom(...ids), x: fc.nat(50) }).map(({ id, x }) => ({
        id,
        shape: drawnShape(id, 'rect', 11, [x, 0, x + 10, 10]),
      })),
    },
    { weight: 2, arbitrary: fc.constantFrom(...ids).map((id) => ({ id, shape: null })) },
    { weight: 1, arbitrary: fc.boolean().map((isCheckedEmpty) => ({ isCheckedEmpty })) },
  );
  const state = (doc: ShapeDocument): string =>
    JSON.stringify([doc.isCheckedEmpty, [...doc.shapes].sort(([a], [b]) => (a < b ? -1 : 1))]);
  /** The server without a merge: it takes every op whose base is what it has. */
  const replayAll = (ops: ShapeOp[]): ShapeDocument => {
    const doc = open();
    const lastOp = new Map<string, string>();
    for (const op of ops) {
      if (op.shapeId === null) {
        applyEdits(doc, [{ isCheckedEmpty: op.kind === 'checkEmpty' }]);
        continue;
      }
      expect(op.base).toBe(lastOp.get(op.shapeId) ?? null);
      lastOp.set(op.shapeId, op.opId);
      applyEdits(doc, [{ id: op.shapeId, shape: op.shape }]);
    }
    return doc;
  };

  it('undoes to every state that was, redoes to the last, and its ops lead a server to the same', () => {
    fc.assert(
      fc.property(fc.array(fc.array(edit, { maxLength: 5 }), { maxLength: 25 }), (gestures) => {
        const doc = open();
        const history = createHistory();
        const ops: ShapeOp[] = [];
        const states = [state(doc)];
        for (const gesture of gestures) {
          const entries = history.past.length;
          ops.push(...commit(history, doc, gesture));
          if (history.past.length > entries) states.push(state(doc));
        }
        for (let i = states.length - 2; i >= 0; i--) {
          ops.push(...undo(history, doc));
          expect(state(doc)).toBe(states[i]);
        }
        expect(undo(history, doc)).toEqual([]);
        for (let i = 1; i < states.length; i++) {
          ops.push(...redo(history, doc));
          expect(state(doc)).toBe(states[i]);
        }
        expect(redo(history, doc)).toEqual([]);
        expect(state(replayAll(ops))).toBe(state(doc));
      }),
    );
  });

  it('forgets what was undone once something new is done', () => {
    const doc = open();
    const history = createHistory();
    commit(history, doc, [{ id: 'a', shape: drawnShape('a', 'rect', 11, [0, 0, 5, 5]) }]);
    undo(history, doc);
    commit(history, doc, [{ id: 'b', shape: drawnShape('b', 'rect', 11, [0, 0, 5, 5]) }]);
    expect(redo(history, doc)).toEqual([]);
    expect([...doc.shapes.keys()]).toEqual(['b']);
  });
});
