/** What differs between prediction types where an online verdict is shown. */
import type { OnlineAnswer, Thresholds } from '@loupe/contract';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import { formatDateTime } from '../core/format.ts';

export interface Judged {
  answer: OnlineAnswer;
}
export interface OnlineView {
  /** What a person says with an image, where the thresholds ask for it; left out: nothing. */
  readonly Ask?: ComponentType<{ thresholds: Thresholds; value: string; onChange: (to: string) => void }>;
  /** The same for a program: an example of what its call gives, and what that means; null, or left out: nothing. */
  readonly call?: (
    thresholds: Thresholds,
    t: TFunction,
  ) => { input: Readonly<Record<string, string>>; help: string } | null;
  /** The image that was judged with what was found on it. */
  readonly Image: ComponentType<Judged>;
  /** What was found, and why that makes the verdict. `byScore`: whether a score decided; left out: it did. */
  readonly words: (answer: OnlineAnswer, t: TFunction) => { found: string; why: string; byScore?: boolean };
}

/** Which image it is and when it was judged: a record may be opened long after. */
export const captionOf = ({ fileName, at, width, height }: OnlineAnswer): string =>
  `${fileName} · ${formatDateTime(at)} · ${width} × ${height}`;
