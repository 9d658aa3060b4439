/** "Use these thresholds": they become the version's own, for later tests and online entries. */
import { CheckOutlined } from '@ant-design/icons';
import { Button, Popconfirm } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../../core/query.ts';
import { useVersion } from '../../../models/api.ts';
import type { Result } from './use-result.ts';

const near = (a: number | null | undefined, b: number | null | undefined): boolean =>
  Math.abs((a ?? -1) - (b ?? -1)) < 1e-9;

export function UseThresholds({ result }: { result: Result }) {
  const { t } = useTranslation();
  const { now, summary, task } = result;
  const version = useVersion(task.versionId ?? 0);
  const save = useApiMutation('versionThresholds', {
    invalidates: ['versionInfo', 'versionList'],
    success: t('results.thresholdsUsed'),
  });
  // A test of boxes is of a version whose thresholds are those of boxes.
  if (!version || !('confidence' in version.thresholds)) return null;
  const { confidence, iou, review } = now;
  const used = version.thresholds;
  const isUsed = near(used.confidence, confidence) && near(used.iou, iou) && near(used.review, review);
  const thresholds = { confidence, iou, nms: summary.thresholds.nms, ...(review === null ? {} : { review }) };
  return (
    <Popconfirm
      title={t('results.useTitle', { n: version.number })}
      description={t('results.useText')}
      okText={t('results.use')}
      cancelText={t('ui.cancel')}
      placement="bottomRight"
      onConfirm={() => save.mutate({ id: version.id, thresholds })}
    >
      <Button type="primary" ghost={isUsed} icon={<CheckOutlined />} disabled={isUsed || save.isPending}>
        {isUsed ? t('results.inUse') : t('results.use')}
      </Button>
    </Popconfirm>
  );
}
