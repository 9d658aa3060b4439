/** What a person has entered in a form, apart from what it was given or has filled in by itself. */
import type { FormInstance } from 'antd';
import { useEffect, useRef, type KeyboardEvent } from 'react';

/** Keys that move about, or close. */
const passing = new Set(['Tab', 'Escape', 'Shift', 'Control', 'Alt', 'Meta']);

/** An emptied field is as one that nothing was ever written into. */
const written = (values: unknown): string =>
  JSON.stringify(values, (_, value: unknown) => (value === '' || value === null ? undefined : value));

export interface Entered {
  /** For the element around the fields; lists and menus that they open count as well. */
  watch: {
    onKeyDownCapture: (event: KeyboardEvent) => void;
    onPointerDownCapture: () => void;
    onChangeCapture: () => void;
  };
  isEntered: () => boolean;
}

/**
 * Compared with the values just before the person first did something: a version that chose itself while the dialog came
 * in, and the name that follows from it, are nobody's to lose.
 */
export function useEntered<V>(form: FormInstance<V>, isOpen: boolean): Entered {
  const before = useRef<string | null>(null);
  const now = () => written(form.getFieldsValue(true));
  useEffect(() => {
    if (!isOpen) before.current = null;
  }, [isOpen]);
  const act = () => {
    before.current ??= now();
  };
  return {
    watch: {
      onKeyDownCapture: ({ key }) => (passing.has(key) ? undefined : act()),
      onPointerDownCapture: act,
      onChangeCapture: act,
    },
    isEntered: () => before.current !== null && before.current !== now(),
  };
}
