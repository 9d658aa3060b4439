/** Account: what other parts of the server may use. */
export { engineerRole, ensureAdmin, superAdminRole, type FirstAccount } from './first-start.ts';
export { firstPassword, firstPasswordGone } from './first-password.ts';
export * from './sms/index.ts';
export { makeSmsHandlers } from './sms/routes.ts';
export { makeAgreementHandlers } from './agreements/agreements.ts';
export { makeCustomerHandlers } from './customer-routes.ts';
export { makeAccountHandlers } from './routes.ts';
export { isLastSuperAdmin, lockSuperAdmins } from './super-admin.ts';
export { showName } from './show-name.ts';
