/** The editor of the agreements: the preview is what everybody reads, and the warning is of the language that is untouched. */
import type { AgreementId } from '@loupe/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { AgreementsPage } from './AgreementsPage.tsx';

it('fills in the operator, and warns of the text of the product in each language by itself', async () => {
  const written = { id: 'productService', zh: '由{operator}运营', en: 'Run by {operator}', updatedAt: null } as const;
  fakeApi({
    agreementList: [{ ...written, defaults: ['zh'] }],
    publicConfig: { operator: 'Example Works', contact: null },
  });
  const { user } = await show(<AgreementsPage />);
  await screen.findByText('Run by Example Works');
  expect(screen.queryByText(en.account.agreements.isDefault)).toBeNull();
  await user.click(screen.getByText('中文'));
  await screen.findByText('由 Example Works 运营');
  await screen.findByText(en.account.agreements.isDefault);
});

it('marks an agreement whose text is not saved, also while the other is open', async () => {
  const one = (id: AgreementId, text: string) => ({ id, zh: text, en: text, updatedAt: null, defaults: [] });
  fakeApi({
    agreementList: [one('productService', 'service'), one('personalInformation', 'person')],
    publicConfig: { operator: null, contact: null },
  });
  const { user } = await show(<AgreementsPage />);
  const field = await screen.findByDisplayValue('service');
  const marked = () => [
    ...new Set(screen.queryAllByText(en.account.agreements.unsaved).map((mark) => mark.parentElement!.textContent)),
  ];
  await user.type(field, '!');
  const name = en.account.agreements.productService;
  expect(marked()).toEqual([`${name} ${en.account.agreements.unsaved}`]);
  await user.type(field, '{Backspace}');
  expect(marked()).toEqual([]);
});

it('asks once before the texts of both are lost, and not where what was typed was undone', async () => {
  const one = (id: AgreementId, text: string) => ({ id, zh: text, en: text, updatedAt: null, defaults: [] });
  fakeApi({
    agreementList: [one('productService', 'service'), one('personalInformation', 'person')],
    publicConfig: { operator: null, contact: null },
  });
  const { user, path, history } = await show(<AgreementsPage />);
  const typed = async (end: string) => {
    for (const text of ['service', 'person']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await user.type(await screen.findByDisplayValue(new RegExp(`^${text}`)), end);
    }
  };
  const question = () => screen.queryByText(en.ui.discardTitle);
  await typed('!');
  await typed('{Backspace}');
  act(() => history.push('/first'));
  await waitFor(() => expect(path()).toBe('/first'));
  expect(question()).toBeNull();
  await typed('!');
  act(() => history.push('/second'));
  await user.click(await screen.findByRole('button', { name: en.ui.discard }));
  await waitFor(() => expect(path()).toBe('/second'));
});
