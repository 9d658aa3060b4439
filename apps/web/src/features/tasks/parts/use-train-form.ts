/** The state of the form for a new training: choices, faults, the server's look at them, and the start. */
import {
  initialValues,
  modelTypeOf,
  recipes,
  type Model,
  type RecipeDef,
  type SizeAdvice,
  type TrainCheck,
} from '@loupe/contract';
import { useMemo, useState } from 'react';
import { errorText } from '../../../core/errors.ts';
import { useApi } from '../../../core/query.ts';
import { useDebounced } from '../../../core/debounced.ts';
import type { TrainDraft } from '../../../families/train-data.ts';
import { useFolders } from '../../../ui/use-folders.ts';
import { paramFaults, type ParamFault, type ParamValues } from '../../../ui/param-values.ts';
import { useStart } from './use-start.tsx';
import {
  emptyDraft,
  faultOfRefusal,
  preselect,
  requestOf,
  settingsOf,
  wholeDraft,
  type ImageSelection,
} from './train-draft.ts';

const askAfterMs = 400;
const noLabels: TrainCheck['perLabel'] = [];

const recipeOf = (model: Model): RecipeDef => recipes[modelTypeOf(model.type)!.stages[0]!];

export interface TrainForm {
  recipe: RecipeDef;
  draft: TrainDraft;
  setDraft: (change: Partial<TrainDraft>) => void;
  values: ParamValues;
  setValues: (values: ParamValues) => void;
  faults: Record<string, ParamFault>;
  check: TrainCheck | undefined;
  /** Graphics cards of the server, as its last answer has them. */
  cards: TrainCheck['cards'];
  /** Of the images; those of the choices before while the server looks at others. */
  labels: TrainCheck['perLabel'];
  /** Steps that cannot teach anything from scratch, and what is long enough; `of`: how the length is counted. */
  tooShort: { steps: number; instead: ParamValues; of: ParamValues } | null;
  /** Many objects are too small for the training size; a size that is large enough, where there is one. */
  tooSmall: { percent: number; instead: ParamValues | null } | null;
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

/** `like`: parameters of an earlier training to begin with. */
export const useTrainForm = (model: Model, { dataset, folder }: ImageSelection, like?: ParamValues): TrainForm => {
  const recipe = recipeOf(model);
  const isOwn = model.datasets.length > 0;
  const { folders } = useFolders({ projectId: model.projectId, modelId: isOwn ? model.id : undefined });
  const [chosen, setChosen] = useState<TrainDraft | null>(null);
  const [values, setValues] = useState<ParamValues>(() =>
    like ? settingsOf(recipe.table, like) : initialValues(recipe),
  );
  const draft = useMemo(() => {
    if (chosen) return chosen;
    if (!folders) return emptyDraft;
    return isOwn ? wholeDraft(folders) : preselect(folders, { dataset, folder });
  }, [chosen, folders, isOwn, dataset, folder]);
  const own = paramFaults(recipe.table, recipe.params, values);
  const isSound = Object.keys(own).length === 0;
  const request = useMemo(() => requestOf(model.id, draft, values), [model.id, draft, values]);
  // what is wrong is not asked about, also not for the moment after it was put right
  const debounced = useDebounced(isSound ? request : null, askAfterMs);
  const check = useApi('trainCheck', debounced ?? { modelId: model.id, folderIds: [], params: {} }, {
    enabled: debounced !== null && isSound,
    silent: true,
    keepPrevious: true,
  });
  const text = check.error ? errorText(check.error) : null;
  const refused = text === null ? null : faultOfRefusal(check.error, recipe.table, text);
  const { start, isPending } = useStart();
  const found = isSound && draft.startVersionId === null && check.data;
  const short = found ? recipe.length?.tooShort(values, found.train, found.stepSeconds) : undefined;
  const small = isSound && check.data ? recipe.tooSmall?.(values, check.data.objectSides) : undefined;
  const sides = check.data?.imageSides ?? [];
  const advice = isSound && check.data ? recipe.sizeAdvice?.(values, sides, check.data.objectSides) : undefined;
  const isKnown = request !== null && isSound && check.error === null;
  return {
    recipe,
    draft,
    setDraft: (change) => setChosen({ ...draft, ...change }),
    values,
    setValues,
    faults: isSound ? (refused ?? {}) : own,
    check: isKnown ? check.data : undefined,
    cards: check.data?.cards ?? [],
    labels: check.data?.perLabel ?? noLabels,
    tooShort: short ? { ...short, of: { length: values['length'] } } : null,
    tooSmall: small ?? null,
    sizeAdvice: advice ?? null,
    isComplete: request !== null,
    refusal: request !== null && refused === null ? text : null,
    // the question before the start tells what the server found: of these choices, not of those before
    canStart: isKnown && debounced === request && !check.isPlaceholderData && check.data !== undefined,
    isStarting: isPending,
    start: () => {
      if (request && check.data) start(request, recipe.id, check.data);
    },
  };
};
