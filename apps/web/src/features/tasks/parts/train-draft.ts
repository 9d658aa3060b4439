/** What a person has chosen for a new training, and the request that it makes: pure, so that it can be tested alone. */
import type { FolderChoice, ParamTable, RecipeDef, Task } from '@loupe/contract';
import { CallError } from '@loupe/contract';
import type { ApiInput } from '../../../core/query.ts';
import { splitParam, type TrainDraft } from '../../../families/train-data.ts';
import type { ParamFault, ParamValues } from '../../../ui/param-values.ts';

export const emptyDraft: TrainDraft = {
  folderIds: [],
  validation: 'split',
  validationFolderIds: [],
  startVersionId: null,
  keptStages: [],
  device: 'auto',
};

export const withoutSplit = (table: ParamTable): ParamTable =>
  Object.fromEntries(Object.entries(table).filter(([key]) => key !== splitParam));

/** Images that one came from: ids as an address holds them, 0 where it holds none. */
export interface ImageSelection {
  dataset: number;
  folder: number;
}

/** The folders that train: the requested one, those of the requested data set, or those of the data set that was used last. */
const trainingOf = (usable: readonly FolderChoice[], { dataset, folder }: ImageSelection): readonly FolderChoice[] => {
  // the server refuses a folder of which nothing is annotated; it is chosen only where it is all that there is
  const ofType = (type: FolderChoice['type'], datasetId: number) => {
    const all = usable.filter((f) => f.type === type && f.datasetId === datasetId);
    const annotated = all.filter((f) => f.annotated > 0);
    return annotated.length > 0 ? annotated : all;
  };
  const requested = usable.filter((f) => f.id === folder);
  if (requested.length > 0) return requested;
  const set = ofType('train', dataset);
  if (set.length > 0) return set;
  // nothing there says that it trains: what is marked and is for anything
  const marked = ofType('general', dataset).filter((f) => f.annotated > 0);
  if (marked.length > 0) return marked;
  const trains = usable.filter((f) => f.type === 'train');
  const latest = trains.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  return latest ? ofType('train', latest.datasetId) : [];
};

export const preselect = (folders: readonly FolderChoice[], selection: ImageSelection): TrainDraft => {
  const usable = folders.filter((f) => f.images > 0);
  const trains = trainingOf(usable, selection);
  const [first] = trains;
  if (!first) return emptyDraft;
  const isApart = (f: FolderChoice) =>
    f.type === 'validation' && f.annotated > 0 && f.datasetId === first.datasetId && f.id !== selection.folder;
  const validationFolderIds = usable.filter(isApart).map((f) => f.id);
  return {
    folderIds: trains.map((f) => f.id),
    validation: validationFolderIds.length > 0 ? 'chosen' : 'split',
    validationFolderIds,
    startVersionId: null,
    keptStages: [],
    device: emptyDraft.device,
  };
};

/** What an earlier training was given beside its parameters. */
export type Earlier = Pick<Task, 'folders' | 'start' | 'requestedDevice'>;

/** What of an earlier training the form could not take over, each said in words of its own. */
export type Lost =
  | { kind: 'training' | 'unknown' | 'allTrain' | 'allValidation' }
  /** Folders beside those that are left. */
  | { kind: 'train' | 'validation'; count: number };

