/** Where the focus begins in a dialog, how it stays there, and where it goes back to when the dialog is gone. */
import { useCallback, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';

/** What comes over the page for a moment: what had the focus before is meant. */
const passing = '.ant-modal-root, .ant-dropdown, .ant-select-dropdown, .ant-popover';

let outside: HTMLElement | null = null;
/** Presses and keys so far. */
let acts = 0;

/** Remembers what had the focus last, outside dialogs and menus, and counts what the person does. */
export const watchFocus = (): (() => void) => {
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && !target.closest(passing)) outside = target;
  };
  const onAct = () => void acts++;
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  document.addEventListener('focusin', onFocus, options);
  document.addEventListener('pointerdown', onAct, options);
  document.addEventListener('keydown', onAct, options);
  return () => listening.abort();
};

/** What lies in closed details has a place, too, and takes no focus. */
const isThere = (one: Element): boolean => one.getClientRects().length > 0 && one.checkVisibility();

/** About half a second; whoever acts meanwhile is left alone. */
const framesToGo = 30;

/**
 * antd gives the focus back to what had it when the dialog opened, once the dialog has gone out. That fails where a menu
 * item opened it (it is hidden by then) and where the dialog is taken away at once: then whatever opened the menu gets it.
 */
export const useFocusBack = (open: boolean): (() => void) => {
  const opener = useRef<HTMLElement | null>(null);
  const giveBack = useCallback(() => {
    const back = opener.current;
    const isLost = (at: Element | null) => at === null || at === document.body || !isThere(at);
    const before = acts;
    // what had the focus is hidden or gone later than the dialog says so, and a dialog that goes may take it once more
    const look = (framesLeft: number): void => {
      if (acts !== before) return;
      if (isLost(document.activeElement)) back?.focus({ preventScroll: true });
      if (framesLeft > 0) requestAnimationFrame(() => look(framesLeft - 1));
    };
    requestAnimationFrame(() => look(framesToGo));
  }, []);
  // before the dialog takes the focus itself
  useLayoutEffect(() => {
    if (!open) return;
    opener.current = outside;
    return giveBack;
  }, [open, giveBack]);
  return giveBack;
};

/** A choice that holds something is passed over for the first text to be written. */
const isChosen = (field: HTMLElement): boolean =>
  field.closest('.ant-select')?.querySelector('[class*=content-has-value]') != null;

const unread = '.ant-skeleton';

/** Again once everything has been read, unless the person has gone elsewhere by then. */
const focusLater = (body: HTMLElement): void => {
  const at = document.activeElement;
  const observer = new MutationObserver(() => {
    if (body.querySelector(unread)) return;
    observer.disconnect();
    const now = document.activeElement;
    // the frame of the dialog takes the focus once more as it comes in
    if (now === at || now?.contains(body)) focusFirst(body);
  });
  observer.observe(body, { childList: true, subtree: true });
};

/** One writes at once, instead of finding the field first; who is in a field already, or in its list, stays there. */
export function focusFirst(body: HTMLElement): void {
  if (body.contains(document.activeElement)) return;
  const fields = [...body.querySelectorAll<HTMLElement>('input:not([disabled]), textarea:not([disabled])')].filter(
    isThere,
  );
  const first = fields.find((one) => one.getAttribute('role') !== 'combobox' || !isChosen(one)) ?? fields[0];
  const group = first?.closest('[role=radiogroup]');
  const footer = body.closest('[role=dialog]')?.querySelector('.ant-modal-footer');
  // without a field: the button that one came for; a dangerous one is none, and the first one stands for "no"
  const button =
    footer?.querySelector<HTMLElement>('.ant-btn-primary:not([disabled])') ?? footer?.querySelector('button');
  (group?.querySelector<HTMLElement>('input:checked') ?? first ?? button)?.focus();
  if (!first && body.querySelector(unread)) focusLater(body);
}

/** Of radio buttons Tab reaches the chosen one alone. */
const reached =
  'a[href], button:not([disabled]), input:not([disabled], [type=radio]:not(:checked)), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

/**
 * For the layer that a dialog lies in. A press beside the dialog takes the focus nowhere, and from its last field Tab goes to
 * its first and not to the page below or to the browser's own bar: keys would act there unseen.
 */
export const keepFocus = {
  onMouseDown: (event: MouseEvent<HTMLElement>): void => {
    if (event.target === event.currentTarget) event.preventDefault();
  },
  onTab: (event: KeyboardEvent<HTMLElement>): void => {
    const dialog = event.currentTarget.querySelector('[role=dialog]');
    const { activeElement } = document;
    if (event.key !== 'Tab' || event.defaultPrevented || !dialog?.contains(activeElement)) return;
    const all = [...dialog.querySelectorAll<HTMLElement>(reached)].filter((one) => one.offsetWidth > 0);
    const [first, last] = [all[0], all.at(-1)];
    const isEnd = event.shiftKey ? activeElement === first || activeElement === dialog : activeElement === last;
    if (!isEnd) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  },
};
