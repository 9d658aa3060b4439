/** Brings what the account keeps into the editor, and what is switched there back to the account. */
import type { WorkbenchSettings, WorkbenchSettingsPatch } from '@loupe/contract';
import { useEffect, useMemo } from 'react';
import { keymapFor, type Binding } from '../../../canvas/index.ts';
import type { Desk } from '../parts/desk-types.ts';
import { knownSettings, saveWorkbenchSettings, useWorkbenchSettings } from './use-workbench-settings.ts';

/** Milliseconds after the last switch: a slider that is pulled is one change. */
const restMs = 500;

type Switches = Omit<WorkbenchSettings, 'keys'>;

function bring(desk: Desk, settings: WorkbenchSettings): void {
  const editor = desk.editor();
  editor?.setSnapping(settings.isSnapping);
  editor?.setGuides(settings.hasGuides);
  editor?.setShowNames(settings.hasNames);
  editor?.setGrid(settings.hasGrid);
  editor?.setOpacity(settings.opacity);
  desk.minimapOpen.set(settings.hasMinimap);
}

function present(desk: Desk): Switches | null {
  const mode = desk.mode.get();
  if (!mode) return null;
  const { isSnapping, hasGuides, hasGrid, showNames, opacity } = mode;
  return { isSnapping, hasGuides, hasGrid, hasNames: showNames, opacity, hasMinimap: desk.minimapOpen.get() };
}

/** From when the settings are there, until the desk is left. */
function follow(desk: Desk, from: Switches): () => void {
  const known: Record<string, unknown> = { ...from };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const changed = Object.entries(present(desk) ?? {}).filter(([name, value]) => known[name] !== value);
    if (changed.length === 0) return;
    const patch = Object.fromEntries(changed);
    Object.assign(known, patch);
    void saveWorkbenchSettings(patch as WorkbenchSettingsPatch);
  };
  const later = () => {
    const now = present(desk);
    if (!now || Object.entries(now).every(([name, value]) => known[name] === value)) return;
    clearTimeout(timer);
    timer = setTimeout(save, restMs);
  };
  const stops = [desk.mode.subscribe(later), desk.minimapOpen.subscribe(later)];
  return () => {
    for (const stop of stops) stop();
    if (timer !== undefined) save();
  };
}

/** Gives the keys of this person. */
export function useEditorSettings(desk: Desk): readonly Binding[] {
  const { settings, isKnown } = useWorkbenchSettings();
  const table = useMemo(() => keymapFor(settings.keys), [settings.keys]);
  useEffect(() => desk.editor()?.setKeymap(table), [desk, table]);
  // once: what is switched here is newer than what another answer says
  useEffect(() => {
    const known = isKnown && knownSettings();
    if (!known) return undefined;
    const { keys: _, ...switches } = known;
    bring(desk, known);
    return follow(desk, switches);
  }, [desk, isKnown]);
  return table;
}
