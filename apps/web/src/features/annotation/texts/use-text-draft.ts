/** The text that is being typed for a shape: saved when one goes on, and followed when somebody else changes it. */
import type { Shape } from '@loupe/contract';
import { useRef, useState } from 'react';
import type { Desk } from '../parts/desk-types.ts';
import { typedText, unreadable } from './text-facts.ts';

export const shownText = ({ text, ignore }: Pick<Shape, 'text' | 'ignore'>): string =>
  ignore ? unreadable : (text ?? '');

export function useTextDraft(desk: Pick<Desk, 'editor'>, shape: Shape) {
  const kept = shownText(shape);
  const [draft, setDraft] = useState(kept);
  const [from, setFrom] = useState({ id: shape.id, kept });
  if (from.id !== shape.id || from.kept !== kept) {
    setFrom({ id: shape.id, kept });
    setDraft(kept);
  }
  // the field is left within the key that dropped the draft, before anything is drawn again
  const isDropped = useRef(false);
  const type = (next: string): void => {
    isDropped.current = false;
    setDraft(next);
  };
  const save = (): void => {
    if (isDropped.current) return;
    const next = typedText(draft);
    if (next.text === shape.text && next.ignore === shape.ignore) setDraft(kept);
    else desk.editor()?.patchShapes([shape.id], next);
  };
  /** What was typed is not saved any more. */
  const drop = (): void => {
    isDropped.current = true;
  };
  return { draft, type, save, drop, isChanged: draft !== kept };
}
