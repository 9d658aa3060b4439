/** Asking for what is similar: why nothing happens is said. */
import { permissionKeys } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { connectNotify } from '../../../core/notify.ts';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { makeDeskStores } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';
import { useSimilar } from './use-similar.ts';

const t = en.preannotation.similar;
let told: string[] = [];
beforeEach(() => {
  told = [];
  connectNotify(({ text }, onEnd) => {
    told.push(text);
    onEnd();
  });
});

async function ask(level: 'annotator' | 'editor', text: RegExp) {
  sessionStore.set(sessionOf(permissionKeys));
  const server = fakeApi({ projectAccess: [{ projectId: 2, level, owner: 'Ana', example: false }] });
  const stores = makeDeskStores();
  stores.image.set({ image: { id: 8, projectId: 2 } } as never);
  function Ask() {
    const { ask: run } = useSimilar({ ...stores } as unknown as Desk, 7, {} as never);
    return (
      <button type="button" onClick={run}>
        ask
      </button>
    );
  }
  const { user } = await show(<Ask />, { screen: 'Annotate' });
  await waitFor(() => expect(server.asked('projectAccess')).toHaveLength(1));
  // the answer has to be there too
  await waitFor(async () => {
    told = [];
    await user.click(screen.getByText('ask'));
    expect(told.join()).toMatch(text);
  });
}

it('who may not start a search is told so, and whom to ask', async () => {
  await ask('annotator', /Ana/);
  expect(told).toHaveLength(1);
});

it('who may, but has nothing selected, is told that', async () => {
  await ask('editor', new RegExp(t.selectFirst));
  expect(told).toHaveLength(1);
});
