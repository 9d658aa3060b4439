/** The form of an online entry: what there is no choice about is chosen. */
import type { OnlineEntry, TextRule, Version } from '@loupe/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { contractText } from '../../../core/i18n.ts';
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
    assessment: { level: 'good', hasThreshold: true, why: [], next: [] },
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

it('offers a name that no other entry has', async () => {
  const names = ['gear_front_v3', 'Gear_front_v3_2'].map((name) => ({ name }));
  fakeApi({
    versionList: { list: [version(3)], total: 1, pageNum: 1, pageSize: 50 } as never,
    versionInfo: (({ id }: { id: number }) => version(id)) as never,
    onlineList: { list: names, total: 2, pageNum: 1, pageSize: 100 } as never,
  });
  const { user } = await show(<OnlineForm open onClose={() => undefined} />, { screen: 'OnlineList' });
  await waitFor(() => expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('gear_front_v3_3'));
  // and leaves one that is typed
  const field = screen.getByRole('textbox');
  await user.clear(field);
  await user.type(field, 'line_4');
  expect((field as HTMLInputElement).value).toBe('line_4');
});

it('follows another version with the name of an entry, unless a person gave it', async () => {
  const named = async (name: string): Promise<string> => {
    const entry = { ...version(3), id: 5, projectId: 1, versionId: 3, versionNumber: 3, name, enabled: true };
    fakeApi({
      versionList: { list: [version(3), version(4)], total: 2, pageNum: 1, pageSize: 50 } as never,
      versionInfo: (({ id }: { id: number }) => version(id)) as never,
    });
    const form = <OnlineForm open entry={entry as unknown as OnlineEntry} onClose={() => undefined} />;
    const { unmount } = await show(form, { screen: 'OnlineList' });
    fireEvent.mouseDown(screen.getByRole('combobox'));
    fireEvent.click(await screen.findByTitle(/gear \/ front.*4/));
    // the option, and what is chosen
    await waitFor(() => expect(screen.getAllByTitle(/gear \/ front.*4/).length).toBeGreaterThan(1));
    const { value } = screen.getByRole<HTMLInputElement>('textbox');
    unmount();
    return value;
  };
  expect(await named('line_1')).toBe('line_1');
  expect(await named('gear_front_v3')).toBe('gear_front_v4');
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

it('names the level of the version in the form, and says why in the question alone', async () => {
  const why = [{ en: 'Found nothing.', zh: '一无所获。' }];
  const blind = { ...version(3), assessment: { level: 'notLearned', hasThreshold: true, why, next: [] } };
  fakeApi({
    versionList: { list: [blind], total: 1, pageNum: 1, pageSize: 50 } as never,
    versionInfo: (() => blind) as never,
  });
  const { user } = await show(<OnlineForm open onClose={() => undefined} />, { screen: 'OnlineList' });
  await screen.findByText(contractText('assessment.level.notLearned'));
  expect(screen.queryByText('Found nothing.')).toBeNull();
  await user.click(screen.getByRole('button', { name: en.ui.add }));
  expect(await screen.findByText('Found nothing.')).toBeTruthy();
});

const large = '(a?){249}';
const stored: TextRule[] = [
  { type: 'matches', which: 'any', pattern: large },
  { type: 'date', which: 'any', format: 'YYYYMD', daysBefore: 0, daysAfter: 9 },
];

it('renames an entry whose stored rules would be refused today, and refuses them once they are changed', async () => {
  const thresholds = { binary: 0.3, box: 0.5, unclip: 1.5, edgeCut: 0, textScore: 0.5, rules: stored };
  const entry = {
    id: 5,
    projectId: 1,
    versionId: 3,
    versionNumber: 3,
    modelName: 'gear / front',
    name: 'line_1',
    thresholds,
    enabled: true,
  } as unknown as OnlineEntry;
  const { calls } = fakeApi({
    versionList: { list: [], total: 0, pageNum: 1, pageSize: 50 } as never,
    versionInfo: { ...version(3), assessment: { level: 'good', hasThreshold: true, why: [], next: [] } } as never,
    onlineUpdate: entry as never,
  });
  const onClose = vi.fn();
  await show(<OnlineForm open entry={entry} onClose={onClose} />, { screen: 'OnlineList' });
  const pattern = await screen.findByDisplayValue(large);
  fireEvent.change(screen.getByDisplayValue('line_1'), { target: { value: 'line_2' } });
  fireEvent.change(pattern, { target: { value: `${large}b` } });
  const save = screen.getByRole('button', { name: 'Save' });
  fireEvent.click(save);
  expect(await screen.findByText('Complete or correct rule 1 first')).toBeTruthy();
  fireEvent.change(pattern, { target: { value: large } });
  fireEvent.click(save);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls.find(({ name }) => name === 'onlineUpdate')?.input).toMatchObject({ name: 'line_2', thresholds });
});

it('lets a new rule be filled in before it is called missing', async () => {
  const thresholds = { binary: 0.3, box: 0.5, unclip: 1.5, edgeCut: 0, textScore: 0.5, rules: [] };
  const reader = { ...version(3), thresholds, assessment: { level: 'good', hasThreshold: true, why: [], next: [] } };
  fakeApi({
    versionList: { list: [reader], total: 1, pageNum: 1, pageSize: 50 } as never,
    versionInfo: (() => reader) as never,
  });
  const { user } = await show(<OnlineForm open onClose={() => undefined} />, { screen: 'OnlineList', family: 'ocr' });
  await user.click(await screen.findByRole('button', { name: new RegExp(en.texts.addRule) }));
  await user.click(await screen.findByText(en.texts.types.matches));
  const pattern = screen.getByRole('textbox', { name: en.texts.types.matches });
  const isRed = (one: HTMLElement) => one.className.includes('status-error');
  const tried = screen.getByRole('textbox', { name: en.texts.tryText });
  expect([isRed(pattern), isRed(tried), screen.queryByText(en.texts.faults.empty)]).toEqual([false, false, null]);
  await user.click(screen.getByRole('button', { name: en.ui.add }));
  expect(await screen.findByText(en.texts.faults.empty)).toBeTruthy();
  expect([isRed(pattern), isRed(tried)]).toEqual([true, false]);
  await waitFor(() => expect(document.activeElement).toBe(pattern));
  fireEvent.change(pattern, { target: { value: 'A.*' } });
  await waitFor(() => expect(screen.queryByText('Complete or correct rule 1 first')).toBeNull());
  expect(isRed(pattern)).toBe(false);
});
