/** The state of the form for a new training: choices, faults, the server's look at them, and the start. */
import {
  initialValues,
  modelTypeOf,
  recipes,
  type Model,
  type Preset,
  type RecipeDef,
  type SizeAdvice,
  type Task,
  type TooSmall,
  type TrainCheck,
} from '@loupe/contract';
import { useMemo, useState } from 'react';
import { errorText } from '../../../core/errors.ts';
import { useApi } from '../../../core/query.ts';
import { useDebounced } from '../../../core/debounced.ts';
import { startOf } from '../../../families/recipes.ts';
import type { TrainDraft } from '../../../families/train-data.ts';
import { setInRole, useFolders } from '../../../ui/use-folders.ts';
import { paramFaults, type ParamFault, type ParamValues } from '../../../ui/param-values.ts';
import type { ChosenStage } from './stage-words.ts';
import { useStart } from './use-start.tsx';
import { useSuited, type Seen, type Suited } from './use-suited.ts';
import { useKeepEntered } from '../../../ui/keep-entered.ts';
import {
  areSame,
  draftLike,
  emptyDraft,
  faultOfRefusal,
  preselect,
  requestOf,
  settingsOf,
  wholeDraft,
  type Earlier,
  type ImageSelection,
  type Lost,
} from './train-draft.ts';

const askAfterMs = 400;
const noLabels: TrainCheck['perLabel'] = [];

/** What is set of one stage. */
export interface StageForm {
  recipe: RecipeDef;
  values: ParamValues;
  /** `isGiven`: all of them are as a version has them. */
  setValues: (values: ParamValues, isGiven?: boolean) => void;
  /** With what it begins for these images; what differs was changed. */
  defaults: ParamValues;
  /** Of its recipe, for these images. */
  presets: readonly Preset[];
  faults: Record<string, ParamFault>;
}
export interface TrainForm extends StageForm {
  /** Of the stages after the first. */
  later: StageForm[];
  /** All of them, as they are shown before the start. */
  stages: readonly ChosenStage[];
  draft: TrainDraft;
  setDraft: (change: Partial<TrainDraft>) => void;
  /** What of the training that it begins with is not there any more. */
  lost: readonly Lost[];
  check: TrainCheck | undefined;
  /** Graphics cards of the server, as its last answer has them. */
  cards: TrainCheck['cards'];
  /** Of the images; those of the choices before while the server looks at others. */
  labels: TrainCheck['perLabel'];
  /** Steps that cannot teach anything from scratch, and what is long enough; `of`: how the length is counted. */
  tooShort: { steps: number; instead: ParamValues; of: ParamValues } | null;
  /** What is set because many objects are small. */
  suits: Suited['suits'];
  /** What is set because the images are small. */
  fits: Suited['fits'];
  /** Many objects are too small for the training size, and what finds more of them. */
  tooSmall: TooSmall | null;
  /** Defects would vanish at this image size; a larger one with its price. */
  sizeAdvice: SizeAdvice | null;
  /** Images are chosen, and what validates them. */
  isComplete: boolean;
  /** Why these images cannot be trained on. */
  refusal: string | null;
  canStart: boolean;
  isStarting: boolean;
  start: () => void;
}

/** The labels of the data set of a folder, while the server has not yet said what it would train on. */
const useLabels = (datasetId: number | undefined, isAsked: boolean): TrainCheck['perLabel'] => {
  const set = useApi(
    'datasetInfo',
    { id: datasetId ?? 0 },
    { enabled: isAsked && datasetId !== undefined, silent: true },
  );
  return useMemo(
    () => set.data?.labels.map(({ name, color, shapes }) => ({ name, color, objects: shapes })) ?? noLabels,
    [set.data],
  );
};

const noFaults: Record<string, ParamFault> = {};
const nothingLost: Lost[] = [];
const trainingLost: Lost[] = [{ kind: 'training' }];

/** What the form begins with: an earlier training, or a preset; neither: what suits most. */
export interface FormBegin {
  like?: (Pick<Task, 'params' | 'laterParams'> & Earlier) | undefined;
  /** There is no such training any more. */
  isGone?: boolean;
  preset?: string;
}
const begun = (recipe: RecipeDef, like: ParamValues | undefined, preset: string | undefined): ParamValues =>
  like ? settingsOf(recipe.table, like) : initialValues(recipe, preset);

/** The stages after the first; what stays as it is has no faults. */
const useLater = (stages: readonly RecipeDef[], kept: readonly number[], { like, preset }: FormBegin) => {
  const [all, setAll] = useState<ParamValues[]>(() =>
    stages.map((one, i) => begun(one, like?.laterParams?.[i], preset)),
  );
  const later = stages.map((recipe, i): StageForm => ({
    recipe,
    values: all[i]!,
    setValues: (values) => setAll((old) => old.map((one, j) => (j === i ? values : one))),
    defaults: startOf(recipe, all[i]!),
    presets: recipe.presets?.all ?? [],
    faults: kept.includes(i + 1) ? noFaults : paramFaults(recipe.table, recipe.params, all[i]!),
  }));
  return { later, laterValues: all };
};

