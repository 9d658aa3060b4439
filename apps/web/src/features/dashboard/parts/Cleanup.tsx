/** The notice of the periodic clean-up, and the dialog by which an administrator switches it on or off. */
import { DeleteOutlined } from '@ant-design/icons';
import { cleanupLimits, type Cleanup } from '@loupe/contract';
import { Alert, Button, Form, InputNumber, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useCan } from '../../../core/session.ts';
import { TextArea } from '../../../ui/fields.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';

export function CleanupNotice({ cleanup }: { cleanup: Cleanup | null }) {
  const { t } = useTranslation();
  if (!cleanup) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('dashboard.cleanup.notice', { count: cleanup.days })}
      {...(cleanup.note ? { description: cleanup.note } : {})}
    />
  );
}

function CleanupForm({ initial, onClose }: { initial: Cleanup; onClose: () => void }) {
  const { t } = useTranslation();
  const invalidates = ['cleanupInfo', 'dashboardInfo'] as const;
  const update = useApiMutation('cleanupUpdate', { invalidates, success: t('ui.saved') });
  return (
    <FormModal<Cleanup>
      open
      title={t('dashboard.cleanup.title')}
      initial={initial}
      onClose={onClose}
      submit={(values) => update.mutateAsync(values)}
    >
      <>
        <p className="second" style={{ marginBottom: 16 }}>
          {t('dashboard.cleanup.text')}
        </p>
        <Form.Item name="enabled" label={t('dashboard.cleanup.enabled')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item
          name="days"
          label={t('dashboard.cleanup.days')}
          extra={t('dashboard.cleanup.daysRange', { min: cleanupLimits.daysMin, max: cleanupLimits.daysMax })}
          rules={[{ required: true, message: t('dashboard.cleanup.daysNeeded') }]}
        >
          <InputNumber min={cleanupLimits.daysMin} max={cleanupLimits.daysMax} precision={0} style={{ width: 140 }} />
        </Form.Item>
        <Form.Item name="note" label={t('dashboard.cleanup.note')} style={{ marginBottom: 28 }}>
          <TextArea maxLength={cleanupLimits.note} showCount placeholder={t('dashboard.cleanup.notePlaceholder')} />
        </Form.Item>
      </>
    </FormModal>
  );
}

/** For administrators only. */
export function CleanupButton() {
  const { t } = useTranslation();
  const may = useCan()('allData');
  const [open, setOpen] = useState(false);
  const { data } = useApi('cleanupInfo', {}, { enabled: may });
  if (!may) return null;
  return (
    <>
      <Button icon={<DeleteOutlined />} disabled={!data} onClick={() => setOpen(true)}>
        {t('dashboard.cleanup.title')}
      </Button>
      {open && data ? <CleanupForm initial={data} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
