/** Takes one image, dropped or chosen. */
import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import styles from './online.module.css';

interface TakesImage {
  disabled: boolean;
  isBusy: boolean;
  onFiles: (files: readonly File[]) => void;
}

export function ChooseButton({ disabled, isBusy, onFiles, size }: TakesImage & { size?: 'large' }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        type="primary"
        icon={<UploadOutlined />}
        disabled={disabled}
        loading={isBusy}
        onClick={() => input.current?.click()}
        {...(size ? { size } : {})}
      >
        {t('online.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".jpg,.jpeg,.png"
        aria-label={t('online.choose')}
        hidden
        onChange={(e) => {
          if (e.target.files?.length) onFiles([...e.target.files]);
          // The same file can be chosen again.
          e.target.value = '';
        }}
      />
    </>
  );
}

export function ImageDrop({ disabled, isBusy, onFiles, children }: TakesImage & { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <FileDrop
      className={styles.zone}
      text={t('online.dropHere')}
      disabled={disabled}
      isBusy={isBusy}
      onDrop={(e) => onFiles([...e.dataTransfer.files])}
    >
      {children}
    </FileDrop>
  );
}
