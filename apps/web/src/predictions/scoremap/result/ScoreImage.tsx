/** The chosen image of a result: heat map, drawn defects, what became of it, and the way to the next. */
import { api, queryUrl, type TestImageDetail } from '@loupe/contract';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatScore } from '../../../core/format.ts';
import { HeatView } from '../HeatView.tsx';
import type { Outcome } from '../list.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { Card } from '../../../ui/Page.tsx';
import type { OverlayShape } from '../../../ui/ImageView.tsx';
import { StatusTag, ToneTag } from '../../../ui/StatusTag.tsx';
import { Steps } from '../../shared/Steps.tsx';
import { ToWorkbench } from '../../shared/ToWorkbench.tsx';
import type { Chosen } from '../../shared/use-chosen.ts';
import { outcomeOf, verdictAt, type Scored, type Zone } from './logic.ts';
import styles from './scores.module.css';

const tones: { readonly [O in Outcome]: 'ok' | 'bad' | 'warn' } = {
  right: 'ok',
  escape: 'bad',
  overkill: 'bad',
  review: 'warn',
};
/** Light, so that an outline shows on heat and on metal. */
const outline = '#f5f7fa';

const outlinesOf = ({ truths }: TestImageDetail): OverlayShape[] =>
  truths
    .filter(({ ignore }) => !ignore)
    .map(({ kind, points, parts }, i) => ({ key: `t${i}`, kind, points, parts, color: outline, bare: true }));

function Heat({ zone, detail, steps }: { zone: Zone; detail: TestImageDetail; steps: ReactNode }) {
  const { t } = useTranslation();
  const { image, prediction } = detail;
  if (prediction.type !== 'scoremap') return null;
  return (
    <HeatView
      src={queryUrl(api.imageFile, { id: image.id })}
      width={image.width}
      height={image.height}
      heat={prediction.heat}
      threshold={zone.ng}
      shapes={outlinesOf(detail)}
      caption={`${image.name}${image.deleted ? ` · ${t('results.deleted')}` : ''}`}
      steps={steps}
    />
  );
}

/** `image`: the chosen one, as the table of scores has it. */
export function ScoreImage({ zone, chosen, image }: { zone: Zone; chosen: Chosen; image: Scored | undefined }) {
  const { t } = useTranslation();
  const { detail, index, total, step } = chosen;
  if (!image) {
    return (
      <Card className={styles.image}>
        <EmptyState small title={t('results.emptyTitle')} text={t('scores.emptyText')} />
      </Card>
    );
  }
  const outcome = outcomeOf(image, zone);
  const verdict = { ok: 'OK', review: 'review', ng: 'NG' } as const;
  return (
    <section className={`card ${styles.image}`}>
      <header className={styles.imageTop}>
        <ToneTag tone={tones[outcome]}>{t(`scores.outcomes.${outcome}`)}</ToneTag>
        <span className="second">
          {t('ui.truth')} <b>{image.ng ? 'NG' : 'OK'}</b> · {t('scores.judged')}
        </span>
        <StatusTag state={verdict[verdictAt(image.score, zone)]} />
        <span className={`${styles.end} num`}>
          {t('tasks.score')} <b>{formatScore(image.score, zone.ng, zone.review)}</b>
        </span>
        {detail.data ? <ToWorkbench detail={detail.data} /> : null}
      </header>
      {detail.data ? (
        <Heat zone={zone} detail={detail.data} steps={<Steps index={index} total={total} onStep={step} />} />
      ) : detail.error ? (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <Skeleton.Node active style={{ width: '100%', height: 320 }} />
      )}
    </section>
  );
}
