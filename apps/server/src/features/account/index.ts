/** Account: what other parts of the server may use. */
export { engineerRole, ensureAdmin, firstPassword, superAdminRole, type FirstAccount } from './first-start.ts';
export { plainPhone } from './login.ts';
export { makeAccountHandlers } from './routes.ts';
export { showName } from './show-name.ts';
