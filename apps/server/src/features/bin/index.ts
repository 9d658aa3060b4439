/** What other features may use of the bin. Restoring and removing know all features, and are bound by the app. */
export { addToBin, countsOfBin, hide, hideTasks } from './put.ts';
export { fileWithSuffix, withSuffix } from './suffix.ts';
