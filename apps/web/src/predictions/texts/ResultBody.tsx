/** The result of a test of texts: its figures. */
import type { Task, TextSummary } from '@loupe/contract';
import { Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { Notices } from '../shared/Notices.tsx';

const shown = (value: number | null): string => (value === null ? '–' : value.toFixed(3));

export function TextBody({ summary }: { task: Task; summary: TextSummary }) {
  const { t } = useTranslation();
  const figures: [string, string][] = [
    [t('models.metrics.end_to_end'), shown(summary.endToEnd)],
    [t('models.metrics.det_hmean'), shown(summary.hmean)],
    [t('tasks.precision'), shown(summary.precision)],
    [t('tasks.recall'), shown(summary.recall)],
    [t('models.metrics.word_accuracy'), shown(summary.wordAccuracy)],
    [t('models.metrics.one_minus_ned'), shown(summary.oneMinusNed)],
    [t('models.metrics.char_accuracy'), shown(summary.charAccuracy)],
  ];
  return (
    <>
      <Notices summary={summary} own={summary.truths === 0 ? [t('texts.noTruths')] : []} />
      <Descriptions
        bordered
        size="small"
        column={2}
        items={figures.map(([label, children]) => ({ key: label, label, children }))}
      />
    </>
  );
}
