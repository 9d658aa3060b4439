/** The version whose weights a training begins with; it is offered where the model has versions. */
import type { Model } from '@loupe/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../core/query.ts';
import { Card } from '../../../ui/Page.tsx';
import styles from './train-form.module.css';
import type { TrainForm } from './use-train-form.ts';

const fresh = 0;

export function StartCard({ form, model }: { form: TrainForm; model: Model }) {
  const { t } = useTranslation();
  const versions = useApi('versionList', { modelId: model.id, pageSize: 200, sort: '-number' }, { silent: true });
  if (!versions.data || versions.data.list.length === 0) return null;
  const { list } = versions.data;
  const choose = (id: number) => {
    const params = list.find((one) => one.id === id)?.stages[0]?.params;
    form.setDraft({ startVersionId: id === fresh ? null : id });
    // weights fit their own network only; its size is the best one to go on with
    if (params) form.setValues({ ...form.values, network: params['network'], imageSize: params['imageSize'] });
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
              one.stages[0]?.params['network'],
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
