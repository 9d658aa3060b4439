/** An image that merges with the server's own code and keeps everything in memory: thousands of histories in minutes. */
import { CallError, codes, type LoggedOp, type Proposal, type ProposalSource, type StoredShape } from '@loupe/contract';
import { v7 as newId } from 'uuid';
import type { ImageFacts } from '../../features/annotation/facts.ts';
import { imageStateOf, type HeldShape, type MergeState } from '../../features/annotation/merge.ts';
import { mergeAll, readOp } from '../../features/annotation/ops.ts';
import { packShape, unpackShape } from '../../features/annotation/shape-rows.ts';
import { side, type LogRow, type Place } from './place.ts';

const [labelId, versionId, actorId] = [1, 1, 1];

/** In the precision in which the database has it. */
const stored = (held: HeldShape): StoredShape => ({ ...unpackShape(packShape(held)), author: null });

export const proposalsFor = (label: number): Proposal[] =>
  [0, 1, 2].map((i) => {
    const points = [50 * i, 100, 50 * i + 20, 130];
    return { id: newId(), labelId: label, kind: 'rect', points, parts: [0], score: 0.5 };
  });

const beingPreLabeled = () =>
  new CallError({ code: codes.message, msg: '正在预标注', en_msg: 'prelabeling in progress', data: null });

/** As one reads it: what each run proposes, and what of it is turned down. */
const proposalsIn = (runs: ReadonlyMap<ProposalSource, Proposal[]>, rejected: ReadonlySet<string>) =>
  Array.from(runs, ([source, items]) => ({
    versionId: source === 'version' ? versionId : null,
    items,
    rejected: items.map(({ id }) => id).filter((id) => rejected.has(id)),
  }));

/** What no edit changes. */
const fixed: Omit<ImageFacts, 'state' | 'revision' | 'nShapes'> = {
  id: 1,
  folderId: 1,
  datasetId: 1,
  projectId: 1,
  review: null,
  acceptedSeq: null,
  ...side,
  setType: 'detection',
  role: 'pool',
  family: 'detection',
  hasLabels: true,
  hasCopies: false,
  labels: [labelId],
  versions: [versionId],
  earlier: [],
  proposed: [],
  isPreLabeling: false,
  writtenBy: '',
};

export function modelPlace(): Place {
  const state: MergeState = {
    revision: 0,
    empty: false,
    liveShapes: 0,
    live: new Map(),
    gone: new Map(),
    known: new Map(),
    proposed: null,
    refusedBases: new Map(),
  };
  const log: (LogRow & LoggedOp)[] = [];
  const runs = new Map<ProposalSource, Proposal[]>();
  let isHeld = false;
  const facts = (): ImageFacts => ({
    ...fixed,
    state: imageStateOf(state),
    revision: state.revision,
    nShapes: state.liveShapes,
  });
  return {
    imageId: 1,
    labelId,
    see: async () => ({
      shapes: [...state.live.values()].map(stored),
      revision: state.revision,
      isCheckedEmpty: imageStateOf(state) === 'empty',
      proposals: proposalsIn(runs, state.proposed?.rejected ?? new Set()),
      count: state.liveShapes,
    }),
    after: async (seq) => log.filter((one) => one.seq > seq),
    send: async ({ clientId, ops }) => {
      if (isHeld) throw beingPreLabeled();
      const read = (JSON.parse(JSON.stringify(ops)) as unknown[]).map(readOp);
      state.refusedBases.clear();
      const { results, changes } = mergeAll({ clientId, actorId }, facts(), read, state, new Set([labelId]));
      for (const { op, result } of changes)
        log.push({
          seq: result.seq,
          opId: op.opId,
          clientId,
          actorId,
          kind: op.kind,
          shapeId: result.shapeId,
          status: result.status,
          base: op.base === null ? null : String(op.base),
          before: result.before && stored(result.before),
          after: result.after && stored(result.after),
          at: '',
        });
      return { revision: state.revision, results };
    },
    propose: async (source) => {
      if (runs.has(source)) return;
      runs.set(source, proposalsFor(labelId));
      const ids = [...runs.values()].flat().map(({ id }) => id);
      state.proposed = { ids: new Set(ids), rejected: state.proposed?.rejected ?? new Set() };
    },
    hold: async (next) => {
      isHeld = next;
    },
    log: async () => log,
  };
}
