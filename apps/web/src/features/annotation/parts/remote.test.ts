import { newShape, type LoggedOp, type StoredShape } from '@loupe/contract';
import { describe, expect, it } from 'vitest';
import { copyWord } from '../../../canvas/index.ts';
import { newsOf, visitorOf } from './remote.ts';

const shape = (id: string, rev: number): StoredShape => ({
  ...newShape({ id, labelId: 1, kind: 'rect', points: [0, 0, 10, 10] }),
  rev,
  authorId: 7,
  author: 'Li',
  conflictOf: null,
});
const logged = (seq: number, more: Partial<LoggedOp>): LoggedOp => ({
  seq,
  opId: `op${seq}`,
  clientId: 'other',
  actorId: 7,
  kind: 'put',
  shapeId: 'a',
  after: shape('a', seq),
  at: '2026-01-01T00:00:00.000Z',
  ...more,
});
const none = new Map<string, number>();

describe('news of an image', () => {
  it('is the last state of each shape', () => {
    const ops = [logged(1, {}), logged(2, { shapeId: 'b', after: shape('b', 2) }), logged(3, {})];
    expect(newsOf(ops, none).changes).toEqual([
      { shapeId: 'a', shape: shape('a', 3), seq: 3 },
      { shapeId: 'b', shape: shape('b', 2), seq: 2 },
    ]);
  });

  it('does not undo an own later edit with an older delete', () => {
    const ops = [logged(4, { kind: 'delete', after: null })];
    expect(newsOf(ops, new Map([['a', 5]])).changes).toEqual([]);
    expect(newsOf(ops, new Map([['a', 4]])).changes).toEqual([{ shapeId: 'a', shape: null, seq: 4 }]);
  });

  it('says whether the image is checked as empty', () => {
    const check = logged(1, { kind: 'checkEmpty', shapeId: null, after: null });
    expect(newsOf([check], none).words).toEqual([{ about: null, isSet: true, seq: 1 }]);
    expect(newsOf([check, logged(2, {})], none).words).toMatchObject([{ about: null, isSet: false, seq: 2 }, {}]);
    expect(newsOf([logged(1, { kind: 'delete', after: null })], none).words).toEqual([]);
  });

  it('says of each shape whether it is a copy on which nobody has decided, and changes no shape for a decision', () => {
    const open = { ...shape('b', 4), conflictOf: 'a' };
    const kept = logged(5, { kind: 'keepBoth', shapeId: 'b', after: { ...open, conflictOf: null } });
    const news = newsOf([logged(4, { shapeId: 'b', after: open }), kept], none);
    expect(news.words.filter(({ about }) => about !== null)).toEqual([copyWord({ id: 'b', conflictOf: null }, 5)]);
    expect(newsOf([kept], none).changes).toEqual([]);
  });

  it('has the last word on each proposal, and leaves shapes alone for it', () => {
    const word = (seq: number, kind: 'reject' | 'unreject', shapeId: string) =>
      logged(seq, { kind, shapeId, after: null });
    const ops = [word(1, 'reject', 'p'), word(2, 'reject', 'q'), word(3, 'unreject', 'p')];
    expect(newsOf(ops, none)).toEqual({
      changes: [],
      words: [
        { about: 'p', isSet: false, seq: 3 },
        { about: 'q', isSet: true, seq: 2 },
      ],
    });
  });
});

describe('who else was at work', () => {
  it('is nobody when all edits are of this window', () => {
    expect(visitorOf([logged(1, { clientId: 'mine' })], 'mine', 3)).toBeNull();
  });

  it('is named by what they left, also when their last edit was a delete', () => {
    const ops = [logged(1, {}), logged(2, { kind: 'delete', after: null })];
    expect(visitorOf(ops, 'mine', 3)).toEqual({ name: 'Li', isSelf: false, edits: 2 });
    expect(visitorOf(ops.slice(1), 'mine', 7)).toEqual({ name: null, isSelf: true, edits: 1 });
  });
});
