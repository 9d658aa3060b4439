/** Leads to the page of a task, on the scene of its family; plain text where its kind has none. */
import { familyOfModelType, type Task } from '@loupe/contract';
import { SceneLink } from '../../../core/scene.tsx';
import { taskKindViews } from '../kinds.ts';

export function TaskLink({ task, text }: { task: Task; text: string }) {
  const { screen } = taskKindViews[task.kind];
  if (screen === null) return <span className="ellipsis">{text}</span>;
  return (
    <SceneLink screen={screen} search={{ id: task.id }} target={{ family: familyOfModelType(task.modelType ?? '') }}>
      {text}
    </SceneLink>
  );
}
