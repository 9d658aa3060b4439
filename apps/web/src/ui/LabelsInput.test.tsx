/** The choice of labels: in their order, with what is gone but still chosen, and neither a change nor to be put back. */
import { recipes } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { en } from '../locales/en.ts';
import { show } from '../testing/screen.tsx';
import { LabelsInput } from './LabelsInput.tsx';
import { ParamForm, ParamSummary } from './ParamForm.tsx';
import { defaultsOf, type ParamValues } from './param-values.ts';

const labels = ['plate', 'ring', 'blob'].map((name, i) => ({ name, color: '#5b8ff9', objects: i }));
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });

function Choice(props: { first: readonly string[]; seen: (value: readonly string[]) => void; disabled?: boolean }) {
  const [value, setValue] = useState(props.first);
  const change = (to: readonly string[]) => {
    setValue(to);
    props.seen(to);
  };
  return (
    <LabelsInput
      id="labels"
      label="Labels"
      labels={labels}
      value={value}
      disabled={props.disabled ?? false}
      onChange={change}
    />
  );
}

it('gives the chosen labels in their own order, whatever was clicked first', async () => {
  const seen: (readonly string[])[] = [];
  const { user } = await show(<Choice first={[]} seen={(value) => seen.push(value)} />);
  await user.click(box(/blob/));
  await user.click(box(/plate/));
  await user.click(box(/blob/));
  expect(seen).toEqual([['blob'], ['plate', 'blob'], ['plate']]);
  expect([box(/plate/).checked, box(/ring/).checked, box(/blob/).checked]).toEqual([true, false, false]);
});

it('keeps a chosen label that the images lack, so that it can be taken back', async () => {
  const seen: (readonly string[])[] = [];
  const { user } = await show(<Choice first={['gear', 'ring']} seen={(value) => seen.push(value)} />);
  expect(box(/gear/).checked).toBe(true);
  await user.click(box(/gear/));
  expect(seen).toEqual([['ring']]);
  expect(screen.queryByRole('checkbox', { name: /gear/ })).toBeNull();
});

it('cannot be changed while it is disabled', async () => {
  const seen: (readonly string[])[] = [];
  const { user } = await show(<Choice first={['ring']} seen={(value) => seen.push(value)} disabled />);
  await user.click(box(/plate/));
  expect(seen).toEqual([]);
});

const { table } = recipes.locate;

function Form({ seen }: { seen: (values: ParamValues) => void }) {
  const [values, setValues] = useState<ParamValues>(() => defaultsOf(table));
  const change = (to: ParamValues) => {
    setValues(to);
    seen(to);
  };
  return (
    <>
      <ParamSummary forms={[{ table, values, onChange: change }]} />
      <ParamForm table={table} values={values} onChange={change} faults={{}} labels={labels} />
    </>
  );
}

it('is an answer that each training needs: no change of a default, and not put back with all others', async () => {
  let values: ParamValues = {};
  const { user } = await show(<Form seen={(to) => (values = to)} />);
  await user.click(box(/plate/));
  expect(values['locating']).toEqual(['plate']);
  expect(screen.queryByRole('button', { name: en.ui.resetDefaults })).toBeNull();
  expect(screen.queryByRole('button', { name: new RegExp(table['locating']!.label.en) })).toBeNull();
  const epochs = screen.getByLabelText<HTMLInputElement>('Epochs', { selector: 'input' });
  await user.clear(epochs);
  await user.type(epochs, '77');
  await user.click(screen.getByRole('button', { name: en.ui.resetDefaults }));
  expect(values).toEqual({ ...defaultsOf(table), locating: ['plate'] });
});
