/** "Use these thresholds": they become the version's own, for later tests and online entries. */
import { CheckOutlined } from '@ant-design/icons';
import type { Thresholds, Version } from '@loupe/contract';
import { Button, Popconfirm } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';

/** `isUsed`: the version has them already. */
export function UseThresholds(props: { version: Version; thresholds: Thresholds; isUsed: boolean }) {
  const { version, thresholds, isUsed } = props;
  const { t } = useTranslation();
  const save = useApiMutation('versionThresholds', {
    invalidates: ['versionInfo', 'versionList'],
    success: t('results.thresholdsUsed'),
  });
  return (
    <Popconfirm
      title={t('results.useTitle', { n: version.number })}
      description={t('results.useText')}
      okText={t('results.use')}
      cancelText={t('ui.cancel')}
      placement="bottomRight"
      onConfirm={() => save.mutate({ id: version.id, thresholds })}
    >
      <Button
        type="primary"
        title={isUsed ? t('results.inUseHelp') : undefined}
        ghost={isUsed}
        icon={<CheckOutlined />}
        disabled={isUsed || save.isPending}
      >
        {isUsed ? t('results.inUse') : t('results.use')}
      </Button>
    </Popconfirm>
  );
}
