/** A new training of a model: images, validation, parameters, and what they come to before it starts. */
import { modelName, modelTypeOf, type Model, type ParamTable } from '@loupe/contract';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useText } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { urlId, urlText, useUrlState } from '../../../core/search.ts';
import { Page, PageSkeleton } from '../../../ui/Page.tsx';
import { isMissing, PageError } from '../../../ui/PageError.tsx';
import { ParamForm, ParamSummary } from '../../../ui/ParamForm.tsx';
import { groupsOf } from '../../../ui/param-values.ts';
import { ModelTabs, useModelCrumbs } from '../../models/api.ts';
import { DataCard } from '../parts/DataCard.tsx';
import { DeviceCard } from '../parts/DeviceCard.tsx';
import styles from '../parts/train-form.module.css';
import { withoutSplit, type ImageSelection } from '../parts/train-draft.ts';
import { Presets } from '../parts/Presets.tsx';
import { StartCard } from '../parts/StartCard.tsx';
import { useRegionImage } from '../parts/use-region-image.ts';
import { TrainSummary } from '../parts/TrainSummary.tsx';
import { useTrainForm, type FormBegin, type StageForm, type TrainForm } from '../parts/use-train-form.ts';

/**
 * `dataset` and `folder`: the images that one came from; `like`: the training whose settings the form begins with, or
 * `preset` that it begins with.
 */
const AddSearch = z.object({ modelId: urlId, dataset: urlId, folder: urlId, like: urlId, preset: urlText });

/** Up to the main ones. */
const basicOf = (table: ParamTable): string[] => {
  const groups = groupsOf(table);
  return groups.slice(0, groups.indexOf('main') + 1 || 1);
};
const formOf = ({ recipe, values, defaults, setValues }: StageForm) => ({
  table: recipe.table,
  values,
  defaults,
  onChange: setValues,
});
const nameOf = ({ recipe }: StageForm) => recipe.stageName ?? { zh: recipe.id, en: recipe.id };

/** Presets and parameters of one stage; `name`: where there are several. */
function StageFields(props: {
  stage: StageForm;
  others: readonly StageForm[];
  name: string | null;
  isAll: boolean;
  isFirst: boolean;
  regionImage: ReturnType<typeof useRegionImage>;
  labels: TrainForm['labels'];
}) {
  const { stage, others, name, isAll, isFirst, regionImage, labels } = props;
  const { table } = stage.recipe;
  return (
    <>
      <Presets form={stage} others={others} name={name} isFirst={isFirst} />
      <ParamForm
        table={withoutSplit(table)}
        values={stage.values}
        defaults={stage.defaults}
        onChange={stage.setValues}
        faults={stage.faults}
        groups={isAll ? groupsOf(table) : basicOf(table)}
        regionImage={regionImage}
        labels={labels}
        prefix={name}
      />
    </>
  );
}

function TrainPage(props: { model: Model; selection: ImageSelection; begin: FormBegin }) {
  const { model, selection, begin } = props;
  const { t } = useTranslation();
  const text = useText();
  const crumbs = useModelCrumbs();
  const form = useTrainForm(model, selection, begin);
  const regionImage = useRegionImage(form.recipe.table, form.draft.folderIds);
  const [isAll, setAll] = useState(false);
  const stages = [form, ...form.later];
  const shown = stages.filter((_, i) => !form.draft.keptStages.includes(i));
  const hidden = stages.some(({ recipe, faults }) =>
    Object.keys(faults).some((key) => !basicOf(recipe.table).includes(recipe.table[key]?.group ?? '')),
  );
  const name = modelName(model);
  const type = modelTypeOf(model.type);
  // a training under way may take the number
  const next =
    model.openTasks > 0
      ? t('tasks.becomesNext', { model: name })
      : t('tasks.becomes', { n: (model.latestVersionNumber ?? 0) + 1, model: name });
  return (
    <Page
      title={t('tasks.newTraining')}
      sub={`${next} · ${type ? text(type.name) : model.type}`}
      crumbs={[...crumbs({ id: model.id, name }), { text: t('tasks.newTraining') }]}
      extra={
        <>
          <ParamSummary forms={shown.map(formOf)} />
          <Segmented
            value={isAll || hidden ? 'all' : 'basic'}
            options={[
              { value: 'basic', label: t('tasks.basic') },
              { value: 'all', label: t('tasks.allParams') },
            ]}
            onChange={(value) => setAll(value === 'all')}
          />
        </>
      }
    >
      <ModelTabs modelId={model.id} />
      <div className={styles.page}>
        {/* a parameter that is put right does not go under the cursor once it is right */}
        <div className={styles.main} onFocus={() => hidden && setAll(true)}>
          <DataCard form={form} model={model} />
          <StartCard form={form} model={model} begun={begin.like?.start} />
          <DeviceCard form={form} />
          {stages.map((stage, i) =>
            form.draft.keptStages.includes(i) ? null : (
              <StageFields
                key={stage.recipe.id}
                stage={stage}
                others={shown.filter((one) => one !== stage)}
                name={stages.length > 1 ? t('tasks.stageN', { n: i + 1, name: text(nameOf(stage)) }) : null}
                isAll={isAll || hidden}
                isFirst={i === 0}
                regionImage={regionImage}
                labels={form.labels}
              />
            ),
          )}
        </div>
        <TrainSummary form={form} projectId={model.projectId} />
      </div>
    </Page>
  );
}

export function AddSetPage() {
  const [{ modelId, dataset, folder, like, preset }] = useUrlState(AddSearch);
  const model = useApi('modelInfo', { id: modelId }, { enabled: modelId > 0, silent: true });
  const earlier = useApi('taskInfo', { id: like }, { enabled: like > 0, silent: true });
  // one that is gone is no reason not to train, but it is said
  const isGone = !earlier.data && isMissing(earlier.error);
  const isReady = like === 0 || earlier.data !== undefined || isGone;
  if (model.data && isReady)
    return (
      <TrainPage
        key={model.data.id}
        model={model.data}
        selection={{ dataset, folder }}
        begin={{ like: earlier.data, isGone, preset }}
      />
    );
  const error = model.error ?? earlier.error;
  if (modelId > 0 && !error) return <PageSkeleton />;
  return <PageError error={error} onRetry={() => void (model.error ? model : earlier).refetch()} back="ModelList" />;
}
