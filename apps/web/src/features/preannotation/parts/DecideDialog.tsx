/** Which predictions of many images become annotations, and what becomes of the rest. */
import type { PredictionDecision } from '@loupe/contract';
import { Checkbox, Form, InputNumber, Radio, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useWording } from '../../../core/wording.ts';
import { FormModal } from '../../../ui/FormModal.tsx';

export interface Decision {
  decision: PredictionDecision;
  from: number | null;
  rejectRest: boolean;
  markEmpty: boolean;
}

const initial: Decision = { decision: 'accept', from: null, rejectRest: false, markEmpty: false };

function AcceptFields() {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="from" label={t('preannotation.decide.from')} extra={t('preannotation.decide.fromHelp')}>
        <InputNumber
          min={0}
          max={1}
          step={0.05}
          style={{ width: 260 }}
          placeholder={t('preannotation.decide.fromVersion')}
        />
      </Form.Item>
      <Form.Item name="rejectRest" label={t('preannotation.decide.rest')}>
        <Radio.Group
          options={[
            { value: false, label: t('preannotation.decide.keepRest') },
            { value: true, label: t('preannotation.decide.rejectRest') },
          ]}
        />
      </Form.Item>
    </>
  );
}

export function DecideDialog(props: {
  /** Images; null: closed. */
  count: number | null;
  /** Images are marked one by one, so that one of them can be checked and empty. */
  isMarked: boolean;
  onClose: () => void;
  onDecide: (decision: Decision) => void;
}) {
  const { count, isMarked, onClose, onDecide } = props;
  const { t } = useTranslation();
  const wording = useWording();
  return (
    <FormModal<Decision>
      open={count !== null}
      title={t('preannotation.decide.title', { count: count ?? 0 })}
      okText={t('preannotation.decide.do')}
      initial={initial}
      onClose={onClose}
      submit={(values) => {
        // of a field that is not shown there is no value
        onDecide({ ...initial, ...values });
        return Promise.resolve();
      }}
    >
      {(form) => (
        <>
          <Form.Item name="decision" label={t('preannotation.decide.what')}>
            <Radio.Group>
              <Space orientation="vertical" size={4}>
                <Radio value="accept">{t('preannotation.decide.accept')}</Radio>
                <Radio value="reject">{t('preannotation.decide.reject')}</Radio>
              </Space>
            </Radio.Group>
          </Form.Item>
          <Form.Item noStyle dependencies={['decision']}>
            {() => (form.getFieldValue('decision') === 'accept' ? <AcceptFields /> : null)}
          </Form.Item>
          {isMarked ? (
            <Form.Item name="markEmpty" valuePropName="checked" extra={t('preannotation.decide.markEmptyHelp')}>
              <Checkbox>{t('preannotation.decide.markEmpty', wording)}</Checkbox>
            </Form.Item>
          ) : null}
          <p className="hint">{t('preannotation.decide.undo')}</p>
        </>
      )}
    </FormModal>
  );
}
