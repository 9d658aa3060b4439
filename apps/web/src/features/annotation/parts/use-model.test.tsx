/** Running a version on an image: what a search has proposed stays, and what the version says is seen. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { permissionKeys } from '@loupe/contract';
import { notify } from '../../../core/notify.ts';
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
  source: 'version' as const,
  versionId: 3,
  version: { model: 'gear / front', number: 3 },
  items: [{ id: 'p1', labelId: 1, kind: 'rect' as const, points: [0, 0, 9, 9], parts: [0], score: 0.9 }],
  rejected: [],
  found: 1,
  from: { common: 0.5, byLabel: [] },
  leftOut: [],
  at,
};

beforeEach(() => sessionStore.set(sessionOf(permissionKeys)));

async function runOn(isHidden: boolean, answer: Partial<typeof found> = {}, shapes: readonly object[] = []) {
  const stores = makeDeskStores();
  stores.proposals.set([{ ...found, source: 'similar', versionId: null }] as never);
  stores.views.set({ version: { versionId: 3, common: 0.5, byLabel: new Map(), isHidden } });
  stores.image.set({ image: { id: 8 } } as never);
  stores.mode.set({ openCount: 2 } as never);
  stores.shapes.set(shapes as never);
  const setSourceView = vi.fn();
  const desk = { ...stores, setSourceView, focus: vi.fn(), refreshProposals: async () => undefined } as unknown as Desk;
  const versions = [{ id: 3, modelId: 1, model: 'gear / front', number: 3, labels: [], createdAt: at }];
  const server = fakeApi({ preannotateVersions: versions, imagePropose: { ...found, ...answer } });
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
  await waitFor(() => expect(server.asked('imagePropose')).toEqual([{ imageId: 8, versionId: 3 }]));
  return setSourceView;
}

it('asks nothing where a search has undecided candidates: they stay', async () => {
  expect(await runOn(false)).not.toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the predictions of versions again where they were hidden', async () => {
  const setSourceView = await runOn(true);
  expect(setSourceView).toHaveBeenCalledWith('version', expect.objectContaining({ isHidden: false, common: 0.5 }));
});

it.each([
  ['all that it finds was rejected', { rejected: ['p1'] }, [], en.annotation.nothingNew],
  ['all that it finds is annotated', { items: [] }, [{ id: 's1' }], en.annotation.nothingNew],
  ['it finds nothing', { items: [], found: 0 }, [], en.annotation.nothingFound],
  ['it finds nothing on an annotated image', { items: [], found: 0 }, [{ id: 's1' }], en.annotation.nothingFound],
] as const)('says why nothing comes where %s', async (_why, answer, shapes, text) => {
  const info = vi.spyOn(notify, 'info');
  await runOn(false, answer as never, shapes);
  await waitFor(() => expect(info).toHaveBeenCalledExactlyOnceWith(text));
  info.mockRestore();
});
