// What a person says of an object by pointing.

import type { Box } from '@loupe/geometry';

export type PromptClick = {
  readonly x: number;
  readonly y: number;
  /** On the object; else beside it. */
  readonly isObject: boolean;
};

/** In pixels of the image. */
export type Prompt = {
  readonly clicks: readonly PromptClick[];
  /** The object lies in it. */
  readonly box: Box | null;
};
