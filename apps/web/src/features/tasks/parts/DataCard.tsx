/** Which images train and which validate: the body is the family's. */
import type { Model } from '@loupe/contract';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { asParagraph } from '../../../core/i18n.ts';
import { useFamily } from '../../../core/scene.tsx';
import { trainBodies } from '../../../families/train-bodies.ts';
import { Card } from '../../../ui/Page.tsx';
import type { TrainForm } from './use-train-form.ts';

export function DataCard({ form, model }: { form: TrainForm; model: Model }) {
  const { t } = useTranslation();
  const family = useFamily();
  const Body = trainBodies[family];
  return (
    <Card tour="data" title={t('tasks.data')} extra={t(`families.${family}.data`)}>
      {form.lost.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={asParagraph(
            form.lost.map((one) => t(`tasks.lost.${one.kind}`, { count: 'count' in one ? one.count : 0 })),
          )}
          style={{ marginBottom: 12 }}
        />
      ) : null}
      <Body form={form} model={model} />
      {form.refusal ? <Alert type="error" showIcon title={form.refusal} style={{ marginTop: 12 }} /> : null}
    </Card>
  );
}