/** What would do better than these values, by what the server found of the images. */
const hintsOf = (recipe: RecipeDef, values: ParamValues, found: TrainCheck | undefined, draft: TrainDraft) => {
  if (!found) return { tooShort: null, tooSmall: null, sizeAdvice: null };
  // whoever starts from a version knows a lot already
  const isFresh = draft.startVersionId === null;
  const short = isFresh ? recipe.length?.tooShort(values, found.train, found.stepSeconds) : null;
  return {
    tooShort: short ? { ...short, of: { length: values['length'] } } : null,
    tooSmall: recipe.tooSmall?.(values, found.objectSides) ?? null,
    sizeAdvice: recipe.sizeAdvice?.(values, found.imageSides ?? [], found.objectSides) ?? null,
  };
};

/** What the server says of the choices; null: nothing is asked. `asked`: of which it was asked last. */
const useCheck = (modelId: number, request: ReturnType<typeof requestOf>) => {
  // what is wrong is not asked about, also not for the moment after it was put right
  const asked = useDebounced(request, askAfterMs);
  const check = useApi('trainCheck', asked ?? { modelId, folderIds: [], params: {} }, {
    enabled: asked !== null && request !== null,
    silent: true,
    keepPrevious: true,
  });
  return { asked, check };
};

export const useTrainForm = (model: Model, { dataset, folder }: ImageSelection, begin: FormBegin = {}): TrainForm => {
  const isOwn = model.datasets.length > 0;
  const { setType, stages: ids } = modelTypeOf(model.type)!;
  const { folders } = useFolders({
    projectId: model.projectId,
    modelId: isOwn ? model.id : undefined,
    // a family with a training set of its own trains on nothing else
    datasetId: setInRole(model, 'train'),
    setType,
  });
  const [recipe, ...laterRecipes] = ids.map((id) => recipes[id]) as [RecipeDef, ...RecipeDef[]];
  // with what the form began when the person first changed it: folders that come later change nothing of that
  const [chosen, setChosen] = useState<{ draft: TrainDraft; begun: TrainDraft } | null>(null);
  const { like, isGone } = begin;
  const { draft: first, lost } = useMemo(() => {
    if (!folders) return { draft: emptyDraft, lost: nothingLost };
    const fresh = isOwn ? wholeDraft(folders) : preselect(folders, { dataset, folder });
    if (like) return draftLike(folders, like, fresh);
    return { draft: fresh, lost: isGone ? trainingLost : nothingLost };
  }, [folders, isOwn, dataset, folder, like, isGone]);
  const draft = chosen?.draft ?? first;
  // a version to start from has its network already
  const isFree = draft.startVersionId === null && !draft.keptStages.includes(0);
  const [seen, setSeen] = useState<Seen | null>(null);
  const { values, setValues, defaults, presets, suits, fits, isUntouched } = useSuited(
    recipe,
    () => begun(recipe, like?.params, begin.preset),
    isFree ? seen : null,
    like !== undefined,
  );
  const { later, laterValues } = useLater(laterRecipes, draft.keptStages, begin);
  const own = draft.keptStages.includes(0) ? noFaults : paramFaults(recipe.table, recipe.params, values);
  const isSound = [own, ...later.map(({ faults }) => faults)].every((faults) => Object.keys(faults).length === 0);
  const request = useMemo(
    () => requestOf(model.id, draft, values, laterValues),
    [model.id, draft, values, laterValues],
  );
  const { asked, check } = useCheck(model.id, isSound ? request : null);
  if (check.data && check.data.objectSides !== seen?.sides) {
    setSeen({ sides: check.data.objectSides, longest: check.data.longestSide ?? null });
  }
  const asksLabels = Object.values(recipe.table).some(({ kind }) => kind === 'labels') && !check.data;
  const ofSet = useLabels(folders?.find(({ id }) => id === draft.folderIds[0])?.datasetId, asksLabels);
  const text = check.error ? errorText(check.error) : null;
  const refused = text === null ? null : faultOfRefusal(check.error, recipe.table, text);
  const laterNow = JSON.stringify(laterValues);
  const [laterBegun] = useState(laterNow);
  const isChosen = chosen !== null && !areSame(chosen.draft, chosen.begun);
  const release = useKeepEntered(() => isChosen || !isUntouched || laterNow !== laterBegun);
  const { start, isPending } = useStart(release);
  const stages = [{ recipe, values }, ...later].map((one, i): ChosenStage => ({
    recipe: one.recipe,
    values: one.values,
    isKept: draft.keptStages.includes(i),
  }));
  const isKnown = request !== null && isSound && check.error === null;
  return {
    recipe,
    later,
    stages,
    draft,
    setDraft: (change) => setChosen({ draft: { ...draft, ...change }, begun: chosen?.begun ?? first }),
    lost,
    values,
    setValues,
    defaults,
    presets,
    faults: isSound ? (refused ?? {}) : own,
    check: isKnown ? check.data : undefined,
    cards: check.data?.cards ?? [],
    labels: check.data?.perLabel ?? ofSet,
    suits: isKnown ? suits : null,
    fits: isKnown ? fits : null,
    ...hintsOf(recipe, values, isSound ? check.data : undefined, draft),
    isComplete: request !== null,
    refusal: request !== null && refused === null ? text : null,
    // the question before the start tells what the server found: of these choices, not of those before
    canStart: isKnown && asked === request && !check.isPlaceholderData && check.data !== undefined,
    isStarting: isPending,
    start: () => {
      if (request && check.data) start(request, stages, check.data);
    },
  };
};
