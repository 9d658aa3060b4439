/** Dashboard: what other parts of the server may use. */
export { makeDashboardHandlers } from './routes.ts';
