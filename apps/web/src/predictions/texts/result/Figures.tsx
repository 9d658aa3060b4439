/** Figures of a test of texts: of finding, of reading and of both; by length, and which characters were confused. */
import type { TextSummary } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { Card } from '../../../ui/Page.tsx';
import { figure, percent } from '../../shared/texts.ts';
import styles from './texts.module.css';

function Figure({ name, value, count }: { name: string; value: string; count?: string }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className="num">
        <strong>{value}</strong> {count ? <small>{count}</small> : null}
      </dd>
    </div>
  );
}

export function Figures({ summary }: { summary: TextSummary }) {
  const { t } = useTranslation();
  const share = (value: number | null) => (value === null ? '–' : percent(value));
  const { ok, review, ng } = summary.verdicts;
  const of = (count: number, all: number) => t('texts.ofAll', { count: formatCount(count), of: formatCount(all) });
  return (
    <Card
      title={t('texts.finding')}
      extra={summary.thresholds.rules.length > 0 ? t('texts.verdictsAt', { ok, review, ng }) : null}
    >
      <dl className={styles.figures}>
        <Figure name={t('models.metrics.end_to_end')} value={figure(summary.endToEnd)} />
        <Figure name={t('models.metrics.det_hmean')} value={figure(summary.hmean)} />
        <Figure name={t('tasks.precision')} value={share(summary.precision)} />
        <Figure
          name={t('tasks.recall')}
          value={share(summary.recall)}
          {...(summary.recall === null
            ? {}
            : { count: of(Math.round(summary.recall * summary.truths), summary.truths) })}
        />
        <Figure name={t('models.metrics.word_accuracy')} value={share(summary.wordAccuracy)} />
        <Figure name={t('models.metrics.one_minus_ned')} value={figure(summary.oneMinusNed)} />
        <Figure name={t('models.metrics.char_accuracy')} value={share(summary.charAccuracy)} />
      </dl>
    </Card>
  );
}

export function ByLength({ groups }: { groups: TextSummary['byLength'] }) {
  const { t } = useTranslation();
  if (groups.length === 0) return null;
  return (
    <Card title={t('texts.byLength')} extra={t('texts.share')}>
      <ul className={styles.bars}>
        {groups.map(({ from, to, texts, right }) => (
          <li key={from}>
            <span className="num">{from === to ? from : `${from}–${to}`}</span>
            <i>
              <b style={{ width: `${(right / texts) * 100}%` }} />
            </i>
            <span className="num">{`${formatCount(right)} / ${formatCount(texts)}`}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function Confusions({ confusions }: { confusions: TextSummary['confusions'] }) {
  const { t } = useTranslation();
  const named = (one: string): string => (one === '' ? t('texts.nothing') : one === ' ' ? t('texts.space') : one);
  return (
    <Card title={t('texts.confusions')}>
      {confusions.length === 0 ? (
        <p className="hint">{t('texts.noConfusions')}</p>
      ) : (
        <ul className={styles.confusions}>
          {confusions.map(({ truth, read, count }) => (
            <li
              key={JSON.stringify([truth, read])}
              aria-label={t('texts.confusedAs', { truth: named(truth), read: named(read), count })}
            >
              <b>{named(truth)}</b> → <b data-wrong>{named(read)}</b>
              <span className="num">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
