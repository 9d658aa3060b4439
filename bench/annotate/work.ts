/** What the person does on one image: draws all of it, or corrects what a model proposes. */
import type { Proposal } from '@loupe/contract';
import { boundsOf, boxContains, boxIou, type Box } from '@loupe/geometry';
import type { Corners, Person } from './person.ts';

/** An object as it is in the set: its label by place, from 0. */
export interface Truth {
  label: number;
  box: Corners;
}
export interface Hand {
  person: Person;
  /** Label and tool that the workbench holds now. */
  label: number;
  tool: 'v' | 'r';
}

/** A proposal is of an object from the first overlap on; below the second one the object is drawn again. */
const found = 0.5;
export const good = 0.7;

async function take(hand: Hand, tool: Hand['tool']): Promise<void> {
  if (hand.tool === tool) return;
  await hand.person.key(tool);
  hand.tool = tool;
}

async function draw(hand: Hand, { label, box }: Truth): Promise<void> {
  hand.person.think();
  await take(hand, 'r');
  if (hand.label !== label) await hand.person.key(String(label + 1));
  hand.label = label;
  await hand.person.drag(box);
}

/** Object by object. */
export async function byHand(hand: Hand, truths: readonly Truth[]): Promise<void> {
  hand.person.think();
  for (const truth of truths) await draw(hand, truth); // oxlint-disable-line no-await-in-loop
}

export interface Pair {
  proposal: Proposal;
  label: number;
  truth: Truth | undefined;
  overlap: number;
}

/** Those with the right label first, then the surest: each to the object that it covers most and that is not taken. */
export function pairs(
  proposals: readonly Proposal[],
  truths: readonly Truth[],
  placeOf: (labelId: number | null) => number,
): Pair[] {
  const free = new Set(truths);
  const list = proposals
    .toSorted((a, b) => b.score - a.score)
    .map((proposal): Pair => ({ proposal, label: placeOf(proposal.labelId), truth: undefined, overlap: 0 }));
  for (const needsLabel of [true, false]) {
    for (const pair of list.filter(({ truth }) => truth === undefined)) {
      for (const one of free) {
        const iou = boxIou(one.box as Box, boundsOf(pair.proposal.points));
        if (needsLabel && one.label !== pair.label) continue;
        if (iou >= Math.max(found, pair.overlap)) [pair.truth, pair.overlap] = [one, iou];
      }
      if (pair.truth) free.delete(pair.truth);
    }
  }
  return list;
}

/** Two that are one to the hand. */
const same = 0.8;
const overlapOf = (a: Pair, b: Pair): number => boxIou(boundsOf(a.proposal.points), boundsOf(b.proposal.points));

const shares = [0.5, 0.03, 0.97, 0.25, 0.75];

/** A place in its box and in no other of the list; its middle where there is none. */
function placeIn({ proposal }: Pair, list: readonly Pair[]): [number, number] {
  const [x1, y1, x2, y2] = boundsOf(proposal.points);
  const others = list.filter((one) => one.proposal !== proposal).map((one) => boundsOf(one.proposal.points));
  const places = shares.flatMap((x) => shares.map((y): [number, number] => [x1 + x * (x2 - x1), y1 + y * (y2 - y1)]));
  return places.find(([x, y]) => others.every((box) => !boxContains(box, { x, y }))) ?? places[0]!;
}

/** Rejects what is wrong (also by its label) or too loose, accepts the rest at once, and draws what is missing then. */
export async function byProposals(hand: Hand, list: readonly Pair[], truths: readonly Truth[]): Promise<void> {
  const { person } = hand;
  person.think();
  const isRight = ({ truth, label, overlap }: Pair): boolean => truth?.label === label && overlap >= good;
  const wrong = list.filter((one) => !isRight(one));
  // one that lies on a wrong one cannot be told from it by a click: both go
  const isKept = (one: Pair): boolean => isRight(one) && wrong.every((other) => overlapOf(one, other) < same);
  /* oxlint-disable no-await-in-loop -- one hand */
  const left = new Set(list);
  for (const pair of list.filter((one) => !isKept(one))) {
    person.think();
    await take(hand, 'v');
    await person.click(placeIn(pair, [...left]));
    await person.key('x');
    left.delete(pair);
  }
  const kept = list.filter(isKept);
  if (kept.length > 0) await person.key('Shift+Y');
  const done = new Set(kept.map(({ truth }) => truth));
  for (const truth of truths.filter((one) => !done.has(one))) await draw(hand, truth);
  /* oxlint-enable no-await-in-loop */
}
