/** Dashboard: what other parts of the server may use. */
export { cleanUp } from './cleanup.ts';
export { readHealth } from './health.ts';
export { watchMachine, type MachineWatch } from './machine.ts';
export { makeDashboardHandlers } from './routes.ts';
