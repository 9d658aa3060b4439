/** The form of an online entry: what there is no choice about is chosen. */
import type { Version } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { OnlineForm } from './OnlineForm.tsx';

const version = (id: number) =>
  ({
    id,
    modelId: 1,
    modelName: 'gear / front',
    number: id,
    labels: [],
    thresholds: { confidence: 0.4, nms: 0.6, iou: 0.5 },
    thresholdsFrom: null,
    assessment: { level: 'good', hasThreshold: true, reasons: [], steps: [] },
  }) as unknown as Version;

async function form(versions: Version[]) {
  fakeApi({
    versionList: { list: versions, total: versions.length, pageNum: 1, pageSize: 50 } as never,
    versionInfo: (({ id }: { id: number }) => version(id)) as never,
  });
  await show(<OnlineForm open onClose={() => undefined} />, { screen: 'OnlineList' });
}
const chosen = () => screen.queryByTitle(/gear \/ front/)?.textContent;

it('begins with the version where there is but one, and its name', async () => {
  await form([version(3)]);
  await waitFor(() => expect(chosen() ?? '').toContain('3'));
  expect((screen.getByRole('textbox') as HTMLInputElement).value).not.toBe('');
});

it('leaves the choice among several', async () => {
  await form([version(3), version(4)]);
  await waitFor(() => expect(screen.getByRole('combobox')).toBeTruthy());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(chosen()).toBeUndefined();
});
