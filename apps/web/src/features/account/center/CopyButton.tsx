/** `<CopyButton text>`: copies a text and says whether it worked. */
import { CopyOutlined } from '@ant-design/icons';
import { Button, type ButtonProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../core/copy.ts';
import { notify } from '../../../core/notify.ts';

export function CopyButton({ text, ...rest }: { text: string } & Omit<ButtonProps, 'onClick' | 'icon' | 'children'>) {
  const { t } = useTranslation();
  const copy = async () => {
    if (await copyText(text)) notify.success(t('center.copied'));
    else notify.warning(t('ui.notCopied'));
  };
  return (
    <Button icon={<CopyOutlined aria-hidden />} {...rest} onClick={() => void copy()}>
      {t('center.copy')}
    </Button>
  );
}
