/** The version whose weights a training begins with; it is offered where the model has versions. */
import { isOfUse, type Model, type Version } from '@loupe/contract';
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

export function StartCard({ form, model }: { form: TrainForm; model: Model }) {
  const { t } = useTranslation();
  const text = useText();
  const { start, table } = form.recipe;
  const isFit = (version: Version) => isOfUse(start, paramsOf(version));
  const newest = useApi('versionList', { modelId: model.id, pageSize: 50, sort: '-number' }, { silent: true }).data;
  // where none of the newest is of use, an older one may be
  if (!newest || (newest.total <= newest.list.length && !newest.list.some(isFit))) return null;
  const choose = (chosen: Version | undefined) => {
    form.setDraft({ startVersionId: chosen?.id ?? null });
    if (chosen) form.setValues({ ...form.values, ...takenFrom(form.recipe, paramsOf(chosen)) });
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
  return (
    <Card title={t('tasks.startVersion')}>
      <PagedSelect
        aria-label={t('tasks.startVersion')}
        className={styles.start!}
        list="versionList"
        input={{ modelId: model.id, sort: '-number' }}
        textOf={textOf}
        leaveOut={(one) => !isFit(one)}
        first={[{ value: fresh, label: t('tasks.startFresh') }]}
        value={form.draft.startVersionId ?? fresh}
        onChosen={choose}
      />
      <p className="hint">{t('tasks.startHelp')}</p>
    </Card>
  );
}
