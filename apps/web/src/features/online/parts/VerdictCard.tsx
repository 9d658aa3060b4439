/** The verdict: icon, word and colour, what it comes from, and how far the score is from the thresholds. */
import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  QuestionCircleFilled,
  WarningFilled,
} from '@ant-design/icons';
import type { OnlineAnswer, Verdict, Version } from '@loupe/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatScore } from '../../../core/format.ts';
import { onlineViewOf } from '../../../predictions/online.ts';
import { decidingOf } from '../../../predictions/registry.ts';
import styles from './online.module.css';

const icons: { readonly [V in Verdict]: ReactNode } = {
  OK: <CheckCircleFilled className={styles.icon} />,
  review: <ExclamationCircleFilled className={styles.icon} />,
  NG: <CloseCircleFilled className={styles.icon} />,
  noPart: <QuestionCircleFilled className={styles.icon} />,
};

function Distance({ answer }: { answer: OnlineAnswer }) {
  const { t } = useTranslation();
  const { top, ng, review } = decidingOf(answer);
  const ok = review ?? ng;
  return (
    <div className={styles.distance} aria-hidden="true">
      <div className={styles.scale}>
        <i className={styles.scaleOk} style={{ width: `${ok * 100}%` }} />
        {ng > ok ? <i className={styles.scaleReview} style={{ width: `${(ng - ok) * 100}%` }} /> : null}
        <i className={styles.scaleNg} />
        {top === null ? null : (
          <span className={styles.mark} style={{ left: `${top * 100}%` }}>
            <b className="num">{formatScore(top, ng, review)}</b>▾
          </span>
        )}
      </div>
      <div className={styles.scaleText}>
        <span>OK</span>
        {ng > ok ? (
          <span className={styles.scaleZone} style={{ left: `${((ok + ng) / 2) * 100}%` }}>
            {t('ui.states.review')}
          </span>
        ) : null}
        <span>NG</span>
      </div>
    </div>
  );
}

/** `assessment`: of the version that answered; undefined while it is not known. */
export function VerdictCard({
  answer,
  assessment,
}: {
  answer: OnlineAnswer;
  assessment?: Version['assessment'] | undefined;
}) {
  const { t } = useTranslation();
  const { found, why, byScore = true } = onlineViewOf(answer.prediction.type).words(answer, t);
  return (
    <section className={styles.verdict} data-verdict={answer.verdict} aria-live="polite">
      {icons[answer.verdict]}
      <strong className={styles.word}>{t(`ui.states.${answer.verdict}`)}</strong>
      <div className={styles.why}>
        <b title={found}>{found}</b>
        <p className="second num">{why}</p>
      </div>
      {byScore ? <Distance answer={answer} /> : null}
      {assessment?.level === 'notLearned' ? (
        <p className={styles.distrust}>
          <WarningFilled /> {t('online.notLearned')}
        </p>
      ) : null}
    </section>
  );
}
