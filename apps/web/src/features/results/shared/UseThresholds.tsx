/** "Use these thresholds": they become the version's own, for later tests and online entries. */
import { CheckOutlined } from '@ant-design/icons';
import type { Thresholds, Version } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { useConfirm } from '../../../ui/confirm.tsx';

/** `isUsed`: the version has them already. */
export function UseThresholds(props: { version: Version; testId: number; thresholds: Thresholds; isUsed: boolean }) {
  const { version, testId, thresholds } = props;
  // equal to what nothing supports: a person can still stand for it
  const isUsed = props.isUsed && (version.thresholdsFrom !== null || version.assessment.hasThreshold);
  const { t } = useTranslation();
  const confirm = useConfirm();
  const save = useApiMutation('versionThresholds', {
    invalidates: ['versionInfo', 'versionList'],
    success: t('results.thresholdsUsed'),
  });
  const ask = async () => {
    const question = { title: t('results.useTitle', { n: version.number }), content: t('results.useText') };
    if (await confirm({ ...question, okText: t('results.use') })) save.mutate({ id: version.id, testId, thresholds });
  };
  return (
    <Button
      type="primary"
      title={isUsed ? t('results.inUseHelp') : undefined}
      ghost={isUsed}
      icon={<CheckOutlined />}
      disabled={isUsed || save.isPending}
      onClick={() => void ask()}
    >
      {isUsed ? t('results.inUse') : t('results.use')}
    </Button>
  );
}
