/** What the desk can be asked to do, and what it asks of the screen. */
import type { Label, ProposalSource, ReviewActionId } from '@loupe/contract';
import type { Box } from '@loupe/geometry';
import type {
  EditorApi,
  ModelCommand,
  ReviewCommand,
  StepCommand,
  TextCommand,
  VisibleShapes,
} from '../../../canvas/index.ts';
import type { Region } from '../../../ui/upright.ts';
import type { OwnView } from './prediction-facts.ts';
import type { DeskStores } from './desk-stores.ts';
import type { ViewSetting } from './view-saver.ts';

export interface Desk extends DeskStores {
  /** Fills the element; returns what ends it. */
  mount: (container: HTMLElement) => () => void;
  /** What the address says. */
  show: (imageId: number) => void;
  /** Shows an image first; `follow` brings the address, and the screen, to it. */
  open: (imageId: number, follow: () => void) => void;
  /** The image that is shown, or about to be. */
  wanted: () => number;
  /** Points out a place on an image, once it is there; null: none. */
  mark: (imageId: number, box: Box | null) => void;
  /** Who receives the keys that are the screen's; the last one does. */
  listen: (events: DeskEvents) => void;
  /** Tries again what failed for the shown image. */
  retry: () => void;
  /** The images to hold ready, the shown one first. */
  setWindow: (ids: readonly number[]) => void;
  /** The image before the shown one in its list: whose annotations can be copied. */
  setPrevious: (id: number | null) => void;
  /** The editor's own methods; null while it is not mounted. */
  editor: () => EditorApi | null;
  focus: () => void;
  setVisible: (visible: VisibleShapes) => void;
  toggleHidden: (ids: readonly string[]) => void;
  setView: (view: ViewSetting) => void;
  /** Gives all images of the folder the view of the shown one; how many were changed by it. */
  applyView: () => Promise<number>;
  addLabel: (label: Label) => void;
  /** They are gone on the server. */
  removeLabels: (ids: readonly number[]) => void;
  /** Who receives the keys for texts; returns what ends it. */
  onText: (listener: (command: TextCommand) => void) => () => void;
  /** Pixels of the shown image around four corners; null where they cannot be had. */
  region: (quad: readonly number[]) => Promise<Region | null>;
  /** Whether predictions of a source are shown, and from which score on. */
  setSourceView: (source: ProposalSource, view: OwnView) => void;
  /** A word on the shown image, once its edits are on the server; true when it was said. What went wrong is shown. */
  say: (action: ReviewActionId, remark?: string, seen?: number) => Promise<boolean>;
  /** Revision of the image that is shown; undefined while there is none. */
  seen: () => number | undefined;
  /** A version was run on the shown image. */
  refreshProposals: () => Promise<void>;
  /** Else the image is only looked at: nothing is drawn, changed or kept. */
  setMayAnnotate: (may: boolean) => void;
}

/** What the desk asks of the screen. */
export interface DeskEvents {
  onStep: (command: StepCommand) => void;
  onModel: (command: ModelCommand) => void;
  onReview: (command: ReviewCommand) => void;
}
