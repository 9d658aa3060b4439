/** The tour that is shown: antd's, with our words on its buttons. */
import { Tour, type TourProps } from 'antd';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { followEnter } from '../../../core/enter.ts';
import { useWording } from '../../../core/wording.ts';
import { useEscape } from '../../../ui/escape.ts';
import type { TourPlan } from '../tours.ts';

const placeOf = (at: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-tour="${at}"]`);

/** Beside what is high, above what lies low, else below. */
const sideOf = (at: string): NonNullable<TourProps['placement']> => {
  const { x, y, width, height } = placeOf(at)!.getBoundingClientRect();
  if (height > width) return x + width / 2 < window.innerWidth / 2 ? 'right' : 'left';
  return y + height / 2 < window.innerHeight / 2 ? 'bottom' : 'top';
};

/** The last button of an element takes the focus as soon as it can: it is not on the page at once. */
const useFocus = (node: RefObject<HTMLElement | null>, isAsked: boolean): void => {
  useEffect(() => {
    if (!isAsked) return undefined;
    let frame = 0;
    const look = () => {
      const button = [...(node.current?.querySelectorAll('button') ?? [])].at(-1);
      button?.focus({ preventScroll: true });
      if (!button || document.activeElement !== button) frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [node, isAsked]);
};

/** The way back to where the page stood: the tour scrolls to what it explains. */
const wayBack = (places: readonly string[]): (() => void) => {
  const tops = new Map<Element, number>();
  for (const at of places)
    for (let one: Element | null = placeOf(at); one; one = one.parentElement) tops.set(one, one.scrollTop);
  return () => tops.forEach((top, one) => one.scrollTop === top || one.scrollTo({ top }));
};

/** Enter presses a button here too, though the page suppresses what it does by itself. */
const enter = followEnter(null);

function Buttons({ isFocused, children }: { isFocused: boolean; children: ReactNode }) {
  const node = useRef<HTMLSpanElement>(null);
  useFocus(node, isFocused);
  return (
    <span ref={node} style={{ display: 'inline-flex', gap: 8 }} {...enter}>
      {children}
    </span>
  );
}
const focused = (buttons: ReactNode) => <Buttons isFocused>{buttons}</Buttons>;
const unfocused = (buttons: ReactNode) => <Buttons isFocused={false}>{buttons}</Buttons>;

export function TourCard({ plan, onClose }: { plan: TourPlan; onClose: () => void }) {
  const { t } = useTranslation();
  const wording = useWording();
  const { isLight = false } = plan;
  const stops = plan.stops.filter(({ at }) => placeOf(at) !== null);
  const [goBack] = useState(() => wayBack(stops.map(({ at }) => at)));
  const close = () => {
    onClose();
    goBack();
  };
  // antd's own would leave the key to the page as well
  useEscape(isLight, close, () => true);
  return (
    <Tour
      open
      mask={!isLight}
      keyboard={!isLight}
      // one that leaves the page in use stands below what is opened meanwhile
      {...(isLight ? { zIndex: 900 } : {})}
      onClose={close}
      steps={stops.map(({ at, title, text }, i) => ({
        title: t(title, wording),
        description: t(text, wording),
        placement: sideOf(at),
        target: () => placeOf(at)!,
        nextButtonProps: { children: t(i === stops.length - 1 ? 'help.done' : 'help.next') },
        prevButtonProps: { children: t('help.previous') },
      }))}
      actionsRender={isLight ? unfocused : focused}
    />
  );
}
