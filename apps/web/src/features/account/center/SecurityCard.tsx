/** By what one signs in and is reached: mobile number, e-mail, password; each is changed in a dialog. */
import { maskedPhone, type Profile } from '@loupe/contract';
import { Button, Tooltip } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { contractText } from '../../../core/i18n.ts';
import { Card } from '../../../ui/Page.tsx';
import { ChangePassword } from '../parts/ChangePassword.tsx';
import { EmailDialog, PhoneDialog } from './ContactDialogs.tsx';
import styles from './center.module.css';

interface RowProps {
  name: string;
  value: ReactNode;
  use: string;
  action: string;
  /** Why it cannot be changed here. */
  reason?: string | null;
  onChange: () => void;
}

function Row({ name, value, use, action, reason, onChange }: RowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.rowName}>{name}</span>
      <span className={styles.rowValue}>
        <span>{value}</span>
        <span className="hint">{reason ?? use}</span>
      </span>
      <Tooltip title={reason}>
        <Button disabled={Boolean(reason)} onClick={onChange} aria-label={`${action} · ${name}`}>
          {action}
        </Button>
      </Tooltip>
    </li>
  );
}

export function SecurityCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'phone' | 'email' | 'password' | null>(null);
  const close = () => setOpen(null);
  const { phone, email, hasCodes } = profile;
  const missing = <span className="second">{t('center.notSet')}</span>;
  return (
    <Card title={t('center.security')}>
      <ul className={styles.rows}>
        <Row
          name={t('center.phone')}
          value={phone === null ? missing : maskedPhone(phone)}
          use={t('center.phoneUse')}
          action={t(phone === null ? 'center.addPhone' : 'center.change')}
          reason={hasCodes ? null : t('center.phoneOff')}
          onChange={() => setOpen('phone')}
        />
        <Row
          name={t('center.email')}
          value={email ?? missing}
          use={t('center.emailUse')}
          action={t(email === null ? 'center.addEmail' : 'center.change')}
          reason={profile.isEmailManaged ? contractText('account.emailManaged') : null}
          onChange={() => setOpen('email')}
        />
        <Row
          name={t('center.password')}
          value="••••••••"
          use={t('center.passwordUse')}
          action={t('center.change')}
          onChange={() => setOpen('password')}
        />
      </ul>
      <PhoneDialog profile={profile} open={open === 'phone'} onClose={close} />
      <EmailDialog profile={profile} open={open === 'email'} onClose={close} />
      <ChangePassword open={open === 'password'} onClose={close} />
    </Card>
  );
}
