/**
 * A step shows its image first. The address, and all that React draws around the image, follow once the image is painted; what
 * is asked of the screen until then would be about the image before, and waits for it.
 */
import type { ModelCommand, ReviewCommand, StepCommand, TextCommand } from '../../../canvas/index.ts';
import type { DeskState } from './desk-state.ts';

/** What the screen does: of the rest the stage itself knows which image it is about. */
export type OwnCommand = StepCommand | ModelCommand | TextCommand | ReviewCommand | 'shapes.fromPrevious';

export interface Ahead {
  imageId: number;
  /** Brings the screen to the image; once. */
  follow: () => void;
  waiting: OwnCommand[];
}

const once = (work: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
};

export function goAhead(state: DeskState, imageId: number, follow: () => void): void {
  state.ahead = { imageId, follow: once(follow), waiting: state.ahead?.waiting ?? [] };
}

/** Whether a command has to wait for the screen, which is called then. */
export function mustWait({ ahead }: DeskState, command: OwnCommand): boolean {
  ahead?.waiting.push(command);
  ahead?.follow();
  return ahead !== null;
}

/** The screen has come to an image: what has waited, or null where it is still on its way to a later one. */
export function arrive(state: DeskState, imageId: number): readonly OwnCommand[] | null {
  const { ahead } = state;
  if (ahead && ahead.imageId !== imageId) return null;
  state.ahead = null;
  return ahead?.waiting ?? [];
}
