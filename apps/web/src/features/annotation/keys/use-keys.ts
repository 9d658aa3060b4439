/** Which key does what for this person, for tips and names: `const { keyOf, named } = useKeys()`. */
import { createContext, useContext } from 'react';
import { keymap, type Binding, type Command } from '../../../canvas/index.ts';

const Keymap = createContext<readonly Binding[]>(keymap);
export const KeymapProvider = Keymap.Provider;

export interface KeyNames {
  /** The key of a command, or that of one of its places; '' where the person gave it none. */
  keyOf: (command: Command, place?: number) => string;
  /** "Undo (Ctrl+Z)". */
  named: (text: string, command: Command, place?: number) => string;
}

export function useKeys(): KeyNames {
  const table = useContext(Keymap);
  const keyOf = (command: Command, place = 0): string =>
    table.find((row) => row.command === command)?.keys[place] ?? '';
  return {
    keyOf,
    named: (text, command, place) => {
      const key = keyOf(command, place);
      return key ? `${text} (${key})` : text;
    },
  };
}
