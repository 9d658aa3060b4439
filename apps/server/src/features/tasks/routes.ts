/** Routes of tasks, apart from the figures of tests, which are read where they are made. */
import type { tasks } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { actOnTask } from './act.ts';
import { taskLines, taskSeries } from './curves.ts';
import { deleteAsTask } from './delete-task.ts';
import { addTest, checkTest } from './test-add.ts';
import { addTraining, checkTraining } from './train.ts';
import { sendWeights } from './weights.ts';
import { listTasks, taskInfo } from './view.ts';

export function makeTaskHandlers(services: Services): Handlers<typeof tasks> {
  return {
    taskList: (actor, input) => listTasks(services, actor, input),
    taskInfo: (actor, input) => taskInfo(services, actor, input.id),
    taskSeries: (actor, input) => taskSeries(services, actor, input),
    taskLines: (actor, input) => taskLines(services, actor, input),
    taskWeights: (actor, input, http) => sendWeights(services, actor, input, http),
    taskAct: (actor, input) => actOnTask(services, actor, input),
    taskDelete: async (actor, input) => {
      await deleteAsTask(services, actor, input.id);
      return null;
    },
    trainCheck: (actor, input) => checkTraining(services, actor, input),
    trainAdd: (actor, input) => addTraining(services, actor, input),
    testCheck: (actor, input) => checkTest(services, actor, input),
    testAdd: (actor, input) => addTest(services, actor, input),
  };
}
