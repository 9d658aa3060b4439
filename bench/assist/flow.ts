/** Largest flow through a grid of 8 neighbours (Boykov and Kolmogorov, PAMI 26, 2004): the cheapest cut between two sides. */
import { CELLS, SIDE } from './grid.ts';

const FREE = 0;
const SOURCE = 1;
const SINK = 2;
const DX = [1, 1, 0, -1, -1, -1, 0, 1];
const DY = [0, 1, 1, 1, 0, -1, -1, -1];
/** From a cell to its neighbour in directions 0 … 7; the opposite one of d is (d + 4) % 8. */
const steps: readonly number[] = DX.map((dx, d) => DY[d]! * SIDE + dx);
/** Parents that are no direction. */
const TERMINAL = 8;
const NONE = 9;
const LEAST = 1e-9;

interface Graph {
  /** What may still flow, 8 for each cell. */
  rest: Float64Array;
  /** From the source where positive, to the sink where negative. */
  terminal: Float64Array;
  tree: Uint8Array;
  /** The direction of the parent in the tree. */
  parent: Uint8Array;
  queue: number[];
  isQueued: Uint8Array;
}

export function neighbour(i: number, d: number): number {
  const x = (i % SIDE) + DX[d]!;
  const y = Math.floor(i / SIDE) + DY[d]!;
  return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? -1 : y * SIDE + x;
}

const parentOf = ({ parent }: Graph, i: number): number => i + steps[parent[i]!]!;
/** Along direction d of cell i, and against it. */
const along = (i: number, d: number): number => 8 * i + d;
const against = (i: number, d: number): number => 8 * (i + steps[d]!) + ((d + 4) % 8);

function activate({ queue, isQueued }: Graph, i: number): void {
  if (isQueued[i] === 1) return;
  isQueued[i] = 1;
  queue.push(i);
}

function isRooted(graph: Graph, from: number): boolean {
  let i = from;
  while (graph.parent[i]! < TERMINAL) i = parentOf(graph, i);
  return graph.parent[i] === TERMINAL;
}

/** What may flow between a cell and its neighbour, from the root's side: out of the source's tree, into the sink's. */
const fromParent = ({ tree, rest }: Graph, i: number, d: number): number =>
  tree[i] === SOURCE ? rest[against(i, d)]! : rest[along(i, d)]!;

function findParent(graph: Graph, i: number): boolean {
  const { tree, parent } = graph;
  for (let d = 0; d < 8; d++) {
    const j = neighbour(i, d);
    if (j < 0 || tree[j] !== tree[i] || fromParent(graph, i, d) <= LEAST || !isRooted(graph, j)) continue;
    parent[i] = d;
    return true;
  }
  return false;
}

/** Cells that have lost their parent find another one, or are free. */
function adopt(graph: Graph, orphans: number[]): void {
  const { tree, parent, isQueued } = graph;
  while (orphans.length > 0) {
    const i = orphans.pop()!;
    if (findParent(graph, i)) continue;
    for (let d = 0; d < 8; d++) {
      const j = neighbour(i, d);
      if (j < 0 || tree[j] !== tree[i]) continue;
      if (fromParent(graph, i, d) > LEAST) activate(graph, j);
      if (parent[j]! >= TERMINAL || parentOf(graph, j) !== i) continue;
      parent[j] = NONE;
      orphans.push(j);
    }
    tree[i] = FREE;
    isQueued[i] = 0;
  }
}

/** The ways from a cell to its root: each with what may flow there, in the direction of the flow. */
function wayOf(
  graph: Graph,
  from: number,
  isSource: boolean,
): { cells: number[]; forward: number[]; backward: number[] } {
  const way = { cells: [] as number[], forward: [] as number[], backward: [] as number[] };
  for (let i = from; graph.parent[i] !== TERMINAL; i = parentOf(graph, i)) {
    const d = graph.parent[i]!;
    way.cells.push(i);
    way.forward.push(isSource ? against(i, d) : along(i, d));
    way.backward.push(isSource ? along(i, d) : against(i, d));
  }
  return way;
}

/** As much as possible flows through cell a of the source's tree to its neighbour in direction d, of the sink's tree. */
function augment(graph: Graph, a: number, d: number): void {
  const { rest, terminal, parent } = graph;
  const sides = [wayOf(graph, a, true), wayOf(graph, a + steps[d]!, false)];
  const roots = [a, a + steps[d]!].map((start, k) => {
    const last = sides[k]!.cells.at(-1);
    return last === undefined ? start : parentOf(graph, last);
  }) as [number, number];
  let least = Math.min(rest[along(a, d)]!, terminal[roots[0]]!, -terminal[roots[1]]!);
  for (const { forward } of sides) for (const at of forward) least = Math.min(least, rest[at]!);
  rest[along(a, d)]! -= least;
  rest[against(a, d)]! += least;
  const orphans: number[] = [];
  const leave = (i: number): void => {
    parent[i] = NONE;
    orphans.push(i);
  };
  for (const { cells, forward, backward } of sides) {
    cells.forEach((cell, k) => {
      rest[forward[k]!]! -= least;
      rest[backward[k]!]! += least;
      if (rest[forward[k]!]! <= LEAST) leave(cell);
    });
  }
  terminal[roots[0]]! -= least;
  terminal[roots[1]]! += least;
  for (const root of roots) if (Math.abs(terminal[root]!) <= LEAST) leave(root);
  adopt(graph, orphans);
}

/** A tree grows from a cell until it meets the other one. */
function grow(graph: Graph, i: number): void {
  const { tree, parent, rest } = graph;
  for (let d = 0; d < 8 && tree[i] !== FREE; d++) {
    const j = neighbour(i, d);
    if (j < 0 || tree[j] === tree[i]) continue;
    const flow = tree[i] === SOURCE ? rest[along(i, d)]! : rest[against(i, d)]!;
    if (flow <= LEAST) continue;
    if (tree[j] === FREE) {
      tree[j] = tree[i]!;
      parent[j] = (d + 4) % 8;
      activate(graph, j);
      continue;
    }
    if (tree[i] === SOURCE) augment(graph, i, d);
    else augment(graph, j, (d + 4) % 8);
    // more may flow the same way
    if (tree[i] !== FREE) activate(graph, i);
    return;
  }
}

/** 1 where a cell is on the side of the source. Both capacities are changed. */
export function cutGrid(rest: Float64Array, terminal: Float64Array): Uint8Array {
  const [tree, isQueued] = [new Uint8Array(CELLS), new Uint8Array(CELLS)];
  const graph: Graph = { rest, terminal, tree, parent: new Uint8Array(CELLS).fill(NONE), queue: [], isQueued };
  for (let i = 0; i < CELLS; i++) {
    if (terminal[i] === 0) continue;
    tree[i] = terminal[i]! > 0 ? SOURCE : SINK;
    graph.parent[i] = TERMINAL;
    activate(graph, i);
  }
  for (const i of graph.queue) {
    if (isQueued[i] === 0) continue;
    isQueued[i] = 0;
    if (tree[i] !== FREE) grow(graph, i);
  }
  return tree.map((side) => (side === SOURCE ? 1 : 0));
}
