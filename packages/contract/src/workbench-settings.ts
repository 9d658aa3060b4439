/** What a person set in the workbench, kept with the account: the keys, and small things that are switched on and off. */
import { z } from 'zod';
import { limits } from './core/limits.ts';
import { patterns } from './core/patterns.ts';
import { route } from './core/route.ts';

/** Sets of keys to begin with: our own, and those of programs that people come from. */
export const keyPresets = ['loupe', 'labelme', 'cvat', 'ppocrlabel'] as const;
export type KeyPreset = (typeof keyPresets)[number];

/** Whether a person may give a command this key: some are the browser's, and Esc gives up whatever is going on. */
export const isFreeKey = (key: string): boolean => !patterns.browserKey.test(key) && !/(^|\+)Esc$/.test(key);

const KeyName = z.string().regex(patterns.keyName).refine(isFreeKey);
const KeyNames = z.array(KeyName).max(limits.keysPerCommand);
/** As the workbench names them; one that it no longer has changes nothing. */
const CommandName = z.string().regex(/^[a-zA-Z.]{1,40}$/);

export const KeySettings = z.object({
  preset: z.enum(keyPresets).default('loupe'),
  /** The commands with other keys than the preset gives them. */
  changed: z
    .record(CommandName, KeyNames)
    .refine((changed) => Object.keys(changed).length <= limits.keysChanged)
    .default({}),
});
export type KeySettings = z.infer<typeof KeySettings>;

export const WorkbenchSettings = z.object({
  keys: KeySettings.default({ preset: 'loupe', changed: {} }),
  /** Points snap. */
  isSnapping: z.boolean().default(false),
  /** Lines through the cursor. */
  hasGuides: z.boolean().default(true),
  /** Names of labels at the shapes. */
  hasNames: z.boolean().default(true),
  hasMinimap: z.boolean().default(true),
  /** A grid of pixels at a large scale. */
  hasGrid: z.boolean().default(true),
  /** Of shapes that are not selected. */
  opacity: z.number().min(0.2).max(1).default(1),
});
export type WorkbenchSettings = z.infer<typeof WorkbenchSettings>;

const { keys, isSnapping, hasGuides, hasNames, hasMinimap, hasGrid, opacity } = WorkbenchSettings.shape;
/** What is left out stays as it is, so that two open pages do not undo each other. */
export const WorkbenchSettingsPatch = z.object({
  keys: keys.unwrap().optional(),
  isSnapping: isSnapping.unwrap().optional(),
  hasGuides: hasGuides.unwrap().optional(),
  hasNames: hasNames.unwrap().optional(),
  hasMinimap: hasMinimap.unwrap().optional(),
  hasGrid: hasGrid.unwrap().optional(),
  opacity: opacity.unwrap().optional(),
});
export type WorkbenchSettingsPatch = z.infer<typeof WorkbenchSettingsPatch>;

const own = { method: 'POST', permission: 'next' } as const;
export const workbenchSettings = {
  workbenchSettings: route({
    ...own,
    path: 'sysUser/workbench',
    needs: 'read',
    input: z.object({}),
    output: WorkbenchSettings,
    summary: 'Your own settings of the annotation workbench: keys, and what is shown',
  }),
  workbenchSettingsUpdate: route({
    ...own,
    path: 'sysUser/workbench/update',
    needs: 'person',
    input: WorkbenchSettingsPatch,
    output: WorkbenchSettings,
    summary: 'Change your own settings of the annotation workbench. What is left out stays',
  }),
};
