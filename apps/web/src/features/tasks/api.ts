/** What other features may use of tasks: their kinds, the queue, the list of a model's trainings or tests, and the head of a test's page. */
export { FailureCard } from './parts/FailureCard.tsx';
export { LogCard } from './parts/LogCard.tsx';
export { QueueButton } from './parts/QueueDrawer.tsx';
export { TaskButtons } from './parts/TaskButtons.tsx';
export { TaskGate } from './parts/TaskGate.tsx';
export { progressOf, taskKindViews } from './kinds.ts';
export { leftKey } from './parts/progress.ts';
export { TaskLink } from './parts/TaskLink.tsx';
export { TaskTable } from './parts/TaskTable.tsx';
export { TestStart } from './parts/TestStart.tsx';
export { TestWaiting } from './parts/TestWaiting.tsx';
