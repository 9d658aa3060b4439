/** The version whose weights a training begins with; it is offered where the model has versions. */
import { isOfUse, type Model, type Version } from '@loupe/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { Card } from '../../../ui/Page.tsx';
import type { ParamValues } from '../../../ui/param-values.ts';
import { takenFrom } from './train-draft.ts';
import styles from './train-form.module.css';
import type { TrainForm } from './use-train-form.ts';

const fresh = 0;
const paramsOf = (version: Version): ParamValues => version.stages[0]?.params ?? {};

export function StartCard({ form, model }: { form: TrainForm; model: Model }) {
  const { t } = useTranslation();
  const text = useText();
  const versions = useApi('versionList', { modelId: model.id, pageSize: 200, sort: '-number' }, { silent: true });
  const { start, table } = form.recipe;
  const list = (versions.data?.list ?? []).filter((one) => isOfUse(start, paramsOf(one)));
  if (list.length === 0) return null;
  const choose = (id: number) => {
    const chosen = list.find((one) => one.id === id);
    form.setDraft({ startVersionId: chosen?.id ?? null });
    if (chosen) form.setValues({ ...form.values, ...takenFrom(start, paramsOf(chosen)) });
  };
  const valueText = (key: string, value: unknown): string => {
    const field = table[key];
    const option = field?.kind === 'choice' ? field.options.find((one) => one.value === value) : undefined;
    return option ? text(option.label) : '';
  };
  return (
    <Card title={t('tasks.startVersion')}>
      <Select
        aria-label={t('tasks.startVersion')}
        className={styles.start!}
        value={form.draft.startVersionId ?? fresh}
        options={[
          { value: fresh, label: t('tasks.startFresh') },
          ...list.map((one) => ({
            value: one.id,
            label: [
              t('tasks.startFrom', { n: one.number }),
              ...Object.keys(start.same).map((key) => valueText(key, paramsOf(one)[key])),
              one.labels.map((l) => l.name).join(', '),
            ]
              .filter(Boolean)
              .join(' · '),
          })),
        ]}
        onChange={choose}
      />
      <p className="hint">{t('tasks.startHelp')}</p>
    </Card>
  );
}
