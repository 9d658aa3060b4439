/** For administrators: for how many days the audit log and the visits of customers are kept. */
import { ClockCircleOutlined } from '@ant-design/icons';
import { recordsLimits, type RecordsSetting } from '@loupe/contract';
import { Button, Form, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useCan } from '../../../core/session.ts';
import { FormModal } from '../../../ui/FormModal.tsx';

const fields = [
  ['auditDays', recordsLimits.auditDaysMin],
  ['visitDays', recordsLimits.visitDaysMin],
] as const;

function RetentionForm({ initial, onClose }: { initial: RecordsSetting; onClose: () => void }) {
  const { t } = useTranslation();
  const update = useApiMutation('recordsSettingUpdate', {
    invalidates: ['recordsSetting', 'auditList'],
    success: t('ui.saved'),
  });
  return (
    <FormModal<RecordsSetting>
      open
      title={t('records.audit.keep')}
      initial={initial}
      onClose={onClose}
      submit={(values) => update.mutateAsync(values)}
    >
      {fields.map(([name, min]) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`records.audit.${name}`)}
          extra={t('records.audit.daysRange', { min, max: recordsLimits.daysMax })}
          rules={[{ required: true, message: t('records.audit.daysNeeded') }]}
        >
          <InputNumber min={min} max={recordsLimits.daysMax} precision={0} style={{ width: 140 }} />
        </Form.Item>
      ))}
    </FormModal>
  );
}

export function RetentionButton() {
  const { t } = useTranslation();
  const may = useCan()('sys/setting');
  const [open, setOpen] = useState(false);
  const { data } = useApi('recordsSetting', {}, { enabled: may });
  if (!may) return null;
  return (
    <>
      <Button icon={<ClockCircleOutlined />} disabled={!data} onClick={() => setOpen(true)}>
        {t('records.audit.keep')}
      </Button>
      {open && data ? <RetentionForm initial={data} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
