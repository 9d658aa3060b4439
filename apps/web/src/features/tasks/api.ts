/** What other features may use of tasks: the queue, and the list of a model's trainings or tests. */
export { QueueButton } from './parts/QueueDrawer.tsx';
export { TaskTable } from './parts/TaskTable.tsx';
