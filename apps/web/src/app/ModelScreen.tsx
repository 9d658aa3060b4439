/** The screen of models, with what it shows of tasks and online detection. */
import { ModelListPage } from '../features/models/pages/ModelListPage.tsx';
import { OnlineAdd, OnlineTable } from '../features/online/api.ts';
import { TaskTable, TestStart } from '../features/tasks/api.ts';

const slots = { OnlineAdd, OnlineTable, TaskTable, TestStart };

export function ModelScreen() {
  return <ModelListPage slots={slots} />;
}
