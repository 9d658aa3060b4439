// Points at an object and shows its outline after each click, until it is accepted.

import { distance } from '@loupe/geometry';
import { CLICK_SLOP, mayBegin, mayDraw, noDraft, reach } from '../tool.ts';
import { createTalk } from './talk.ts';
import type { Box, ImagePoint } from '@loupe/geometry';
import type { Prompt, PromptClick } from '../../outline/prompt.ts';
import type { Region } from '../../region.ts';
import type { Pointer, Pointing, StateTree, Tool, ToolContext } from '../tool.ts';
import type { Talk, Word } from './talk.ts';

type Press = { readonly from: Pointer; at: ImagePoint; readonly isObject: boolean };
type State = { kind: 'idle' | 'shown' } | ({ kind: 'pressing' } & Press);

export const states: StateTree<State['kind']> = {
  // a double click is one event
  idle: ['pressing', 'shown'],
  pressing: ['shown', 'idle'],
  shown: ['pressing', 'idle'],
};

/** Screen pixels from which on a press is a box, and no click of an unsteady hand. */
const BOX_SIDE = 8;

const boxOf = ({ from, at }: Press): Box => [
  Math.min(from.image.x, at.x),
  Math.min(from.image.y, at.y),
  Math.max(from.image.x, at.x),
  Math.max(from.image.y, at.y),
];

function isBox(ctx: ToolContext, { from, at, isObject }: Press): boolean {
  const side = reach(ctx, BOX_SIDE);
  return isObject && Math.abs(at.x - from.image.x) >= side && Math.abs(at.y - from.image.y) >= side;
}

/** What is said after a press: a box takes the place of an earlier one; the second click of a double one says nothing new. */
function saidBy(ctx: ToolContext, words: readonly Word[], press: Press): readonly Word[] {
  if (isBox(ctx, press)) return [...words.filter((one) => 'click' in one), { box: boxOf(press) }];
  const { x, y } = press.from.image;
  const click: PromptClick = { x, y, isObject: press.isObject };
  const isSame = (one: Word): boolean =>
    'click' in one && one.click.isObject === click.isObject && distance(one.click, click) <= reach(ctx, CLICK_SLOP);
  return words.some(isSame) ? words : [...words, { click }];
}

const ysOf = ({ clicks, box }: Prompt, region: Region): number[] => [
  ...clicks.map(({ y }) => y),
  ...(box ? [box[1], box[3]] : []),
  ...region.flatMap((ring) => ring.filter((_, i) => i % 2 === 1)),
];

/** From where to where it reaches, worked out once for each outline: this is asked for in each frame. */
function createReach(talk: Talk): () => { top: number; bottom: number } {
  let [words, region, found] = [talk.words(), talk.region(), { top: 0, bottom: 0 }];
  return () => {
    if (words === talk.words() && region === talk.region()) return found;
    [words, region] = [talk.words(), talk.region()];
    let [top, bottom] = [Infinity, -Infinity];
    for (const y of ysOf(talk.prompt(), region)) [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    found = words.length === 0 ? { top: 0, bottom: 0 } : { top, bottom };
    return found;
  };
}

/** The same object until something in it changes: who watches it hears of changes alone. */
function createPointing(talk: Talk, isGround: () => boolean): () => Pointing {
  let last: Pointing = { count: 0, isGround: false, isWaiting: false, hasOutline: false, top: 0, bottom: 0 };
  const reachOf = createReach(talk);
  return () => {
    const next = {
      count: talk.words().length,
      isGround: isGround(),
      isWaiting: talk.isWaiting(),
      hasOutline: talk.region().length > 0,
      ...reachOf(),
    };
    const isSame = (Object.keys(next) as (keyof Pointing)[]).every((key) => next[key] === last[key]);
    if (!isSame) last = next;
    return last;
  };
}

export function createAssistTool(ctx: ToolContext): Tool {
  let state: State = { kind: 'idle' };
  /** A click without Alt is one beside the object: for hands without a keyboard. */
  let isGround = false;
  const talk = createTalk(ctx, () => {
    [state, isGround] = [{ kind: 'idle' }, false];
  });
  /** At rest, or with what is said so far. */
  const rest = (): void => {
    state = { kind: talk.words().length > 0 ? 'shown' : 'idle' };
  };

  const down = (p: Pointer): void => {
    if (talk.isClosed()) return;
    const isFirst = talk.words().length === 0;
    if (isFirst ? !mayDraw(ctx, p.image) : !mayBegin(ctx, p.image)) return;
    if (isFirst) ctx.select([]);
    state = { kind: 'pressing', from: p, at: p.image, isObject: !p.alt && !isGround };
  };
  const back = (): void => {
    if (state.kind === 'shown') talk.say(talk.words().slice(0, -1));
    rest();
  };

  return {
    down,
    move: (p) => {
      if (state.kind === 'pressing') state.at = p.image;
    },
    up: () => {
      if (state.kind !== 'pressing') return;
      const press = state;
      talk.say(saidBy(ctx, talk.words(), press));
      rest();
    },
    doubleClick: () => {},
    command: (command) => {
      if (state.kind === 'idle') return false;
      if (command === 'cancel') talk.end();
      else if (command === 'back' || command === 'undo') back();
      else if (command === 'finish' && state.kind === 'shown') talk.accept();
      return true;
    },
    isBusy: () => state.kind !== 'idle',
    pointing: {
      get: createPointing(talk, () => isGround),
      setGround: (next) => {
        isGround = next;
      },
    },
    draft: () => {
      if (state.kind === 'idle') return noDraft;
      const { clicks, box } = talk.prompt();
      const marquee = state.kind === 'pressing' && isBox(ctx, state) ? boxOf(state) : box;
      return { ...noDraft, region: { rings: talk.region(), erases: false }, marquee, marks: clicks };
    },
    cursor: () => (talk.isWaiting() ? 'progress' : 'crosshair'),
    state: () => state.kind,
  };
}
