/** A screen of a folder that takes dropped images, archives and folders. */
import type { Folder } from '@loupe/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError } from '../../../core/errors.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { askUpload } from './ask.ts';
import { dropped } from './choose.ts';
import { startLoose } from './loose.ts';
import { LoosePanel } from './LoosePanel.tsx';
import styles from './transfers.module.css';

/** `isOpen`: the person may bring images in; else it only shows what it holds. */
export function DropZone(props: { folder: Pick<Folder, 'id' | 'name'>; isOpen: boolean; children: ReactNode }) {
  const { folder, isOpen, children } = props;
  const { t } = useTranslation();
  const take = async (data: DataTransfer) => {
    const { sources, loose } = await dropped(data);
    startLoose(folder, loose);
    if (sources.length > 0) askUpload({ sources, folder, datasetId: null });
  };
  if (!isOpen) return <div className={styles.zone}>{children}</div>;
  return (
    <FileDrop
      className={styles.zone}
      text={t('datasets.dropHere', { folder: folder.name })}
      onDrop={(e) => void take(e.dataTransfer).catch(handleError)}
    >
      <LoosePanel folder={folder} />
      {children}
    </FileDrop>
  );
}
