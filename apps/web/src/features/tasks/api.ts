/** What other features may use of tasks: the list of a model's trainings or tests. */
export { TaskTable } from './parts/TaskTable.tsx';
