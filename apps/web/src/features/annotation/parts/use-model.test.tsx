/** Running a version on an image: candidates of examples that nobody has decided on are not replaced unasked. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { permissionKeys } from '@loupe/contract';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { makeDeskStores } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';
import { useModel } from './use-model.ts';

const at = '2026-11-24T12:00:00.000Z';
const found = {
  versionId: 3,
  version: 'gear / front v3',
  items: [{ id: 'p1', labelId: 1, kind: 'rect' as const, points: [0, 0, 9, 9], parts: [0], score: 0.9 }],
  rejected: [],
  from: { common: 0.5, byLabel: [] },
  leftOut: [],
  at,
};

beforeEach(() => sessionStore.set(sessionOf(permissionKeys)));

async function runOn(before: number | null) {
  const stores = makeDeskStores();
  stores.proposals.set({ ...found, versionId: before } as never);
  stores.image.set({ image: { id: 8 } } as never);
  stores.mode.set({ openCount: 2 } as never);
  const desk = { ...stores, focus: vi.fn(), refreshProposals: async () => undefined } as unknown as Desk;
  const versions = [{ id: 3, modelId: 1, model: 'gear / front', number: 3, labels: [], createdAt: at }];
  const server = fakeApi({ preannotateVersions: versions, imagePropose: found });
  function Run() {
    const model = useModel(desk, { datasetId: 1, imageId: 8, mayAnnotate: true, open: () => undefined });
    return (
      <button type="button" disabled={model.versionId === 0} onClick={model.run}>
        go
      </button>
    );
  }
  const { user } = await show(<Run />, { screen: 'Annotate' });
  await waitFor(() => expect((screen.getByText('go') as HTMLButtonElement).disabled).toBe(false));
  await user.click(screen.getByText('go'));
  return { server, user };
}

it('asks before it replaces candidates of examples, and leaves them where the answer is no', async () => {
  const { server, user } = await runOn(null);
  await screen.findByText('Replace 2 undecided candidates?');
  expect(server.asked('imagePropose')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByText('go'));
  await user.click(await screen.findByRole('button', { name: en.annotation.runModel }));
  await waitFor(() => expect(server.asked('imagePropose')).toEqual([{ imageId: 8, versionId: 3 }]));
});

it('replaces what a version has found without a question', async () => {
  const { server } = await runOn(3);
  await waitFor(() => expect(server.asked('imagePropose')).toHaveLength(1));
});
