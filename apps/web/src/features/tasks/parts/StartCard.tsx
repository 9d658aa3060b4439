/** The version whose weights a training begins with; it is offered where the model has versions. */
import { isOfUse, type Model, type Task, type Version } from '@loupe/contract';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { Card } from '../../../ui/Page.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';
import type { ParamValues } from '../../../ui/param-values.ts';
import { takenFrom } from './train-draft.ts';
import styles from './train-form.module.css';
import type { TrainForm } from './use-train-form.ts';

const fresh = 0;
const paramsOf = (version: Version): ParamValues => version.stages[0]?.params ?? {};

/** Which stages stay as they are in the version; one at least is trained. */
function Kept({ form: { recipe, later, draft, setDraft } }: { form: TrainForm }) {
  const { t } = useTranslation();
  const text = useText();
  const stages = [recipe, ...later.map((one) => one.recipe)];
  const { keptStages } = draft;
  return (
    <fieldset className={styles.kept}>
      <legend>{t('tasks.keep')}</legend>
      {stages.map(({ id, stageName }, i) => {
        const isOn = keptStages.includes(i);
        const others = keptStages.filter((one) => one !== i);
        return (
          <Checkbox
            key={id}
            checked={isOn}
            disabled={!isOn && others.length === stages.length - 1}
            onChange={() => setDraft({ keptStages: isOn ? others : [...others, i] })}
          >
            {t('tasks.stageN', { n: i + 1, name: stageName ? text(stageName) : id })}
          </Checkbox>
        );
      })}
    </fieldset>
  );
}

/** `begun`: the version that the form begins with; it has its name before its page of the list is read. */
export function StartCard({ form, model, begun }: { form: TrainForm; model: Model; begun: Task['start'] }) {
  const { t } = useTranslation();
  const text = useText();
  const { start, table } = form.recipe;
  const isFit = (version: Version) => isOfUse(start, paramsOf(version));
  const newest = useApi('versionList', { modelId: model.id, pageSize: 50, sort: '-number' }, { silent: true }).data;
  // where none of the newest is of use, an older one may be
  if (!newest || (newest.total <= newest.list.length && !newest.list.some(isFit))) return null;
  const choose = (chosen: Version | undefined) => {
    form.setDraft({ startVersionId: chosen?.id ?? null, keptStages: [] });
    if (!chosen) return;
    [form, ...form.later].forEach((stage, i) => {
      const params = chosen.stages[i]?.params ?? {};
      // which labels are parts belongs to the version too
      const locating = params['locating'] === undefined ? {} : { locating: params['locating'] };
      stage.setValues({ ...stage.values, ...takenFrom(stage.recipe, params), ...locating }, true);
    });
  };
  const valueText = (key: string, value: unknown): string => {
    const field = table[key];
    if (field?.kind === 'switch' && value === true) return text(field.label);
    const option = field?.kind === 'choice' ? field.options.find((one) => one.value === value) : undefined;
    return option ? text(option.label) : '';
  };
  const textOf = (one: Version): string =>
    [
      t('tasks.startFrom', { n: one.number }),
      ...Object.keys(start.same).map((key) => valueText(key, paramsOf(one)[key])),
      one.labels.map((l) => l.name).join(', '),
    ]
      .filter(Boolean)
      .join(' · ');
  const isFromVersion = form.draft.startVersionId !== null;
  return (
    <Card title={t('tasks.startVersion')}>
      <PagedSelect
        aria-label={t('tasks.startVersion')}
        className={styles.start!}
        list="versionList"
        input={{ modelId: model.id, sort: '-number' }}
        textOf={textOf}
        leaveOut={(one) => !isFit(one)}
        first={[
          { value: fresh, label: t('tasks.startFresh') },
          ...(begun && begun.versionId === form.draft.startVersionId
            ? [{ value: begun.versionId, label: t('tasks.startFrom', { n: begun.number }) }]
            : []),
        ]}
        value={form.draft.startVersionId ?? fresh}
        onChosen={choose}
      />
      {isFromVersion && form.later.length > 0 ? <Kept form={form} /> : null}
      {isFromVersion ? (
        <p className="hint">{t(form.draft.keptStages.length > 0 ? 'tasks.keptHelp' : 'tasks.startHelp')}</p>
      ) : null}
    </Card>
  );
}
