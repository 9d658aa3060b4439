/** The thresholds that tests and online entries of a version begin with, in words, and where they come from. */
import type { Version } from '@loupe/contract';
import { Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatMinute } from '../../../core/format.ts';
import { predictionTypeOfThresholds } from '../../../predictions/registry.ts';
import { isStoodFor } from '../../../predictions/shared/open-thresholds.ts';
import { thresholdRows } from '../../../predictions/shared/threshold-words.ts';
import { Card } from '../../../ui/Page.tsx';

export function ThresholdsSource({ version: { thresholds, thresholdsFrom, assessment } }: { version: Version }) {
  const { t } = useTranslation();
  if (!thresholdsFrom) {
    const { ownThresholds } = predictionTypeOfThresholds(thresholds);
    if (ownThresholds) return t(ownThresholds);
    if (!assessment.hasThreshold) return null;
    return 'byLabel' in thresholds ? t('online.fromTrainingByLabel') : t('online.fromTraining');
  }
  const { at, testId } = thresholdsFrom;
  const time = formatMinute(at);
  return testId === null ? t('online.fromPerson', { time }) : t('online.fromTest', { id: testId, time });
}

export function VersionThresholds({ version }: { version: Version }) {
  const { t } = useTranslation();
  return (
    <Card title={t('online.thresholds')}>
      {isStoodFor(version) ? (
        <>
          <Descriptions
            column={1}
            size="small"
            items={thresholdRows(version.thresholds, t).map(([label, children]) => ({ key: label, label, children }))}
          />
          <p className="hint">
            <ThresholdsSource version={version} />
          </p>
        </>
      ) : (
        <p className="second">{t('models.assessment.noThreshold')}</p>
      )}
    </Card>
  );
}
