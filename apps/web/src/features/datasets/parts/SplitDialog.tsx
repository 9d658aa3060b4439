/** Divides the pictures of a model's data set into training and test, by groups; says what came of it. */
import type { Dataset } from '@loupe/contract';
import { Alert, Button, Form, InputNumber, Slider } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatShare } from '../../../core/format.ts';
import { useApiMutation } from '../../../core/query.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';

const usual = { testPercent: 20, seed: 1 };
const seedMax = 2 ** 31 - 1;

export function SplitDialog({ dataset, onClose }: { dataset: Dataset | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [wish, setWish] = useState(usual);
  const split = useApiMutation('pictureSplit', {
    invalidates: ['pictureList', 'folderList', 'folderInfo', 'datasetInfo', 'datasetList', 'trainCheck'],
  });
  const { data } = split;
  const close = () => {
    split.reset();
    onClose();
  };
  const change = (patch: Partial<typeof usual>) => {
    split.reset();
    setWish({ ...wish, ...patch });
  };
  return (
    <DraggableModal
      open={dataset !== null}
      title={dataset ? t('datasets.splitTitle', { name: dataset.name }) : ''}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          {t('ui.close')}
        </Button>,
        <Button
          key="split"
          type={data ? 'default' : 'primary'}
          loading={split.isPending}
          onClick={() => dataset && split.mutate({ datasetId: dataset.id, ...wish })}
        >
          {t('datasets.split')}
        </Button>,
      ]}
    >
      <p className="second" style={{ marginBottom: 12 }}>
        {t('datasets.splitText')}
      </p>
      <Form layout="vertical" requiredMark={false}>
        <Form.Item label={t('datasets.testShareOf', { share: formatShare(wish.testPercent / 100) })}>
          <Slider
            value={wish.testPercent}
            min={0}
            max={100}
            step={5}
            ariaLabelForHandle={t('datasets.testShare')}
            onChange={(testPercent) => change({ testPercent })}
          />
        </Form.Item>
        <Form.Item label={t('datasets.seed')} extra={t('datasets.seedHelp')}>
          <InputNumber
            value={wish.seed}
            min={0}
            max={seedMax}
            precision={0}
            onChange={(seed) => change({ seed: seed ?? usual.seed })}
          />
        </Form.Item>
      </Form>
      {data ? (
        <Alert
          type="success"
          showIcon
          title={t('datasets.splitDone', { train: formatCount(data.train), test: formatCount(data.test) })}
        />
      ) : null}
    </DraggableModal>
  );
}
