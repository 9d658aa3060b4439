/** Data sets, their labels and folders. Images are in images.ts. */
import { z } from 'zod';
import {
  ById,
  Color,
  Count,
  FolderName,
  Id,
  Name30,
  Name50,
  Nothing,
  SearchText,
  Time,
  StoredName,
} from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { pageInput, pageOf } from '../core/paging.ts';
import { route } from '../core/route.ts';
import { DatasetRole, FamilyId } from '../families/ids.ts';
import { Deleted, DeletePreview } from '../projects.ts';
import { ReviewCounts } from '../review.ts';

/** What the images are; today every image set is `image`. */
export const DataType = z.enum(['image']);
export type DataType = z.infer<typeof DataType>;
/** Defect detection (rectangles and polygons) or segmentation (polygons). */
export const SetType = z.enum(['detection', 'segmentation']);
export type SetType = z.infer<typeof SetType>;

/** `shapes` is exact for one data set; elsewhere it is counted up to 1,000. */
export const Label = z.object({
  id: Id,
  name: StoredName,
  color: Color,
  ordinal: Count,
  /** Objects that carry it. */
  shapes: Count,
  /** Regions to ignore that carry it, where they are counted: they are no objects, but the label is in use. */
  ignored: Count.optional(),
  /** A version has learned it, or a training under way does, where that is asked: it can be renamed, but not deleted. */
  learned: z.boolean().optional(),
  /** Predictions that nobody has decided on may carry it, where that is asked: they go with it. */
  proposed: z.boolean().optional(),
});
export type Label = z.infer<typeof Label>;
export const LabelDraft = z.object({ name: Name30, color: Color });
export type LabelDraft = z.infer<typeof LabelDraft>;

export const Dataset = z.object({
  id: Id,
  projectId: Id,
  projectName: z.string(),
  family: FamilyId,
  name: StoredName,
  dataType: DataType,
  setType: SetType,
  role: DatasetRole,
  /** The model that owns it; null for a data set of the project. */
  modelId: Id.nullable(),
  folders: Count,
  images: Count,
  annotated: Count,
  /** Images that are kept for tests; 0 where images carry no part. */
  testImages: Count,
  /** Null where images are not reviewed. */
  review: ReviewCounts.nullable(),
  labels: z.array(Label),
  /** A version was trained on it: types and removal of labels are refused from then on. */
  referenced: z.boolean(),
  /** A version, training or test, also one that failed, was made from its images: it cannot be deleted. */
  used: z.boolean(),
  createdBy: z.string(),
  createdAt: Time,
});
export type Dataset = z.infer<typeof Dataset>;

/** A hint of what a folder is for; training and test forms preselect by it. */
export const FolderType = z.enum(['general', 'train', 'validation', 'test']);
export type FolderType = z.infer<typeof FolderType>;
export const FolderState = z.enum(['unannotated', 'annotated', 'preLabeling', 'preLabeled']);
export type FolderState = z.infer<typeof FolderState>;

export const Folder = z.object({
  id: Id,
  datasetId: Id,
  datasetName: z.string(),
  projectId: Id,
  name: StoredName,
  type: FolderType,
  state: FolderState,
  images: Count,
  annotated: Count,
  /** Of the annotated ones those that were checked and have no defect. */
  empty: Count,
  /** Images on which a model was run and nobody has decided yet. */
  preLabeled: Count,
  /** Images that are kept for tests; 0 where images carry no part. */
  testImages: Count,
  /** Null where images are not reviewed. */
  review: ReviewCounts.nullable(),
  createdAt: Time,
});
export type Folder = z.infer<typeof Folder>;

/** As much of a folder with images as choosing among all of them takes. */
export const FolderChoice = Folder.pick({
  id: true,
  datasetId: true,
  type: true,
  images: true,
  testImages: true,
  annotated: true,
  preLabeled: true,
  createdAt: true,
});
export type FolderChoice = z.infer<typeof FolderChoice>;

/** One version or task that was made from a data set. */
export const DatasetUsage = z.object({
  modelId: Id,
  modelName: z.string(),
  versionId: Id.nullable(),
  versionNumber: Count.nullable(),
  taskId: Id,
  /** The model lies in the bin, from which it may come back. */
  inBin: z.boolean(),
});
export type DatasetUsage = z.infer<typeof DatasetUsage>;

