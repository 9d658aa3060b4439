/** The sync of the shown image: whose a shape is after an edit of this window, whatever comes first. */
import type { LoggedOp, OpResult, ShapeOp } from '@loupe/contract';
import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createBench, stored } from '../../../canvas/testing/headless.ts';
import { fakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAnnotations } from './annotations.ts';
import { makeImageSync, type SyncParts } from './desk-sync.ts';

const shape = stored('rect', [10, 10, 60, 60], { authorId: 1, author: 'u1' });

function begin(ops: LoggedOp[] = []) {
  const gone = new Refusal('notFound', {}, null, 404);
  fakeApi({ imageOpsAfter: { ops, revision: ops.at(-1)?.seq ?? 0 } as never, imageShapes: gone });
  const bench = createBench({ shapes: [shape] });
  const heard: string[] = [];
  const parts = {
    editor: bench,
    annotations: makeAnnotations(),
    onNews: vi.fn(),
    onOwn: (id: string) => void heard.push(`own ${id}`),
    onGone: () => void heard.push('gone'),
    onCopy: (id: string) => void heard.push(`copy ${id}`),
  } satisfies SyncParts;
  const sync = makeImageSync(1, 4, [], parts);
  bench.select([shape.id]);
  bench.key('ArrowRight');
  const [op] = bench.ops as [ShapeOp];
  sync.sent([op]);
  const answer = (result: Partial<OpResult>) =>
    sync.answered({
      imageId: 1,
      opId: op.opId,
      result: {
        opId: op.opId,
        seq: 5,
        rev: 2,
        status: 'applied',
        shapeId: shape.id,
        key: null,
        msg: null,
        en_msg: null,
        ...result,
      },
    });
  return { sync, parts, heard, answer, bench };
}
const theirs = { seq: 6, opId: 'x', clientId: 'other', actorId: 1, kind: 'put', shapeId: shape.id, after: shape };

it('is this person’s as soon as the server has taken the edit', () => {
  const { heard, answer } = begin();
  expect(heard).toEqual([]);
  answer({});
  expect(heard).toEqual([`own ${shape.id}`]);
});

it('stays somebody else’s where theirs came later, and where ours became a copy', async () => {
  const late = begin([theirs as never]);
  late.sync.catchUp();
  await waitFor(() => expect(late.parts.onNews).toHaveBeenCalled());
  late.answer({});
  expect(late.heard).toEqual([]);
  const copied = begin();
  copied.answer({ status: 'conflict', shapeId: 'copy' });
  expect(copied.heard).toEqual(['copy copy']);
});

it('says that the image is gone where an edit is refused and nothing can be read any more, and where news fail so', async () => {
  const refused = begin();
  refused.answer({ status: 'refused', seq: null, rev: null, shapeId: null, key: 'http.404', msg: '', en_msg: '' });
  await waitFor(() => expect(refused.heard).toEqual(['gone']));
  const looking = begin();
  fakeApi({ imageOpsAfter: new Refusal('permission.denied', {}, null, 403) });
  looking.sync.catchUp();
  await waitFor(() => expect(looking.heard).toEqual(['gone']));
});
