/** What the desk holds between calls, and how what the editor tells gets into its stores. */
import type { StoredShape } from '@loupe/contract';
import type { Box } from '@loupe/geometry';
import type {
  EditorStatus,
  ImageEditor,
  ModelCommand,
  Prefetcher,
  ReviewCommand,
  StepCommand,
  TextCommand,
  TiledImage,
} from '../../../canvas/index.ts';
import type { Acknowledgement } from '../outbox/index.ts';
import type { Annotations } from './annotations.ts';
import type { ImageSync } from './desk-sync.ts';
import type { DeskStores, Mode } from './desk-stores.ts';
import type { DeskEvents } from './desk-types.ts';
import type { ViewSaver } from './view-saver.ts';

/** There from mount to unmount. */
export interface Stage {
  element: HTMLElement;
  editor: ImageEditor;
  bitmaps: Prefetcher<ImageBitmap | TiledImage>;
}

/** What the screen does: of the rest the stage itself knows which image it is about. */
export type OwnCommand = StepCommand | ModelCommand | TextCommand | ReviewCommand | 'shapes.fromPrevious';

export interface Ahead {
  imageId: number;
  /** The screen was told to come. */
  isFollowed: boolean;
  /** Brings the screen to the image; once. */
  follow: () => void;
  waiting: OwnCommand[];
}

export interface DeskState {
  stores: DeskStores;
  events: DeskEvents;
  texts: Set<(command: TextCommand) => void>;
  annotations: Annotations;
  views: ViewSaver;
  stage: Stage | null;
  /** The image that the editor holds. */
  shown: { imageId: number; sync: ImageSync } | null;
  /** The image that the screen asked for last. */
  wanted: number;
  /** The image that the address said last. */
  screen: number;
  /** Ends the sight of an image that is no longer wanted. */
  leaving: ReturnType<typeof setTimeout> | undefined;
  /** A place to point out on an image. */
  mark: { imageId: number; box: Box } | null;
  /** Counts the requests to show an image: an answer to an older one is not used. */
  turn: number;
  /** The images to hold ready, the wanted one first. */
  ring: readonly number[];
  /** The stage shows, or is about to show, another image than the address and all that is drawn around it. */
  ahead: Ahead | null;
  /** The edit that was made last is on its way to the disk. */
  keeping: Promise<unknown> | null;
  /** The image before the shown one in its list. */
  previousId: number | null;
  /** Answers that come while an image is being loaded: its pending ops were read before them. */
  acknowledged: { imageId: number; list: Acknowledgement[] } | null;
}

/** What may be acted on: the wanted image, once it is there; null while another one still stands in its place. */
export const atHand = ({ stores, shown, wanted }: DeskState): DeskState['shown'] =>
  stores.phase.get().kind === 'ready' && shown?.imageId === wanted ? shown : null;

const isSame = (a: Mode, b: Mode): boolean =>
  (Object.keys(a) as (keyof Mode)[]).every((key) => Object.is(a[key], b[key]));

/** What follows the mouse is apart, so that a move of it redraws the status bar and nothing else. */
export const keepStatus = (stores: DeskStores, status: EditorStatus): void => {
  const { cursor, color, values, scale, sight, ...mode } = status;
  stores.cursor.set({ cursor, color, values, scale, sight });
  const before = stores.mode.get();
  if (!before || !isSame(before, mode)) stores.mode.set(mode);
};

/** Who edited what, from what the server says of it. */
export const knowAuthors = ({ authors }: DeskStores, shapes: readonly StoredShape[]): void => {
  const named = shapes.flatMap(({ id, author }) => (author === null ? [] : [[id, author] as const]));
  if (named.length > 0) authors.set(new Map([...authors.get(), ...named]));
};
