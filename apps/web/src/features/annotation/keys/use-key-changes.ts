/** Changes of the keys, each checked: what a browser keeps is refused, and a key that is used is taken on request alone. */
import type { KeyPreset } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import {
  changedKeys,
  clashesWith,
  isFixed,
  keymapFor,
  refusalOf,
  withKey,
  withoutKey,
  type Binding,
  type Command,
} from '../../../canvas/index.ts';
import { notify } from '../../../core/notify.ts';
import { useText } from '../../../core/i18n.ts';
import { useWording } from '../../../core/wording.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { saveWorkbenchSettings, useWorkbenchSettings } from './use-workbench-settings.ts';

export function useKeyChanges() {
  const { t } = useTranslation();
  const wording = useWording();
  const text = useText();
  const confirm = useConfirm();
  const { settings } = useWorkbenchSettings();
  const { preset, changed } = settings.keys;
  const table = keymapFor(settings.keys);
  const titleOf = ({ title }: Binding): string => (typeof title === 'string' ? t(title, wording) : text(title));
  const keep = (next: readonly Binding[]) =>
    void saveWorkbenchSettings({ keys: { preset, changed: changedKeys(next, preset) } });
  const set = async (command: Command, place: number, key: string) => {
    const refusal = refusalOf(key);
    if (refusal) return notify.warning(t(`keys.${refusal}`, { key }));
    if (table.find((row) => row.command === command)?.keys[place] === key) return;
    const taken = clashesWith(table, command, key);
    const names = taken.map(titleOf).join(t('keys.join'));
    if (taken.some((row) => isFixed(row.command))) return notify.warning(t('keys.isFixed', { key, names }));
    const isSure =
      taken.length === 0 ||
      (await confirm({
        title: t('keys.takenTitle', { key }),
        content: t('keys.takenText', { names }),
        okText: t('keys.take'),
      }));
    if (isSure) keep(withKey(table, command, place, key));
  };
  return {
    table,
    titleOf,
    preset,
    isChanged: Object.keys(changed).length > 0,
    set: (command: Command, place: number, key: string) => void set(command, place, key),
    remove: (command: Command, place: number) => keep(withoutKey(table, command, place)),
    reset: () => void saveWorkbenchSettings({ keys: { preset, changed: {} } }),
    choose: async (next: KeyPreset) => {
      const isSure =
        Object.keys(changed).length === 0 ||
        (await confirm({ title: t('keys.loseTitle'), content: t('keys.loseText'), okText: t('keys.choose') }));
      if (isSure) await saveWorkbenchSettings({ keys: { preset: next, changed: {} } });
    },
  };
}
