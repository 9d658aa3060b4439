/** Divides the images of a model's data set into training and test, by groups; closes with what came of it. */
import type { Dataset } from '@loupe/contract';
import { Form, InputNumber, Slider } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatShare } from '../../../core/format.ts';
import { nameOfSet } from '../../../core/label-name.ts';
import { ofImages, useApiMutation } from '../../../core/query.ts';
import { notify } from '../../../core/notify.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';

const defaults = { testPercent: 20, seed: 1 };
const seedMax = 2 ** 31 - 1;

export function SplitDialog({ dataset, onClose }: { dataset: Dataset | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [values, setValues] = useState(defaults);
  const split = useApiMutation('imageSplit', {
    invalidates: [...ofImages, 'trainCheck'],
  });
  const close = () => {
    setValues(defaults);
    onClose();
  };
  const change = (patch: Partial<typeof defaults>) => setValues({ ...values, ...patch });
  const start = () =>
    split.mutate(
      { datasetId: dataset!.id, ...values },
      {
        onSuccess: ({ train, test }) => {
          notify.success(t('datasets.splitDone', { train: formatCount(train), test: formatCount(test) }));
          close();
        },
      },
    );
  return (
    <DraggableModal
      open={dataset !== null}
      title={dataset ? t('datasets.splitTitle', { name: nameOfSet(dataset) }) : ''}
      okText={t('datasets.split')}
      cancelText={t('ui.cancel')}
      confirmLoading={split.isPending}
      onOk={start}
      onCancel={close}
      isEntered={() => values.testPercent !== defaults.testPercent || values.seed !== defaults.seed}
    >
      <p className="second" style={{ marginBottom: 12 }}>
        {t('datasets.splitText')}
      </p>
      <Form layout="vertical" requiredMark={false}>
        <Form.Item label={t('datasets.testShareOf', { share: formatShare(values.testPercent / 100) })}>
          <Slider
            value={values.testPercent}
            min={0}
            max={100}
            step={5}
            ariaLabelForHandle={t('datasets.testShare')}
            onChange={(testPercent) => change({ testPercent })}
          />
        </Form.Item>
        <Form.Item label={t('datasets.seed')} htmlFor="split-seed" extra={t('datasets.seedHelp')}>
          <InputNumber
            id="split-seed"
            value={values.seed}
            min={0}
            max={seedMax}
            precision={0}
            onChange={(seed) => change({ seed: seed ?? defaults.seed })}
          />
        </Form.Item>
      </Form>
    </DraggableModal>
  );
}
