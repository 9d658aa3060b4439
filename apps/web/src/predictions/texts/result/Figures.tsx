/** Figures of a test of texts: of finding, of reading and of both; by length, and which characters were confused. */
import type { Task, TextSummary } from '@loupe/contract';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { Card } from '../../../ui/Page.tsx';
import { Difference } from '../../shared/FigureTable.tsx';
import { figure, percent } from '../../shared/texts.ts';
import styles from './texts.module.css';
import { ignoresCase, useOtherTest, type OtherTest } from './use-other-test.tsx';

const share = (value: number | null): string => (value === null ? '–' : percent(value));

interface FigureOf {
  name: string;
  own: number | null;
  /** Of the other test; undefined where there is none. */
  other: number | null | undefined;
  show: (value: number | null) => string;
  count?: string;
}

function Figure({ name, own, other, show, count }: FigureOf) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className="num">
        <strong>{show(own)}</strong> {count ? <small>{count}</small> : null}
      </dd>
      {other === undefined ? null : (
        <dd className="num">
          <small>
            {show(other)} <Difference own={own} other={other} better="more" inHundredths={show === share} />
          </small>
        </dd>
      )}
    </div>
  );
}

/** As small as a difference is shown as none. */
const isNone = (difference: number): boolean => Math.abs(difference) < 5e-4;
const isOpposite = (one: number, other: number): boolean => !isNone(one) && one * other < 0;

/** Which of the two finds and reads more, and what the other one is better at. */
function Better({ own, other }: { own: TextSummary; other: OtherTest }) {
  const { t } = useTranslation();
  if (own.endToEnd === null || other.summary.endToEnd === null) return null;
  const by = own.endToEnd - other.summary.endToEnd;
  const key = isNone(by) ? 'alike' : by > 0 ? 'better' : 'worse';
  const finds = (own.hmean ?? 0) - (other.summary.hmean ?? 0);
  const reads = (own.wordAccuracy ?? 0) - (other.summary.wordAccuracy ?? 0);
  const but = [...(isOpposite(finds, by) ? ['finds'] : []), ...(isOpposite(reads, by) ? ['reads'] : [])];
  const also = but.length === 1 && !isNone(by) ? t(`texts.${key}But.${but[0]}` as 'texts.betterBut.finds') : '';
  return (
    <p className={styles.better}>
      {t(`texts.compared.${key}`, { version: other.name })}
      {also}
    </p>
  );
}

export function Figures(props: { task: Task; summary: TextSummary; onIgnoreCase: (to: boolean) => void }) {
  const { task, summary, onIgnoreCase } = props;
  const { t } = useTranslation();
  const { other, choice } = useOtherTest(task, summary);
  const { ok, review, ng } = summary.verdicts;
  const of = (count: number, all: number) => t('texts.ofAll', { count: formatCount(count), of: formatCount(all) });
  const both = (
    key: 'endToEnd' | 'hmean' | 'precision' | 'recall' | 'wordAccuracy' | 'oneMinusNed' | 'charAccuracy',
  ) => ({
    own: summary[key],
    other: other?.summary[key],
  });
  return (
    <Card
      title={t('texts.finding')}
      extra={
        <>
          {summary.thresholds.rules.length > 0 ? t('texts.verdictsAt', { ok, review, ng }) : null}
          <Checkbox
            checked={ignoresCase(summary)}
            title={t('texts.comparesCase')}
            onChange={({ target }) => onIgnoreCase(target.checked)}
          >
            {t('texts.ignoreCase')}
          </Checkbox>
          {choice}
        </>
      }
    >
      <dl className={styles.figures}>
        <Figure name={t('models.metrics.end_to_end')} {...both('endToEnd')} show={figure} />
        <Figure name={t('models.metrics.det_hmean')} {...both('hmean')} show={figure} />
        <Figure name={t('tasks.precision')} {...both('precision')} show={share} />
        <Figure
          name={t('tasks.recall')}
          {...both('recall')}
          show={share}
          {...(summary.recall === null
            ? {}
            : { count: of(Math.round(summary.recall * summary.truths), summary.truths) })}
        />
        <Figure name={t('models.metrics.word_accuracy')} {...both('wordAccuracy')} show={share} />
        <Figure name={t('models.metrics.one_minus_ned')} {...both('oneMinusNed')} show={figure} />
        <Figure name={t('models.metrics.char_accuracy')} {...both('charAccuracy')} show={share} />
      </dl>
      {other ? <Better own={summary} other={other} /> : null}
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
