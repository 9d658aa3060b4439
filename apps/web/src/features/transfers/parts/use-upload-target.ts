/** Where an upload goes: a data set, and a folder of it that is there or is made on the way. */
import { cutText, api, limits, roleOf, type Dataset, type Folder } from '@loupe/contract';
import { useState } from 'react';
import { useDebounced } from '../../../core/debounced.ts';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useCan } from '../../../core/session.ts';
import { folderName, freeName, nameFault, typedName } from '../../../ui/name-rule.ts';
import type { UploadRequest } from './ask.ts';
import type { Source } from './sources.ts';

const askAfterMs = 300;

/** A new folder is called as what is uploaded, as far as a folder may be; loose images are called nothing. */
export const folderNameFor = ([source]: readonly Pick<Source, 'name' | 'kind'>[]): string => {
  if (source?.kind === 'images') return 'images';
  const stem = source?.name.replace(/\.[^.]*$/, '') ?? '';
  const allowed = typedName(stem.normalize('NFC'), 'folder').replaceAll(/[^\p{L}\p{N}_-]/gu, '_');
  const name = cutText(allowed, limits.nameShort);
  return nameFault(name, folderName) ? 'images' : name;
};

/**
 * What is uploaded belongs to the only folder there is: loose images do, and an archive called like it. Another archive beside
 * images that are there (the tests of a model, say, beside what it learns from) gets a folder of its own, unless a person says otherwise.
 */
const belongsTo = ({ name, images }: Pick<Folder, 'name' | 'images'>, sources: readonly Source[]): boolean =>
  !(images > 0) || sources.every(({ kind }) => kind === 'images') || folderNameFor(sources) === name;

/** As the server compares names. */
const folderCalled = (name: string, folders: readonly Folder[]): Folder | undefined =>
  folders.find((one) => one.name.toLowerCase() === name.trim().normalize('NFC').toLowerCase());

/** Data sets are chosen from those of the projects, or from those of the model that owns the one that is offered. */
const useScope = (offered: number | null, isOpen: boolean) => {
  const { data } = useApi('datasetInfo', { id: offered ?? 0 }, { enabled: isOpen && offered !== null });
  return { offered: data, modelId: data?.modelId ?? null, isKnown: offered === null || data !== undefined };
};

export const useUploadTarget = (request: UploadRequest, sources: readonly Source[]) => {
  const can = useCan();
  const [datasetId, setDatasetId] = useState(request.datasetId);
  const [dataset, setDataset] = useState<Dataset | undefined>();
  const [chosen, setChosen] = useState<Pick<Folder, 'id' | 'name'> | undefined>(request.firstFolder ?? undefined);
  /** Null: nobody has said. */
  const [wantsNew, setWantsNew] = useState<boolean | null>(request.firstFolder === null ? true : null);
  const [typed, setTyped] = useState<string | null>(null);
  const add = useApiMutation('folderAdd', { invalidates: ['folderList', 'folderInfo', 'datasetInfo', 'datasetList'] });
  const isOpen = request.folder === null;
  const scope = useScope(request.datasetId, isOpen);
  const folders = useApi(
    'folderList',
    { datasetId: datasetId ?? 0, pageSize: 1 },
    { enabled: isOpen && datasetId !== null },
  );
  // one folder leaves nothing to choose
  const only = folders.data?.total === 1 ? folders.data.list[0]! : null;
  const mayAdd = can(api.folderAdd.permission);
  const hasNone = folders.data?.total === 0;
  const hasSides = scope.offered !== undefined && roleOf(scope.offered.family, scope.offered.role).truth === 'role';
  const isApart = only !== null && chosen === undefined && !hasSides && !belongsTo(only, sources);
  const isNew = isOpen && datasetId !== null && mayAdd && (hasNone || (wantsNew ?? isApart));
  const folder = isNew ? null : (request.folder ?? chosen ?? (datasetId === null ? null : only));
  const offered = folderNameFor(sources);
  const name = useDebounced(typed?.trim() || offered, askAfterMs);
  const { data } = useApi('folderList', { datasetId: datasetId ?? 0, name, pageSize: 100 }, { enabled: isNew });
  const alike = data?.list ?? [];
  const newName = typed ?? freeName(offered, alike, folderName);
  const taken = typed === null ? undefined : folderCalled(typed, alike);
  const isNamed = nameFault(newName, folderName) === null && !taken;
  return {
    ...scope,
    hasSides,
    /** Of the data set; undefined: not known yet. */
    family: (dataset ?? scope.offered)?.family,
    datasetId,
    folder,
    isNew,
    newName,
    /** The folder that has the typed name already. */
    taken,
    mayAdd,
    /** What the folder is or will be called. */
    name: folder?.name ?? (isNew && isNamed ? newName.trim() : null),
    hasFolders: !hasNone,
    isBusy: add.isPending,
    setDataset: (one: Dataset) => {
      setDataset(one);
      setDatasetId(one.id);
      setChosen(undefined);
      setWantsNew(null);
    },
    setFolder: setChosen,
    setNew: setWantsNew,
    setNewName: setTyped,
    /** The folder, made now where it is new. */
    take: async (): Promise<{ id: number }> =>
      folder ?? (await add.mutateAsync({ datasetId: datasetId!, name: newName.trim() })),
  };
};
export type UploadTarget = ReturnType<typeof useUploadTarget>;
