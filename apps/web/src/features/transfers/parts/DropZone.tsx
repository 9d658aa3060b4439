/** A screen of a folder that takes dropped pictures, archives and folders. */
import type { Folder } from '@loupe/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError } from '../../../core/errors.ts';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { askUpload } from './ask.ts';
import { dropped } from './choose.ts';
import { startLoose } from './loose.ts';
import { LoosePanel } from './LoosePanel.tsx';
import styles from './transfers.module.css';

export function DropZone({ folder, children }: { folder: Pick<Folder, 'id' | 'name'>; children: ReactNode }) {
  const { t } = useTranslation();
  const take = async (data: DataTransfer) => {
    const { sources, loose } = await dropped(data);
    startLoose(folder.id, loose);
    if (sources.length > 0) askUpload({ sources, folder, datasetId: null });
  };
  const { isOver, dropProps } = useFileDrop((e) => void take(e.dataTransfer).catch(handleError));
  return (
    <div className={styles.zone} {...dropProps}>
      <LoosePanel folder={folder} />
      {children}
      {isOver ? <div className={styles.drop}>{t('datasets.dropHere', { folder: folder.name })}</div> : null}
    </div>
  );
}
