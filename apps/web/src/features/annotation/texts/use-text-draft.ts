/** The text that is being typed for a shape: saved when one goes on, and followed when somebody else changes it. */
import type { Shape } from '@loupe/contract';
import { useState } from 'react';
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
  const save = (): void => {
    const next = typedText(draft);
    if (next.text === shape.text && next.ignore === shape.ignore) setDraft(kept);
    else desk.editor()?.patchShapes([shape.id], next);
  };
  return { draft, setDraft, save, isChanged: draft !== kept };
}
