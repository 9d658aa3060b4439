/** Customers as an administrator looks after them: approve, lock after a question, reset with the code they read out. */
import type { Customer } from '@loupe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { CustomerListPage } from './CustomerListPage.tsx';

const t = en.authority;
const at = '2026-03-04T05:06:07.000Z';
const customer = (id: number, more: Partial<Customer>): Customer => ({
  id,
  account: `customer_${id}`,
  phone: `1380000000${id}`,
  name: null,
  company: null,
  email: null,
  roleName: 'customer',
  state: 'active',
  createdAt: at,
  lastSignInAt: null,
  mayManage: true,
  ...more,
});
const list = [
  customer(1, { state: 'waiting', company: 'Example Works' }),
  customer(2, {}),
  customer(3, { state: 'locked' }),
  customer(4, { state: 'waiting', mayManage: false }),
];

async function opened(codes: 'http' | 'off') {
  const server = fakeApi({
    customerList: { list, total: list.length, pageNum: 1, pageSize: 20 },
    publicConfig: { codes, contact: null, operator: null, version: '1', defaultLanguage: null, providerName: null },
    customerApprove: null,
    customerSetLocked: null,
    customerSendCode: { resendSeconds: 60, minutes: 5 },
    customerResetPassword: null,
  });
  const page = await show(<CustomerListPage />);
  await screen.findByText('customer_1');
  const row = (account: string) => within(screen.getByText(account).closest('tr')!);
  return { server, row, ...page };
}

it('approves who waits, locks after a question, and unlocks', async () => {
  const { user, server, row } = await opened('http');
  expect(row('customer_2').queryByRole('button', { name: new RegExp(`^${t.approve}`) })).toBeNull();
  expect(row('customer_4').queryAllByRole('button')).toEqual([]);
  await user.click(row('customer_1').getByRole('button', { name: new RegExp(`^${t.approve}`) }));
  await waitFor(() => expect(server.asked('customerApprove')).toEqual([{ id: 1 }]));
  await user.click(row('customer_2').getByRole('button', { name: new RegExp(`^${t.lock}`) }));
  expect(server.asked('customerSetLocked')).toEqual([]);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t.lock }));
  await waitFor(() => expect(server.asked('customerSetLocked')).toEqual([{ id: 2, locked: true }]));
  await user.click(row('customer_3').getByRole('button', { name: new RegExp(`^${t.unlock}`) }));
  await waitFor(() => expect(server.asked('customerSetLocked').at(-1)).toEqual({ id: 3, locked: false }));
});

it('resets a password with the code that the customer reads out', async () => {
  const { user, server, row } = await opened('http');
  await user.click(row('customer_2').getByRole('button', { name: new RegExp(`^${t.reset}`) }));
  const inside = within(await screen.findByRole('dialog'));
  await user.click(inside.getByRole('button', { name: en.center.sendCode }));
  await inside.findByText('Code sent to 138****0002. It is valid for 5 minutes.');
  await user.type(inside.getByLabelText(en.center.code), '123456');
  await user.type(inside.getByLabelText(t.password), 'given-pass-1');
  await user.click(inside.getByRole('button', { name: t.reset }));
  await waitFor(() => expect(server.asked('customerResetPassword')).toHaveLength(1));
  expect(server.asked('customerResetPassword')[0]).toEqual({ id: 2, password: 'given-pass-1', code: '123456' });
});

it('and without one where none can be sent', async () => {
  const { user, server, row } = await opened('off');
  await user.click(row('customer_2').getByRole('button', { name: new RegExp(`^${t.reset}`) }));
  const inside = within(await screen.findByRole('dialog'));
  expect(inside.queryByRole('button', { name: en.center.sendCode })).toBeNull();
  await user.type(inside.getByLabelText(t.password), 'given-pass-1');
  await user.click(inside.getByRole('button', { name: t.reset }));
  await waitFor(() => expect(server.asked('customerResetPassword')).toHaveLength(1));
  expect(server.asked('customerResetPassword')[0]).toEqual({ id: 2, password: 'given-pass-1', code: null });
});
