/** Enter does nothing by itself outside text composition (specification, section 2). Own handlers still run. */
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

const writesLines = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.tagName === 'TEXTAREA' || target.isContentEditable);

export interface KeyFacts {
  key: string;
  isComposing: boolean;
}
/** Whether the default action of this key press is suppressed. */
export const isSuppressed = (press: KeyFacts, inLines: boolean): boolean =>
  press.key === 'Enter' && !press.isComposing && !inLines;

/** Only `preventDefault`: forms, list searches and links follow Enter by handlers of their own. */
export const suppressEnter = (): (() => void) => {
  const onKeyDown = (e: KeyboardEvent) => {
    if (isSuppressed(e, writesLines(e.target))) e.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown, true);
  return () => document.removeEventListener('keydown', onKeyDown, true);
};

/** What has the focus in a form; `own`: it follows Enter itself (a text of many lines, a link, an open list). */
export type EnterPlace = 'own' | 'button' | 'closedList' | 'other';

const placeOf = (target: HTMLElement): EnterPlace => {
  if (writesLines(target) || target.closest('a[href]')) return 'own';
  if (target.closest('button')) return 'button';
  if (target.getAttribute('role') !== 'combobox') return 'other';
  return target.getAttribute('aria-expanded') === 'true' ? 'own' : 'closedList';
};

/** A key that is held down presses once: the same Enter must not answer the question that it opened. */
export const enterAct = (press: KeyFacts & { repeat: boolean }, place: EnterPlace): 'submit' | 'press' | 'none' => {
  if (press.key !== 'Enter' || press.isComposing || press.repeat) return 'none';
  if (place === 'button') return 'press';
  return place === 'own' ? 'none' : 'submit';
};

interface EnterHandlers {
  onKeyDown: (e: ReactKeyboardEvent<HTMLElement>) => void;
  onKeyDownCapture: (e: ReactKeyboardEvent<HTMLElement>) => void;
}

/**
 * For the element around a form: Enter in a field submits, on a button it presses that button, and an open list keeps
 * it for its choice. A field that does something else with Enter stops the event. `submit` null: buttons only.
 */
export const followEnter = (submit: (() => void) | null): EnterHandlers => {
  const follow = (e: ReactKeyboardEvent<HTMLElement>, inCapture: boolean): void => {
    const target = e.target as HTMLElement;
    // React also hands on what happens in a dialog that was opened from here, which follows Enter itself.
    if (!e.currentTarget.contains(target)) return;
    const place = placeOf(target);
    // A closed list would open; it must not see the key. All else may take up what was typed first.
    if ((place === 'closedList') !== inCapture) return;
    const { key, repeat } = e;
    const act = enterAct({ key, repeat, isComposing: e.nativeEvent.isComposing }, place);
    if (act === 'press') target.closest('button')?.click();
    if (act !== 'submit' || !submit) return;
    e.stopPropagation();
    submit();
  };
  return { onKeyDown: (e) => follow(e, false), onKeyDownCapture: (e) => follow(e, true) };
};
