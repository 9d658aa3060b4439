/** How good a version is, in words: as a tag, as the card of its training, and as a note in a form. */
import type { AssessmentLevel, VersionAssessment } from '@loupe/contract';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { contractText, useText } from '../../../../core/i18n.ts';
import { ToneTag, type Tone } from '../../../../ui/StatusTag.tsx';
import styles from './assessment.module.css';

const tones: { readonly [L in AssessmentLevel]: Tone } = {
  notLearned: 'bad',
  unsure: 'warn',
  weak: 'warn',
  usable: 'ok',
  good: 'ok',
};
const alerts = { bad: 'error', warn: 'warning', ok: 'success' } as const;

export function AssessmentTag({ assessment }: { assessment: VersionAssessment }) {
  const text = useText();
  return (
    <span title={assessment.why.map(text).join('\n')}>
      <ToneTag tone={tones[assessment.level]}>{contractText(`assessment.level.${assessment.level}`)}</ToneTag>
    </span>
  );
}

export function Reasons({ assessment }: { assessment: VersionAssessment }) {
  const text = useText();
  return (
    <ul className={styles.list}>
      {assessment.why.map((one) => (
        <li key={one.en}>{text(one)}</li>
      ))}
    </ul>
  );
}

function NextSteps({ assessment }: { assessment: VersionAssessment }) {
  const { t } = useTranslation();
  const text = useText();
  return (
    <div>
      <h3 className={styles.head}>{t('models.assessment.next')}</h3>
      <ul className={styles.list}>
        {assessment.next.map((one) => (
          <li key={one.en}>{text(one)}</li>
        ))}
      </ul>
    </div>
  );
}

/** Of a training that made a version. */
export function AssessmentCard({ assessment }: { assessment: VersionAssessment }) {
  const { t } = useTranslation();
  const { level } = assessment;
  return (
    <section className={`card ${styles.card}`} data-tone={tones[level]} aria-label={t('models.assessment.title')}>
      <div>
        <h2 className={styles.head}>{t('models.assessment.title')}</h2>
        <AssessmentTag assessment={assessment} />
      </div>
      <div>
        <h3 className={styles.head}>{t('models.assessment.why')}</h3>
        <Reasons assessment={assessment} />
      </div>
      <NextSteps assessment={assessment} />
    </section>
  );
}

/** In the form of a test or of an online entry, for the chosen version. */
export function AssessmentNote({ assessment }: { assessment: VersionAssessment }) {
  const { level } = assessment;
  const tone = tones[level] as keyof typeof alerts;
  return (
    <Alert
      type={alerts[tone]}
      showIcon
      className={styles.note!}
      title={<b>{contractText(`assessment.level.${level}`)}</b>}
      description={<Reasons assessment={assessment} />}
    />
  );
}
