/** How far a folder is annotated: a word at both ends, a bar with "10 / 34" between them. */
import type { Folder } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../core/format.ts';
import styles from './StatusTag.module.css';
import { StatusTag } from './StatusTag.tsx';

export type AnnotatedPart = Pick<Folder, 'images' | 'annotated' | 'state'>;

/** What the bar shows; null where a word says it all. */
export const annotatedShare = ({ images, annotated, state }: AnnotatedPart): number | null =>
  state === 'preLabeling' || annotated === 0 || annotated >= images ? null : annotated / images;

export function FolderState({ folder }: { folder: AnnotatedPart }) {
  const { t } = useTranslation();
  const share = annotatedShare(folder);
  if (share === null) return <StatusTag state={folder.state} />;
  const [annotated, count] = [formatCount(folder.annotated), formatCount(folder.images)];
  return (
    <span className={styles.progress} title={t('ui.annotatedOf', { annotated, count })}>
      <progress
        className={styles.bar}
        aria-label={t('ui.annotatedOf', { annotated, count })}
        max={folder.images}
        value={folder.annotated}
      />
      <span className="num">
        {annotated} / {count}
      </span>
    </span>
  );
}
