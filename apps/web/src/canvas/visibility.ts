// Which shapes stand on the stage: the sort that is shown, without those that the person has hidden; or those of a moment
// that is gone, to be looked at.

import type { Editor } from './editor-state.ts';
import type { Shape } from './types.ts';

type Stage = Pick<Editor, 'visible' | 'hidden' | 'doc' | 'past'>;

export const isShownAs = ({ visible }: Pick<Editor, 'visible'>, sort: 'labels' | 'predictions'): boolean =>
  visible === 'both' || visible === sort;

/** A model's shape that nobody has vouched for is a prediction, wherever it is stored. */
export const isOnStage = (stage: Stage, shape: Shape): boolean =>
  !stage.hidden.has(shape.id) && isShownAs(stage, shape.source === 'model' ? 'predictions' : 'labels');

export function stageShape(stage: Stage, id: string): Shape | null {
  const shape = stage.past ? undefined : stage.doc.shapes.get(id);
  return shape && isOnStage(stage, shape) ? shape : null;
}

export const stageShapes = (stage: Stage): Shape[] =>
  (stage.past ?? [...stage.doc.shapes.values()]).filter((shape) => isOnStage(stage, shape));
