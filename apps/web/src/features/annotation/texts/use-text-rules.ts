/** What the texts of a data set are held to in this browser: the template, and the characters a reader is wanted for. */
import { useMemo, useState } from 'react';
import { keepTexts, keptTexts, type TextSettings } from '../../../core/preferences.ts';
import { templateOf, type Template } from './template.ts';

export interface TextRules {
  settings: TextSettings;
  /** Null: none is set, or it cannot be read. */
  template: Template | null;
  change: (patch: Partial<TextSettings>) => void;
}

export function useTextRules(datasetId: number): TextRules {
  const [kept, setKept] = useState({ datasetId, settings: keptTexts(datasetId) });
  if (kept.datasetId !== datasetId) setKept({ datasetId, settings: keptTexts(datasetId) });
  const { settings } = kept;
  const template = useMemo(() => templateOf(settings.pattern), [settings.pattern]);
  const change = (patch: Partial<TextSettings>): void => {
    const next = { ...settings, ...patch };
    setKept({ datasetId, settings: next });
    if (datasetId > 0) keepTexts(datasetId, next);
  };
  return { settings, template, change };
}
