/** Rules on texts set without code: added, filled in, tried on a text, removed; and the text that an image should have. */
import type { TextRule, TextThresholds } from '@loupe/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { en } from '../../locales/en.ts';
import { show } from '../../testing/screen.tsx';
import { ExpectedField } from './ExpectedField.tsx';
import { RulesInput } from './RulesInput.tsx';

const t = en.texts;
const given: (readonly TextRule[])[] = [];
const last = () => given.at(-1)!;

function Field({ initial, isChecked = false }: { initial: readonly TextRule[]; isChecked?: boolean }) {
  const [rules, setRules] = useState(initial);
  const change = (next: readonly TextRule[]) => {
    given.push(next);
    setRules(next);
  };
  return <RulesInput rules={rules} ignoreCase={false} isChecked={isChecked} onChange={change} />;
}
const rule = (n: number) => screen.getByRole('listitem', { name: t.ruleN.replace('{{n}}', String(n)) });
const tryText = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: t.tryText }), { target: { value: text } });

it('adds a pattern, says that it cannot be read, and tries it on a text', async () => {
  const { user } = await show(<Field initial={[]} />);
  await user.click(screen.getByRole('button', { name: new RegExp(t.addRule) }));
  await user.click(await screen.findByText(t.types.matches));
  // nothing was typed yet
  expect(within(rule(1)).queryByText(t.faults.empty)).toBeNull();
  const pattern = within(rule(1)).getByRole('textbox', { name: t.types.matches });
  // it may stand below the edge of the form, and is filled in next
  expect(document.activeElement).toBe(pattern);
  fireEvent.change(pattern, { target: { value: '[A-' } });
  expect(within(rule(1)).getByText(/^Not a valid regular expression: /)).toBeTruthy();
  fireEvent.change(pattern, { target: { value: '[A-Z]{2}\\d{3}' } });
  tryText('AB123');
  expect(within(rule(1)).getByText(t.holds)).toBeTruthy();
  tryText('AB12');
  expect(within(rule(1)).getByText(t.broken)).toBeTruthy();
  expect(last()).toEqual([{ type: 'matches', which: 'any', pattern: '[A-Z]{2}\\d{3}' }]);
});

it('says which rules are still empty once they were refused, at their fields alone', async () => {
  const empty: TextRule[] = [
    { type: 'matches', which: 'any', pattern: '' },
    { type: 'matches', which: 'any', pattern: 'A' },
  ];
  await show(<Field initial={empty} isChecked />);
  expect(within(rule(1)).getByText(t.faults.empty)).toBeTruthy();
  const red = screen.getAllByRole('textbox').map((one) => one.getAttribute('aria-invalid') === 'true');
  expect(red).toEqual([true, false, false]);
});

it('judges check digits, asks for all texts instead of any, and removes a rule', async () => {
  const { user } = await show(
    <Field
      initial={[
        { type: 'checkDigit', which: 'any', scheme: 'gtin' },
        { type: 'count', min: 1, max: 1 },
      ]}
    />,
  );
  tryText('4006381333931');
  expect(within(rule(1)).getByText(t.holds)).toBeTruthy();
  tryText('4006381333932');
  expect(within(rule(1)).getByText(t.broken)).toBeTruthy();
  expect(within(rule(2)).queryByText(t.broken)).toBeNull();
  await user.click(within(rule(1)).getByText(t.all));
  expect(last()[0]).toMatchObject({ which: 'all' });
  await user.click(screen.getByRole('button', { name: t.removeRule.replace('{{n}}', '1') }));
  expect(last().map(({ type }) => type)).toEqual(['count']);
  // how many texts there are cannot be tried with one
  expect(screen.queryByRole('textbox', { name: t.tryText })).toBeNull();
});

it('asks for the expected text only where a rule compares with it', async () => {
  const thresholds = { rules: [] as TextRule[] } as unknown as TextThresholds;
  const asking = { rules: [{ type: 'equals', which: 'any', to: { by: 'field', field: 'expected' } }] };
  await show(
    <>
      <ExpectedField thresholds={thresholds} value="" onChange={() => {}} />
      <ExpectedField thresholds={asking as unknown as TextThresholds} value="LOT 7" onChange={() => {}} />
    </>,
  );
  expect(screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual(['LOT 7']);
});
