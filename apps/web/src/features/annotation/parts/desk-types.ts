/** The words of the desk: what the workbench shows and what it can be asked to do. */
import type { Label } from '@loupe/contract';
import type { EditorApi, EditorStatus, StepCommand, VisibleShapes } from '../../../canvas/index.ts';
import type { DeskStores } from './desk-state.ts';
import type { Visitors } from './remote.ts';
import type { ViewSetting } from './view-saver.ts';

/** Where the loading of a picture stands. The shapes come before the pixels where the pixels are slow. */
export type Phase =
  { kind: 'loading' } | { kind: 'ready'; pixels: 'loading' | 'ready' | 'failed' } | { kind: 'failed'; error: unknown };

export interface Selection {
  ids: readonly string[];
  predictionId: string | null;
}

/** What moves with the cursor. */
export type Cursor = Pick<EditorStatus, 'cursor' | 'color' | 'scale'>;
/** What changes by a command or an edit. */
export type Mode = Omit<EditorStatus, 'cursor' | 'color' | 'scale'>;

export interface Visit extends Visitors {
  at: number;
}

export interface Desk extends DeskStores {
  /** Fills the element; returns what ends it. */
  mount: (container: HTMLElement, ariaLabel: string) => () => void;
  show: (imageId: number) => void;
  /** Who hears the keys that are the screen's; the last one does. */
  listen: (events: DeskEvents) => void;
  /** Tries again what failed for the shown picture. */
  retry: () => void;
  /** The pictures to hold ready, the shown one first. */
  setWindow: (ids: readonly number[]) => void;
  /** The editor's own methods; null while it is not mounted. */
  editor: () => EditorApi | null;
  focus: () => void;
  setVisible: (visible: VisibleShapes) => void;
  toggleHidden: (ids: readonly string[]) => void;
  setView: (view: ViewSetting) => void;
  addLabel: (label: Label) => void;
}

/** What the desk asks of the screen. */
export interface DeskEvents {
  onStep: (command: StepCommand) => void;
}
