/** The editor of the agreements: the preview is what everybody reads, and the warning is of the language that is untouched. */
import { screen } from '@testing-library/react';
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
