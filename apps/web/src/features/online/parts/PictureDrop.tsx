/** Takes one picture, dropped or chosen. */
import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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

const hasFiles = (e: DragEvent): boolean => e.dataTransfer.types.includes('Files');

export function PictureDrop({ disabled, isBusy, onFiles, children }: TakesPicture & { children: ReactNode }) {
  const { t } = useTranslation();
  const [depth, setDepth] = useState(0);
  const isFree = !disabled && !isBusy;
  return (
    <div
      className={styles.zone}
      aria-busy={isBusy}
      onDragEnter={(e) => {
        if (hasFiles(e)) setDepth((d) => d + 1);
      }}
      onDragLeave={(e) => {
        if (hasFiles(e)) setDepth((d) => Math.max(0, d - 1));
      }}
      onDragOver={(e) => {
        // Without this the browser would leave the page and show the file.
        if (hasFiles(e)) e.preventDefault();
      }}
      onDrop={(e) => {
        if (!hasFiles(e)) return;
        e.preventDefault();
        setDepth(0);
        if (isFree) onFiles([...e.dataTransfer.files]);
      }}
    >
      {children}
      {depth > 0 && isFree ? <div className={styles.drop}>{t('online.dropHere')}</div> : null}
    </div>
  );
}
