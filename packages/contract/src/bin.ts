/** The bin: what was deleted lies there for some days and comes back whole, unless it is removed for good before. */
import { z } from 'zod';
import { ById, Count, Id, Nothing, SearchText, Time } from './core/fields.ts';
import { pageInput, pageOf } from './core/paging.ts';
import type { PermissionKey } from './core/permission.ts';
import { route } from './core/route.ts';
import { FamilyId } from './families/ids.ts';
import { DeletePreview } from './projects.ts';

export const binKinds = ['project', 'dataset', 'folder', 'images', 'model', 'onlineEntry'] as const;
export const BinKind = z.enum(binKinds);
export type BinKind = z.infer<typeof BinKind>;

/** Who may delete these may see them in the bin, restore them, and remove them for good. */
export const binPermissions: { readonly [K in BinKind]: PermissionKey } = {
  project: 'project/pageList',
  dataset: 'dataset/pageList',
  folder: 'folder/pageList',
  images: 'dataset/picture/pageList',
  model: 'model/pageList',
  onlineEntry: 'model/pageList',
};

export const binLimits = { daysMin: 1, daysMax: 365 } as const;
/** How long deletions from now on stay in the bin. */
export const BinSetting = z.object({ days: z.int().min(binLimits.daysMin).max(binLimits.daysMax) });
export type BinSetting = z.infer<typeof BinSetting>;
export const binDefault: BinSetting = { days: 30 };

/** What a deletion took with it. */
export const BinCounts = DeletePreview.omit({ name: true, entriesOn: true });
export type BinCounts = z.infer<typeof BinCounts>;

export const BinItem = z.object({
  id: Id,
  kind: BinKind,
  /** Of images that of their folder. */
  name: z.string(),
  /** Of an image that was deleted alone; null for everything else. */
  imageName: z.string().nullable(),
  projectId: Id,
  projectName: z.string(),
  family: FamilyId,
  /** The data set it lay in; null for what lies in none. */
  datasetName: z.string().nullable(),
  /** Whose set that is; null for a set of a project. */
  modelName: z.string().nullable(),
  counts: BinCounts,
  deletedBy: z.string(),
  deletedAt: Time,
  /** Removed for good from then on. */
  until: Time,
});
export type BinItem = z.infer<typeof BinItem>;

export const Restored = z.object({
  kind: BinKind,
  /** Their names were given to something else meanwhile: what they are called now. At most `limits.binRenamed` of them. */
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  moreRenamed: Count,
  /** Online entries among it; they are off until somebody switches them on. */
  entriesOff: Count,
});
export type Restored = z.infer<typeof Restored>;

export const binRoutes = {
  binList: route({
    method: 'POST',
    path: 'bin/pageList',
    permission: 'next',
    needs: 'edit',
    input: pageInput({ kind: BinKind.optional(), name: SearchText.optional() }, ['createdAt', 'until']),
    output: pageOf(BinItem),
    summary:
      'Deleted items that can be restored. An item inside something that was deleted later is listed after that is restored',
  }),
  binRestore: route({
    method: 'POST',
    path: 'bin/restore',
    permission: 'next',
    needs: 'edit',
    input: ById,
    output: Restored,
    summary: 'Restore an item from the bin',
  }),
  binPurge: route({
    method: 'POST',
    path: 'bin/delete',
    permission: 'next',
    needs: 'own',
    input: ById,
    output: Nothing,
    summary: 'Permanently delete an item in the bin',
  }),
  binSetting: route({
    method: 'POST',
    path: 'bin/setting/info',
    permission: 'next',
    needs: 'read',
    input: z.object({}),
    output: BinSetting,
    summary: 'Number of days that deleted items stay in the bin',
  }),
  binSettingUpdate: route({
    method: 'POST',
    path: 'bin/setting/update',
    permission: 'allData',
    needs: 'write',
    input: BinSetting,
    output: Nothing,
    summary: 'Set the number of days that items deleted from now on stay in the bin',
  }),
};
