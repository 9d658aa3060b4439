/** What has to change, before an image goes back to whoever annotates it. */
import { limits } from '@loupe/contract';
import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TextArea } from '../../../ui/fields.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';

export function ReturnDialog(props: {
  open: boolean;
  onClose: () => void;
  onReturn: (remark: string) => Promise<void>;
  /** The keys are the image's again. */
  onClosed: () => void;
}) {
  const { open, onClose, onReturn, onClosed } = props;
  const { t } = useTranslation();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) onClosed();
    wasOpen.current = open;
  }, [open, onClosed]);
  return (
    <FormModal<{ remark: string }>
      open={open}
      title={t('review.returnTitle')}
      okText={t('review.return')}
      initial={{ remark: '' }}
      onClose={onClose}
      submit={({ remark }) => onReturn(remark.trim())}
    >
      <Form.Item
        name="remark"
        label={t('review.remark')}
        rules={[
          { required: true, whitespace: true, message: t('review.remarkRequired') },
          { max: limits.remarkLength, message: t('review.remarkLong', { max: limits.remarkLength }) },
        ]}
        extra={t('review.remarkHelp')}
      >
        <TextArea count={{ show: true, max: limits.remarkLength }} />
      </Form.Item>
    </FormModal>
  );
}
