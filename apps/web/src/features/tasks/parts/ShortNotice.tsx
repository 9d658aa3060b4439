/** On the page of a training that runs: it is too short to learn much, which nobody should wait for. */
import { isOpen, type Task, type TaskLine } from '@loupe/contract';
import { Alert } from 'antd';
import { useLineText } from './line-text.ts';
import { useLines } from './use-lines.ts';

const isAbout = ({ kind, body }: TaskLine): boolean => kind === 'warning' && body['code'] === 'train.fewSteps';

export function ShortNotice({ task }: { task: Task }) {
  const text = useLineText();
  // each attempt plans its own steps: what the last one says holds
  const line = useLines(task).findLast(isAbout);
  // of an ended training its assessment says what it came to
  if (!line || !isOpen(task.state)) return null;
  return <Alert type="warning" showIcon title={text(line)} />;
}
