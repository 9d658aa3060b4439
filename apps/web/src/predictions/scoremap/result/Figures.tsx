/** What follows from the thresholds, with bounds; and what does not depend on them. */
import type { Share } from '@loupe/metrics';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/Page.tsx';
import { figure, shareWords } from '../../shared/texts.ts';
import { ratesAt } from './logic.ts';
import styles from './scores.module.css';
import type { Scores } from './use-scores.ts';

function ShareFigure(props: { name: string; share: Share; none: string; help: string; tone?: 'bad' | 'warn' }) {
  const { name, share, none, help, tone } = props;
  const { main, bounds, count } = shareWords(share);
  const isQuiet = share.count === 0 || tone === undefined;
  return (
    <div className={styles.figure} title={help} data-tone={isQuiet ? undefined : tone}>
      <dt>{name}</dt>
      <dd className="num">
        <strong>{main}</strong>
      </dd>
      <dd className="num">{share.share === null ? none : count}</dd>
      <dd className="num">{bounds}</dd>
    </div>
  );
}

function Figure(props: { name: string; value: number | null; help: string }) {
  return (
    <div className={styles.figure} title={props.help}>
      <dt>{props.name}</dt>
      <dd className="num">
        <strong>{figure(props.value)}</strong>
      </dd>
    </div>
  );
}

export function Figures({ scores }: { scores: Scores }) {
  const { t } = useTranslation();
  const { prepared, zone, summary } = scores;
  const rates = ratesAt(prepared, zone);
  const hasMasks = summary.pixelAuroc !== null;
  return (
    <Card
      title={t('scores.atThreshold')}
      extra={`${t('scores.testImages', { count: prepared.images.length })} · ${t('results.bounds')}`}
      className={styles.figures}
    >
      <dl className={styles.grid} aria-live="off">
        <ShareFigure
          name={t('results.overkill')}
          share={rates.overkill}
          none={t('results.noGood')}
          help={t('scores.overkillHelp')}
          tone="warn"
        />
        <ShareFigure
          name={t('results.escape')}
          share={rates.escape}
          none={t('results.noDefective')}
          help={t('scores.escapeHelp')}
          tone="bad"
        />
        {zone.review === null ? null : (
          <ShareFigure name={t('scores.reviewLoad')} share={rates.review} none="" help={t('results.reviewHelp')} />
        )}
      </dl>
      <dl className={styles.fixed}>
        <Figure name={t('models.metrics.image_auroc')} value={summary.imageAuroc} help={t('scores.imageAurocHelp')} />
        <Figure
          name={t('models.metrics.pixel_auroc')}
          value={summary.pixelAuroc}
          help={t(hasMasks ? 'scores.pixelHelp' : 'scores.noMasks')}
        />
        <Figure
          name={t('models.metrics.pro')}
          value={summary.pro}
          help={t(hasMasks ? 'scores.proHelp' : 'scores.noMasks')}
        />
      </dl>
      {hasMasks ? null : <p className="hint">{t('scores.noMasks')}</p>}
    </Card>
  );
}
