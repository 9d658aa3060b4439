/** The field of a form for a password that somebody else will use: it can be generated, seen and copied. */
import { CopyOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Form, Space, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../core/copy.ts';
import { notify } from '../../../core/notify.ts';
import { PasswordField } from '../../../ui/fields.tsx';
import { newPasswordRules } from '../../account/api.ts';
import { newPassword } from './given-password.ts';

function Field({ id, value = '', onChange }: { id?: string; value?: string; onChange?: (text: string) => void }) {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);
  const generate = () => {
    onChange?.(newPassword());
    setVisible(true);
  };
  const copy = async () => {
    if (await copyText(value)) notify.success(t('authority.passwordCopied'));
    else notify.error(t('ui.notCopied'));
  };
  return (
    <Space.Compact block>
      <PasswordField
        {...(id === undefined ? {} : { id })}
        autoComplete="new-password"
        value={value}
        {...(onChange ? { onChange } : {})}
        visibilityToggle={{ visible, onVisibleChange: setVisible }}
      />
      <Tooltip title={t('authority.generate')}>
        <Button aria-label={t('authority.generate')} icon={<ReloadOutlined />} onClick={generate} />
      </Tooltip>
      <Tooltip title={t('authority.copyPassword')}>
        <Button
          aria-label={t('authority.copyPassword')}
          icon={<CopyOutlined />}
          disabled={value === ''}
          onClick={() => void copy()}
        />
      </Tooltip>
    </Space.Compact>
  );
}

export function GivenPassword() {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="password"
      label={t('authority.password')}
      rules={newPasswordRules()}
      extra={t('authority.passwordHelp')}
    >
      <Field />
    </Form.Item>
  );
}
