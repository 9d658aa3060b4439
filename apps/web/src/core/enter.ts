/** Enter does nothing by itself outside text composition (specification, section 2). Own handlers still run. */

const keepsEnter = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.tagName === 'TEXTAREA' || target.isContentEditable);

export interface KeyFacts {
  key: string;
  isComposing: boolean;
}
/** Whether the default action of this key press is suppressed. */
export const isSuppressed = (press: KeyFacts, writesLines: boolean): boolean =>
  press.key === 'Enter' && !press.isComposing && !writesLines;

/** Only `preventDefault`: sign-in, list searches and links follow Enter by handlers of their own. */
export const suppressEnter = (): (() => void) => {
  const onKeyDown = (e: KeyboardEvent) => {
    if (isSuppressed(e, keepsEnter(e.target))) e.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown, true);
  return () => document.removeEventListener('keydown', onKeyDown, true);
};
