/** What the panels show: one store for each value. */
import type { Label, ImageAnnotation, ImageLevels, ImageProposals, ImageReview, Present, Shape } from '@loupe/contract';
import type { Conflict, EditorStatus } from '../../../canvas/index.ts';
import { makeStore } from '../../../core/store.ts';
import type { OwnViews } from './prediction-facts.ts';
import type { Visitors } from './remote.ts';
import type { ViewSetting } from './view-saver.ts';

/** Where the loading of an image stands. The shapes come before the pixels where the pixels are slow. */
export type Phase =
  { kind: 'loading' } | { kind: 'ready'; pixels: 'loading' | 'ready' | 'failed' } | { kind: 'failed'; error: unknown };

export interface Selection {
  ids: readonly string[];
  predictionId: string | null;
}

/** What moves with the cursor. */
export type Cursor = Pick<EditorStatus, 'cursor' | 'color' | 'values' | 'scale' | 'sight'>;
/** What changes by a command or an edit. */
export type Mode = Omit<EditorStatus, 'cursor' | 'color' | 'values' | 'scale' | 'sight'>;

export interface Visit extends Visitors {
  at: number;
}

export const noSelection: Selection = { ids: [], predictionId: null };
const noIds: ReadonlySet<string> = new Set();

export const makeDeskStores = () => ({
  phase: makeStore<Phase>({ kind: 'loading' }),
  image: makeStore<ImageAnnotation | null>(null),
  labels: makeStore<readonly Label[]>([]),
  shapes: makeStore<readonly Shape[]>([]),
  selection: makeStore<Selection>(noSelection),
  hidden: makeStore<ReadonlySet<string>>(noIds),
  /** Shapes that two people edited at the same time. */
  conflicts: makeStore<readonly Conflict[]>([]),
  /** Who last edited a shape, as far as it is known. */
  authors: makeStore<ReadonlyMap<string, string>>(new Map()),
  cursor: makeStore<Cursor>({ cursor: null, color: null, values: null, scale: 1, sight: [0, 0, 0, 0] }),
  mode: makeStore<Mode | null>(null),
  visit: makeStore<Visit | null>(null),
  /** Who else has the image open now. */
  people: makeStore<readonly Present[]>([]),
  /** What each source proposes, the latest first; and how it is shown. */
  proposals: makeStore<readonly ImageProposals[]>([]),
  views: makeStore<OwnViews>({}),
  /** Null where images are not reviewed. */
  review: makeStore<ImageReview | null>(null),
  /** A pre-annotation is about to run on the image. */
  isPreLabeling: makeStore(false),
  view: makeStore<ViewSetting>({ brightness: 0, contrast: 0 }),
  /** Of an image with 16 bits a channel, once it is there. */
  levels: makeStore<ImageLevels | null>(null),
  /** The person may annotate this image; until it is known that they may not. */
  mayAnnotate: makeStore(true),
  helpOpen: makeStore(false),
  minimapOpen: makeStore(true),
  historyOpen: makeStore(false),
  /** When the stage shows the image as it was; null: it shows it as it is. */
  past: makeStore<string | null>(null),
});
export type DeskStores = ReturnType<typeof makeDeskStores>;
