/** The form of training parameters: bounds at the field, what depends on what, and the way back to the defaults. */
import { recipes } from '@loupe/contract';
import { screen, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { en } from '../locales/en.ts';
import { show } from '../testing/screen.tsx';
import { ParamForm, ParamSummary } from './ParamForm.tsx';
import { defaultsOf, paramFaults, type ParamValues } from './param-values.ts';

const { table, params } = recipes.detect;
let values: ParamValues = {};

function Form() {
  const [state, setState] = useState<ParamValues>(() => defaultsOf(table));
  useEffect(() => {
    values = state;
  }, [state]);
  return (
    <>
      <ParamSummary forms={[{ table, values: state, onChange: setState }]} />
      <ParamForm table={table} values={state} onChange={setState} faults={paramFaults(table, params, state)} />
    </>
  );
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
/** What stands below a field instead of its help. */
const faultAt = (label: string) => {
  const row = field(label).closest('.row') as HTMLElement;
  return within(row).queryByRole('alert')?.textContent ?? null;
};

it('begins with the defaults of the table, without a fault', async () => {
  await show(<Form />);
  expect(field('Epochs').value).toBe(String(table['epochs']!.default));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/from the defaults/)).toBeNull();
});

it('says what is wrong with a value at its field, in the bounds of the contract, in both languages', async () => {
  const { max } = table['epochs'] as { max: number };
  const { user, unmount } = await show(<Form />);
  await user.clear(field('Epochs'));
  await user.type(field('Epochs'), String(max + 1));
  expect(faultAt('Epochs')).toContain(String(max));
  await user.clear(field('Epochs'));
  expect(faultAt('Epochs')).toContain(String(max));
  await user.type(field('Epochs'), '20');
  expect(faultAt('Epochs')).toBeNull();
  unmount();
  const zh = await show(<Form />, { locale: 'zh' });
  const label = (table['epochs'] as { label: { zh: string } }).label.zh;
  await zh.user.clear(field(label));
  expect(faultAt(label)).toMatch(/\p{Script=Han}/u);
});

it('refuses what two parameters are only together, at the one to change', async () => {
  const { user } = await show(<Form />);
  const save = table['saveInterval']!.label.en;
  await user.clear(field('Epochs'));
  await user.type(field('Epochs'), '3');
  await user.clear(field(save));
  await user.type(field(save), '5');
  expect(faultAt('Epochs')).toBeNull();
  expect(faultAt(save)).toBeTruthy();
});

it('shows a parameter only while the one that it needs is on', async () => {
  const { user } = await show(<Form />);
  const needing = Object.values(table).find((one) => one.needs?.key === 'cropShare')!;
  expect(screen.queryByLabelText(needing.label.en)).toBeNull();
  const share = table['cropShare']!.label.en;
  await user.clear(field(share));
  await user.type(field(share), '30');
  expect(screen.getByLabelText(needing.label.en)).toBeTruthy();
});

it('tells what was changed from which default, and puts one or all back', async () => {
  const { user } = await show(<Form />);
  const byDefault = table['epochs']!.default;
  await user.clear(field('Epochs'));
  await user.type(field('Epochs'), '77');
  expect(values['epochs']).toBe(77);
  const row = field('Epochs').closest('.row') as HTMLElement;
  expect(row.textContent).toContain(String(byDefault));
  await user.click(within(row).getByRole('button', { name: /Epochs/ }));
  expect(field('Epochs').value).toBe(String(byDefault));
  expect(within(row).queryByRole('button', { name: /Epochs/ })).toBeNull();
  await user.clear(field('Epochs'));
  await user.type(field('Epochs'), '78');
  await user.click(screen.getByRole('button', { name: en.ui.resetDefaults }));
  expect(values).toEqual(defaultsOf(table));
});
