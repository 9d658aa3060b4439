/** The verdict: icon, word and colour, what was found, and how far the strongest score is from the threshold. */
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import type { OnlineAnswer } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { boxThresholdsOf, scoreText, topScore } from '../../../families/predictions.ts';
import { countsOf } from './online-rules.ts';
import styles from './online.module.css';

function Distance({ answer }: { answer: OnlineAnswer }) {
  const threshold = boxThresholdsOf(answer.thresholds).confidence;
  const top = topScore(answer.prediction);
  return (
    <div className={styles.distance} aria-hidden="true">
      <div className={styles.scale}>
        <i className={styles.scaleOk} style={{ width: `${threshold * 100}%` }} />
        <i className={styles.scaleNg} />
        {top === null ? null : (
          <span className={styles.mark} style={{ left: `${top * 100}%` }}>
            <b className="num">{scoreText(top)}</b>▾
          </span>
        )}
      </div>
      <div className={styles.scaleText}>
        <span>OK</span>
        <span>NG</span>
      </div>
    </div>
  );
}

export function VerdictCard({ answer }: { answer: OnlineAnswer }) {
  const { t } = useTranslation();
  const isOk = answer.verdict === 'OK';
  const counts = countsOf(answer);
  const top = topScore(answer.prediction);
  const found = counts.map(({ name, count }) => `${name} × ${count}`).join(', ');
  return (
    <section className={styles.verdict} data-verdict={answer.verdict} aria-live="polite">
      {isOk ? <CheckCircleFilled className={styles.icon} /> : <CloseCircleFilled className={styles.icon} />}
      <strong className={styles.word}>{answer.verdict}</strong>
      <div className={styles.why}>
        <b>{isOk ? t('online.foundNothing') : t('online.found', { found })}</b>
        <p className="second num">
          {top === null
            ? t('online.noCandidates')
            : t('online.topScore', {
                score: scoreText(top),
                threshold: scoreText(boxThresholdsOf(answer.thresholds).confidence),
              })}
        </p>
      </div>
      <Distance answer={answer} />
    </section>
  );
}
