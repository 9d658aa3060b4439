/** What has to change, before an image goes back to whoever annotates it. A remark that was typed outlives the dialog. */
import { limits } from '@loupe/contract';
import { Form } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asParagraph } from '../../../core/i18n.ts';
import { TextArea } from '../../../ui/fields.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import styles from './review.module.css';

export function ReturnDialog(props: {
  open: boolean;
  /** The remark is about this one, and kept for it. */
  imageId: number;
  onClose: () => void;
  onReturn: (remark: string) => Promise<void>;
  /** The keys are the image's again. */
  onClosed: () => void;
  /** It has faded out. */
  onGone: () => void;
}) {
  const { open, imageId, onClose, onReturn, onClosed, onGone } = props;
  const { t } = useTranslation();
  const wasOpen = useRef(false);
  const [kept, setKept] = useState<ReadonlyMap<number, string>>(new Map());
  // each time it is opened the form is a new one, which begins with what is kept
  const [shown, setShown] = useState({ open, turn: 0 });
  if (shown.open !== open) setShown({ open, turn: shown.turn + (open ? 1 : 0) });
  const keep = (remark: string) => setKept((now) => new Map(now).set(imageId, remark));
  useEffect(() => {
    if (wasOpen.current && !open) onClosed();
    wasOpen.current = open;
  }, [open, onClosed]);
  return (
    <FormModal<{ remark: string }>
      key={shown.turn}
      open={open}
      title={t('review.returnTitle')}
      okText={t('review.return')}
      initial={{ remark: kept.get(imageId) ?? '' }}
      keeps
      onClose={onClose}
      submit={({ remark }) => onReturn(remark.trim()).then(() => keep(''))}
      afterClose={onGone}
    >
      {(form) => (
        <Form.Item
          name="remark"
          label={t('review.remark')}
          rules={[
            { required: true, whitespace: true, message: t('review.remarkRequired') },
            { max: limits.remarkLength, message: t('review.remarkLong', { max: limits.remarkLength }) },
          ]}
          extra={asParagraph([t('review.remarkHelp'), t('review.remarkKept')])}
        >
          <TextArea
            className={styles.counted}
            count={{ show: true, max: limits.remarkLength }}
            onChange={keep}
            onKeyDown={(event) => {
              const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
              if (isSent && !event.repeat && !event.nativeEvent.isComposing) form.submit();
            }}
          />
        </Form.Item>
      )}
    </FormModal>
  );
}
