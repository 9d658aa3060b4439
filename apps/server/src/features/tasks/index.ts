/** Tasks: what other parts of the server may use. */
export { bindEngine } from './engine-routes.ts';
export { ownTask } from './curves.ts';
export { makeResultHandlers } from './results.ts';
export { makeTaskHandlers } from './routes.ts';
export { listTasks, taskInfo, type TaskFilter } from './view.ts';
