/** What other features may use of online detection: the entries of a model, and the dialog that adds one. */
export { OnlineTable } from './parts/OnlineTable.tsx';
export { OnlineAdd } from './parts/OnlineForm.tsx';