const namedUses = 5;
/** The first uses by name, as `plan / function v3` or `plan / function #7`, and how many there are in all. */
export const usesText = (uses: readonly Pick<DatasetUsage, 'modelName' | 'versionNumber' | 'taskId'>[]): string => {
  const names = uses
    .slice(0, namedUses)
    .map((use) => `${use.modelName} ${use.versionNumber === null ? `#${use.taskId}` : `v${use.versionNumber}`}`);
  return names.join(', ') + (uses.length > namedUses ? ` … (${uses.length})` : '');
};

const set = 'dataset/pageList';
const folder = 'folder/pageList';
const folderPlace = {
  datasetId: Id.optional(),
  projectId: Id.optional(),
  modelId: Id.optional(),
  /** Of data sets of this type alone. */
  setType: SetType.optional(),
  name: SearchText.optional(),
};

export const datasets = {
  datasetList: route({
    method: 'POST',
    path: 'dataset/pageList',
    permission: set,
    needs: 'view',
    input: pageInput(
      {
        projectId: Id.optional(),
        modelId: Id.optional(),
        name: SearchText.optional(),
        setType: SetType.optional(),
      },
      ['name', 'createdAt'],
    ),
    output: pageOf(Dataset),
    summary: 'Data sets',
  }),
  datasetInfo: route({
    method: 'POST',
    path: 'dataset/info',
    permission: set,
    needs: 'view',
    input: ById,
    output: Dataset,
    summary: 'One data set with its labels',
  }),
  datasetAdd: route({
    method: 'POST',
    path: 'dataset/add',
    permission: set,
    needs: 'edit',
    input: z.object({
      projectId: Id,
      name: Name50,
      dataType: DataType.default('image'),
      setType: SetType.default('detection'),
      /** Images are submitted, and accepted or returned by a second person. */
      review: z.boolean().default(false),
      labels: z.array(LabelDraft).max(limits.labelsPerDataset).default([]),
    }),
    output: Dataset,
    summary: 'Add a data set with its first labels',
  }),
  datasetUpdate: route({
    method: 'POST',
    path: 'dataset/update',
    permission: set,
    needs: 'edit',
    input: ById.extend({
      name: Name50,
      dataType: DataType,
      setType: SetType,
      /** Left out: as it is. Switched off, what was said of the images stays and is there again later. */
      review: z.boolean().optional(),
    }),
    output: Dataset,
    summary: 'Rename a data set. Its types can be changed until a version is trained on it',
  }),
  datasetUsage: route({
    method: 'POST',
    path: 'dataset/usage',
    permission: set,
    needs: 'view',
    input: ById,
    output: z.array(DatasetUsage),
    summary: 'Versions and trainings that use the data set',
  }),
  datasetDeletePreview: route({
    method: 'POST',
    path: 'dataset/deletePreview',
    permission: set,
    needs: 'edit',
    input: ById,
    output: DeletePreview,
    summary: 'What deleting the data set would delete',
  }),
  datasetDelete: route({
    method: 'POST',
    path: 'dataset/delete',
    permission: set,
    needs: 'edit',
    input: ById,
    output: Deleted,
    summary: 'Move a data set that no model uses to the bin',
  }),
  labelAdd: route({
    method: 'POST',
    path: 'label/add',
    permission: set,
    needs: 'edit',
    input: LabelDraft.extend({ datasetId: Id }),
    output: Label,
    summary: 'Add a label',
  }),
  labelUpdate: route({
    method: 'POST',
    path: 'label/update',
    permission: set,
    needs: 'edit',
    input: LabelDraft.extend({ id: Id }),
    output: Label,
    summary: 'Rename or recolour a label',
  }),
  labelDelete: route({
    method: 'POST',
    path: 'label/delete',
    permission: set,
    needs: 'edit',
    input: ById,
    output: Nothing,
    summary: 'Delete a label that no shape and no version uses',
  }),
  folderList: route({
    method: 'POST',
    path: 'folder/pageList',
    permission: folder,
    needs: 'view',
    input: pageInput(
      {
        ...folderPlace,
        state: FolderState.optional(),
        /** Only those with images. */
        filled: z.boolean().optional(),
      },
      ['name', 'createdAt', 'images', 'dataset'],
    ),
    output: pageOf(Folder),
    summary: 'Folders of a data set, of a project, or of the data sets that a model owns',
  }),
  folderChoice: route({
    method: 'POST',
    path: 'folder/choice',
    permission: folder,
    needs: 'view',
    input: z.object(folderPlace),
    output: z.object({ list: z.array(FolderChoice), total: Count }),
    summary:
      'All folders with images in a project or data set, to select all at once; at most as many as a task accepts',
  }),
  folderInfo: route({
    method: 'POST',
    path: 'folder/info',
    permission: folder,
    needs: 'view',
    input: ById,
    output: Folder,
    summary: 'One folder',
  }),
  folderAdd: route({
    method: 'POST',
    path: 'folder/add',
    permission: folder,
    needs: 'edit',
    input: z.object({ datasetId: Id, name: FolderName, type: FolderType.default('general') }),
    output: Folder,
    summary: 'Add a folder',
  }),
  folderUpdate: route({
    method: 'POST',
    path: 'folder/update',
    permission: folder,
    needs: 'edit',
    input: ById.extend({ name: FolderName, type: FolderType }),
    output: Folder,
    summary: 'Rename a folder or change its type',
  }),
  folderDeletePreview: route({
    method: 'POST',
    path: 'folder/deletePreview',
    permission: folder,
    needs: 'edit',
    input: ById,
    output: DeletePreview,
    summary: 'What deleting the folder would delete',
  }),
  folderDelete: route({
    method: 'POST',
    path: 'folder/delete',
    permission: folder,
    needs: 'edit',
    input: ById,
    output: Deleted,
    summary: 'Move a folder with its images to the bin',
  }),
};