/** Folders, start and device of an earlier training as far as they are there; `fresh`: the choices of a new one. */
export function draftLike(
  folders: readonly FolderChoice[],
  { folders: had, start, requestedDevice }: Earlier,
  fresh: TrainDraft,
): { draft: TrainDraft; lost: Lost[] } {
  const begun = {
    startVersionId: start?.versionId ?? null,
    keptStages: start?.kept ?? [],
    device: requestedDevice ?? emptyDraft.device,
  };
  // trainings of earlier releases do not tell them
  if (!had) return { draft: { ...fresh, ...begun }, lost: [{ kind: 'unknown' }] };
  const left = (ids: readonly number[]) => folders.filter((f) => f.images > 0 && ids.includes(f.id)).map((f) => f.id);
  const [folderIds, validationFolderIds] = [left(had.train), left(had.validation)];
  if (folderIds.length === 0) return { draft: { ...fresh, ...begun }, lost: [{ kind: 'allTrain' }] };
  const lost: Lost[] = [];
  const [train, apart] = [
    new Set(had.train).size - folderIds.length,
    new Set(had.validation).size - validationFolderIds.length,
  ];
  if (train > 0) lost.push({ kind: 'train', count: train });
  if (apart > 0) {
    lost.push(validationFolderIds.length === 0 ? { kind: 'allValidation' } : { kind: 'validation', count: apart });
  }
  const validation = validationFolderIds.length > 0 ? 'chosen' : 'split';
  return { draft: { folderIds, validation, validationFolderIds, ...begun }, lost };
}

/** Of a model with data sets of its own: every folder that holds images, for each image says where it belongs. */
export const wholeDraft = (folders: readonly FolderChoice[]): TrainDraft => ({
  ...emptyDraft,
  folderIds: folders.filter((f) => f.images > 0).map((f) => f.id),
});

/** Parameters that come with the version that a training begins with; what an old one does not say is the default. */
export const takenFrom = ({ start, table }: Pick<RecipeDef, 'start' | 'table'>, params: ParamValues): ParamValues => ({
  ...Object.fromEntries(Object.keys(start.same).map((key) => [key, params[key] ?? table[key]?.default])),
  ...Object.fromEntries(start.taken.flatMap((key) => (key in params ? [[key, params[key]]] : []))),
});

/** All parameters as an earlier training had them; what it does not say is the default, and what is gone is left out. */
export const settingsOf = (table: ParamTable, params: ParamValues): ParamValues =>
  Object.fromEntries(Object.entries(table).map(([key, field]) => [key, params[key] ?? field.default]));

/** Whether two choices come to the same training: of which folders was chosen first, or of a way not taken, nothing is lost. */
export function areSame(one: TrainDraft, other: TrainDraft): boolean {
  const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
  const requested = ({ folderIds, validation, validationFolderIds, startVersionId, keptStages, device }: TrainDraft) =>
    JSON.stringify([
      sorted(folderIds),
      validation,
      validation === 'chosen' ? sorted(validationFolderIds) : [],
      startVersionId,
      startVersionId === null ? [] : sorted(keptStages),
      device,
    ]);
  return requested(one) === requested(other);
}

/** The request; null while there is nothing that could be asked for. */
export const requestOf = (
  modelId: number,
  draft: TrainDraft,
  params: ParamValues,
  laterParams: ParamValues[] = [],
): Omit<ApiInput<'trainAdd'>, 'confirmed'> | null => {
  const chosen = draft.validation === 'chosen' ? draft.validationFolderIds : [];
  if (draft.folderIds.length === 0 || (draft.validation === 'chosen' && chosen.length === 0)) return null;
  const { startVersionId, keptStages, folderIds, device } = draft;
  const start = startVersionId === null ? {} : { startVersionId, ...(keptStages.length > 0 ? { keptStages } : {}) };
  const later = laterParams.length > 0 ? { laterParams } : {};
  return { modelId, folderIds, validationFolderIds: chosen, params, ...later, device, ...start };
};

/** The parameter that a refusal is about; null when it is about the images. */
export const faultOfRefusal = (error: unknown, table: ParamTable, text: string): Record<string, ParamFault> | null => {
  const field = error instanceof CallError ? (error.data as { field?: unknown } | null)?.field : undefined;
  return typeof field === 'string' && field in table ? { [field]: { kind: 'text', text } } : null;
};

/** Whether the server asks "continue?" and would go on when told so. */
export const asksToContinue = (error: unknown): boolean =>
  error instanceof CallError && (error.data as { confirm?: unknown } | null)?.confirm === true;
