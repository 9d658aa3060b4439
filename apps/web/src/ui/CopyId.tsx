/** `<CopyId id>`: copies the request id of a failure, for the administrator who looks it up in the log. */
import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { copyText } from '../core/copy.ts';
import { notify } from '../core/notify.ts';

export function CopyId({ id }: { id: string | null }) {
  const { t } = useTranslation();
  if (id === null) return null;
  const copy = async () => {
    if (await copyText(id)) notify.success(t('ui.requestIdCopied'));
    else notify.warning(t('ui.notCopied'));
  };
  return (
    <Button type="link" size="small" icon={<CopyOutlined />} onClick={() => void copy()}>
      {t('ui.copyRequestId')}
    </Button>
  );
}
