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
  /** What was open before it takes no Escape from it. */
  below: ReadonlySet<Element>;
}
const layers: Layer[] = [];
let isFree = false;

const open = (): Element[] => [...document.querySelectorAll(taking)];

// before anybody acts on the key: a list that it closes has begun to go out by the time that it arrives at the window
const look = (): void => {
  const below = layers.at(-1)?.below;
  isFree = open().every((one) => below?.has(one));
};

const close = (event: KeyboardEvent): void => {
  // 229: Escape that ends the input of a character; a key that is held down closes one layer, not all
  const isMeant = event.key === 'Escape' && !event.repeat && !event.isComposing && event.keyCode !== 229;
  if (isMeant && isFree && !event.defaultPrevented) layers.at(-1)?.act();
};

const listen = (on: boolean): void => {
  const change = on ? window.addEventListener : window.removeEventListener;
  change('keydown', look, true);
  change('keydown', close as EventListener);
};

/** For a dialog or drawer of antd's with `keyboard={false}`. */
export const useEscape = (isOpen: boolean, onEscape: (() => void) | undefined): void => {
  const act = useEffectEvent(() => onEscape?.());
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer = { act: () => act(), below: new Set(open()) };
    if (layers.push(layer) === 1) listen(true);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) listen(false);
    };
  }, [isOpen]);
};
