/**
 * A step shows its image first. The address, and all that React draws around the image, follow once the image is painted; what
 * is asked of the screen until then would be about the image before, and waits for it.
 */
import type { ModelCommand, ReviewCommand, TextCommand } from '../../../canvas/index.ts';
import { setHere } from '../../../core/sockets.ts';
import { copyFromPrevious } from './desk-copy.ts';
import { load } from './desk-load.ts';
import { atHand, type Ahead, type DeskState, type OwnCommand } from './desk-state.ts';

const isTextCommand = (command: OwnCommand): command is TextCommand => command.startsWith('text.');
const isReviewCommand = (command: OwnCommand): command is ReviewCommand => command.startsWith('review.');
const isModelCommand = (command: OwnCommand): command is ModelCommand => command.startsWith('prediction.');

/** Ways to other images are open at any time. */
const isAboutImage = (command: OwnCommand): boolean =>
  !command.startsWith('image.') && !['review.next', 'prediction.uncertain'].includes(command);

function carryOut(state: DeskState, command: OwnCommand): void {
  if (command === 'shapes.fromPrevious') void copyFromPrevious(state);
  else if (isTextCommand(command)) for (const listener of state.texts) listener(command);
  else if (isReviewCommand(command)) state.events.onReview(command);
  else if (isModelCommand(command)) state.events.onModel(command);
  else state.events.onStep(command);
}

export function askScreen(state: DeskState, command: OwnCommand): void {
  const { ahead } = state;
  if (isAboutImage(command) && !atHand(state)) return;
  if (!ahead) return carryOut(state, command);
  ahead.waiting.push(command);
  ahead.follow();
}

function show(state: DeskState, imageId: number): void {
  if (imageId === state.wanted) return;
  state.wanted = imageId;
  state.stores.people.set([]);
  setHere(imageId > 0 ? imageId : null);
  void load(state);
}

const once = (work: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
};

/** `follow` brings the screen to the image. What waits for another image is about that one, and ends with it. */
export function openAhead(state: DeskState, imageId: number, follow: () => void): void {
  if (!state.stage || imageId === state.wanted) return follow();
  const ahead: Ahead = { imageId, isFollowed: false, follow: () => undefined, waiting: [] };
  ahead.follow = once(() => {
    ahead.isFollowed = true;
    follow();
    // back to where the screen still is: it has no way to come
    if (state.ahead === ahead && state.screen === imageId) arriveAt(state, imageId);
  });
  state.ahead = ahead;
  show(state, imageId);
}

/** The screen has come to an image: of itself, behind the stage, or on its way to where the stage is now. */
export function arriveAt(state: DeskState, imageId: number): void {
  const { ahead } = state;
  const isThere = state.screen === imageId;
  state.screen = imageId;
  const isWay = ahead !== null && ahead.imageId !== imageId;
  // it was told where to go, and went elsewhere: as *Back* of the browser has it do
  if (isWay && (isThere || !ahead.isFollowed)) return;
  state.ahead = null;
  show(state, imageId);
  if (!isWay) for (const command of ahead?.waiting ?? []) askScreen(state, command);
}
