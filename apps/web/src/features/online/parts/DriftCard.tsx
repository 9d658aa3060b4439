/** Whether the scores of the last images lie where those of good images used to: a calm hint, and what to do. */
import type { OnlineEntry } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { formatScore } from '../../../core/format.ts';
import { Card } from '../../../ui/Page.tsx';
import { ToneTag } from '../../../ui/StatusTag.tsx';
import styles from './online.module.css';

export function DriftCard({ drift }: { drift: NonNullable<OnlineEntry['drift']> }) {
  const { t } = useTranslation();
  const { mean, limit, images, drifting } = drift;
  const words = { count: images, mean: formatScore(mean), limit: formatScore(limit) };
  return (
    <Card
      title={t('scores.drift')}
      extra={<ToneTag tone={drifting ? 'warn' : 'ok'}>{t(drifting ? 'scores.drifting' : 'scores.steady')}</ToneTag>}
    >
      <div className={styles.drift} aria-hidden="true">
        <i style={{ left: `${limit * 100}%` }} />
        <b data-drifting={drifting} style={{ width: `${mean * 100}%` }} />
      </div>
      <p className="second">{t(drifting ? 'scores.driftText' : 'scores.steadyText', words)}</p>
      {drifting ? <p>{t('scores.driftDo')}</p> : null}
    </Card>
  );
}
