/** Takes one picture, dropped or chosen. */
import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import styles from './online.module.css';

interface TakesPicture {
  disabled: boolean;
  isBusy: boolean;
  onFiles: (files: readonly File[]) => void;
}

export function ChooseButton({ disabled, isBusy, onFiles, size }: TakesPicture & { size?: 'large' }) {
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

export function PictureDrop({ disabled, isBusy, onFiles, children }: TakesPicture & { children: ReactNode }) {
  const { t } = useTranslation();
  const isFree = !disabled && !isBusy;
  const { isOver, dropProps } = useFileDrop((e) => {
    if (isFree) onFiles([...e.dataTransfer.files]);
  });
  return (
    <div className={styles.zone} aria-busy={isBusy} {...dropProps}>
      {children}
      {isOver && isFree ? <div className={styles.drop}>{t('online.dropHere')}</div> : null}
    </div>
  );
}
