/**
 * Escape closes what lies on top: the dialog or drawer that was opened last. antd hands it to whatever it has shown last,
 * also to a tooltip, or to a menu that is still going out: then nothing happens, and one presses again.
 */
import { useEffect, useEffectEvent } from 'react';

/** Lists and menus over a dialog take Escape for themselves, until they go out. Nothing can be opened over a tour with a mask. */
const taking = ['dropdown', 'select-dropdown', 'picker-dropdown', 'popover', 'menu-submenu-popup']
  .map((name) => `.ant-${name}:not(.ant-${name}-hidden, [class*="-leave"])`)
  .join();

interface Layer {
  act: () => void;
  /** Of a panel beside an image, which keeps all its other keys: whether the panel has this one, or the image. */
  goesFirst: (() => boolean) | undefined;
  /** What was open before it takes no Escape from it. */
  below: ReadonlySet<Element>;
}
const layers: Layer[] = [];
let isFree = false;

const open = (): Element[] => [...document.querySelectorAll(taking)];

// 229: Escape that ends the input of a character; a key that is held down closes one layer, not all
const isMeant = (event: KeyboardEvent): boolean =>
  event.key === 'Escape' && !event.repeat && !event.isComposing && event.keyCode !== 229;

// before anybody acts on the key: a list that it closes has begun to go out by the time that it arrives at the window
const look = (event: KeyboardEvent): void => {
  const top = layers.at(-1);
  isFree = open().every((one) => top?.below.has(one));
  if (!top || !isFree || !isMeant(event) || !top.goesFirst?.()) return;
  event.preventDefault();
  event.stopPropagation();
  top.act();
};

const close = (event: KeyboardEvent): void => {
  const top = layers.at(-1);
  if (isMeant(event) && isFree && !event.defaultPrevented && !top?.goesFirst) top?.act();
};

const listen = (on: boolean): void => {
  const change = on ? window.addEventListener : window.removeEventListener;
  change('keydown', look as EventListener, true);
  change('keydown', close as EventListener);
};

/** For a dialog or drawer of antd's with `keyboard={false}`, and for a panel beside an image that has the keys. */
export const useEscape = (isOpen: boolean, onEscape: (() => void) | undefined, goesFirst?: () => boolean): void => {
  const act = useEffectEvent(() => onEscape?.());
  const first = useEffectEvent(() => goesFirst?.() ?? false);
  const isBeside = goesFirst !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer = { act: () => act(), goesFirst: isBeside ? () => first() : undefined, below: new Set(open()) };
    if (layers.push(layer) === 1) listen(true);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) listen(false);
    };
  }, [isOpen, isBeside]);
};
