/** Images that wait for the person: to be reviewed by them, or returned to them. Not there where none do. */
import { families, type DashboardInfo, type ReviewFilter } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { setName } from '../../../core/label-name.ts';
import { SceneLink } from '../../../core/scene.tsx';
import { Card } from '../../../ui/Page.tsx';
import styles from './dashboard.module.css';

export function Reviews({ reviews, moreReviews }: Pick<DashboardInfo, 'reviews' | 'moreReviews'>) {
  const { t } = useTranslation();
  if (reviews.length === 0) return null;
  return (
    <Card title={t('review.dueTitle')}>
      <ul className={`${styles.recent} ${styles.dueList}`}>
        {reviews.map((place) => (
          <li key={place.folderId} className={styles.dataset}>
            <span className={styles.datasetText}>
              <SceneLink screen="ImageList" search={{ id: place.folderId }} className="plain-link">
                {place.folderName}
              </SceneLink>
              <span className="hint">{setName(place.datasetName, families[place.family])}</span>
            </span>
            <span className={styles.due}>
              {(['toReview', 'returnedToMe'] as const satisfies readonly ReviewFilter[])
                .filter((what) => place[what] > 0)
                .map((what) => (
                  <SceneLink key={what} screen="ImageList" search={{ id: place.folderId, review: what }}>
                    <span className="num">{t(`review.due.${what}`, { count: place[what] })}</span>
                  </SceneLink>
                ))}
            </span>
          </li>
        ))}
      </ul>
      {moreReviews > 0 ? <p className="hint">{t('review.dueMore', { count: moreReviews })}</p> : null}
    </Card>
  );
}
