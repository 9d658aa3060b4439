/** For administrators: how long what is deleted stays in the bin. */
import { ClockCircleOutlined } from '@ant-design/icons';
import { binLimits, type BinSetting } from '@loupe/contract';
import { Button, Form, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useCan } from '../../../core/session.ts';
import { FormModal } from '../../../ui/FormModal.tsx';

function BinDaysForm({ initial, onClose }: { initial: BinSetting; onClose: () => void }) {
  const { t } = useTranslation();
  const update = useApiMutation('binSettingUpdate', { invalidates: ['binSetting'], success: t('ui.saved') });
  return (
    <FormModal<BinSetting>
      open
      title={t('bin.setting')}
      initial={initial}
      onClose={onClose}
      submit={(values) => update.mutateAsync(values)}
    >
      {
        <Form.Item
          name="days"
          label={t('bin.days')}
          extra={t('bin.daysRange', { min: binLimits.daysMin, max: binLimits.daysMax })}
          rules={[{ required: true, message: t('bin.daysNeeded') }]}
        >
          <InputNumber min={binLimits.daysMin} max={binLimits.daysMax} precision={0} style={{ width: 140 }} />
        </Form.Item>
      }
    </FormModal>
  );
}

export function BinDaysButton() {
  const { t } = useTranslation();
  const may = useCan()('allData');
  const [open, setOpen] = useState(false);
  const { data } = useApi('binSetting', {}, { enabled: may });
  if (!may) return null;
  return (
    <>
      <Button icon={<ClockCircleOutlined />} disabled={!data} onClick={() => setOpen(true)}>
        {t('bin.setting')}
      </Button>
      {open && data ? <BinDaysForm initial={data} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
