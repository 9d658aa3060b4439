/** Tasks: what other parts of the server may use. */
export { bindEngine } from './engine-routes.ts';
export { actOnTask, retryReset } from './act.ts';
export { deleteTask } from './delete-task.ts';
export { testKind } from './kinds/test/kind.ts';
export { trainKind } from './kinds/train/kind.ts';
export { ownTask } from './curves.ts';
export { makeQueueHandlers } from './queue.ts';
export { makeTaskHandlers } from './routes.ts';
export { askTwice, causeFor, inLanes, makeMeter, makeSteps } from './predicting.ts';
export { activeSeconds, causeTextOf, listTasks, taskInfo, type TaskFilter } from './view.ts';
