/** The newest data sets with the share that is annotated. */
import type { Dataset } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { formatCount, formatShare } from '../../../core/format.ts';
import { SceneLink } from '../../../core/scene.tsx';
import { Card } from '../../../ui/Page.tsx';
import { ToneTag } from '../../../ui/StatusTag.tsx';
import styles from './dashboard.module.css';

export function RecentDatasets({ datasets }: { datasets: readonly Dataset[] }) {
  const { t } = useTranslation();
  return (
    <Card title={t('dashboard.recent')}>
      {datasets.length === 0 ? (
        <p className="second">{t('dashboard.recentNone')}</p>
      ) : (
        <ul className={styles.recent}>
          {datasets.map((d) => (
            <li key={d.id} className={styles.dataset}>
              <span className={styles.datasetText}>
                <SceneLink screen="FolderList" search={{ id: d.id }} className="plain-link">
                  {d.name}
                </SceneLink>
                <span className="hint num">
                  {d.projectName} · {t('ui.annotatedOf', { annotated: formatCount(d.annotated), count: d.images })}
                </span>
              </span>
              {d.images > 0 ? (
                <ToneTag tone={d.annotated === d.images ? 'ok' : 'quiet'} icon={null}>
                  <span className="num">{formatShare(d.annotated / d.images)}</span>
                </ToneTag>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
