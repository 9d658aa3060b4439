import type { KeyboardEvent } from 'react';

/** Half typed by an input method: its Enter and Tab choose a character. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229;
