/** Routes of customers, for administrators. */
import type { customerRoutes } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import {
  approveCustomer,
  listCustomers,
  resetCustomerPassword,
  sendCustomerCode,
  setCustomerLocked,
} from './customers.ts';
import { codeToken, setCodeCookie, type Sms } from './sms/index.ts';

export const makeCustomerHandlers = (services: Services, sms: Sms): Handlers<typeof customerRoutes> => ({
  customerList: (actor, input) => listCustomers(services, actor, input),
  customerApprove: async (actor, input) => {
    await approveCustomer(services, actor, input);
    return null;
  },
  customerSetLocked: async (actor, input) => {
    await setCustomerLocked(services, actor, input);
    return null;
  },
  customerSendCode: async (actor, { id }, { reply }) => {
    const { token, sent } = await sendCustomerCode(services, sms, actor, id);
    setCodeCookie(services, reply, token);
    return sent;
  },
  customerResetPassword: async (actor, input, { request }) => {
    await resetCustomerPassword(services, sms, actor, input, codeToken(request));
    return null;
  },
});
