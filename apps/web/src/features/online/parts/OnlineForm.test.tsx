/** The form of an online entry: what there is no choice about is chosen. */
import type { Version } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
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

it('says what is missing at its field alone, and puts the cursor there', async () => {
  const open = { ...version(3), assessment: { level: 'unsure', hasThreshold: false, why: [], next: [] } };
  fakeApi({
    versionList: { list: [open], total: 1, pageNum: 1, pageSize: 50 } as never,
    versionInfo: (() => open) as never,
  });
  const { user } = await show(<OnlineForm open onClose={() => undefined} />, { screen: 'OnlineList' });
  const field = (name: string) => screen.findByRole('spinbutton', { name: new RegExp(`^${name}`) });
  const decides = await field(en.online.confidence);
  await user.click(screen.getByRole('button', { name: en.ui.add }));
  await waitFor(() => expect(document.activeElement).toBe(decides));
  const said = screen.getAllByText(en.models.assessment.noThresholdAgreed).map((one) => one.parentElement);
  expect(said).toEqual([decides.closest('[class*=threshold]')]);
  const isRed = (one: HTMLElement) => one.closest('.ant-input-number')!.className.includes('status-error');
  expect([isRed(decides), isRed(await field(en.online.nms))]).toEqual([true, false]);
});
