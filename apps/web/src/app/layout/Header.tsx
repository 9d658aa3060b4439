/** The header: where one is, connection, language, theme, and what concerns the signed-in person. */
import {
  DeleteOutlined,
  DisconnectOutlined,
  ExportOutlined,
  LockOutlined,
  LogoutOutlined,
  MoonOutlined,
  SunOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { roleTitle } from '@loupe/contract';
import { useNavigate } from '@tanstack/react-router';
import { Button, Dropdown, Tooltip } from 'antd';
import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../core/connection.ts';
import { useText } from '../../core/i18n.ts';
import { themeStore } from '../../core/preferences.ts';
import { useApiMutation } from '../../core/query.ts';
import { useGo } from '../../core/scene.tsx';
import { useCan, useSession } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { ChangePassword } from '../../features/account/api.ts';
import { HelpMenu } from '../../features/help/api.ts';
import { UploadManager, useMayUpload } from '../../features/transfers/api.ts';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { leave } from '../leave.ts';
import styles from './Shell.module.css';

function ThemeSwitch() {
  const { t } = useTranslation();
  const theme = useStore(themeStore);
  const next = theme === 'dark' ? 'light' : 'dark';
  const label = t(next === 'dark' ? 'shell.toDark' : 'shell.toLight');
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        aria-label={label}
        icon={theme === 'dark' ? <SunOutlined /> : <MoonOutlined />}
        onClick={() => themeStore.set(next)}
      />
    </Tooltip>
  );
}

function ConnectionChip() {
  const { t } = useTranslation();
  const connection = useConnection();
  if (connection === 'online') return null;
  return (
    <output className={styles.connection}>
      <DisconnectOutlined />
      {t(`shell.${connection}`)}
    </output>
  );
}

/** Export history and upload management, for people who may see data sets. */
function Transfers() {
  const { t } = useTranslation();
  const can = useCan();
  const go = useGo();
  const mayUpload = useMayUpload(null);
  if (!can('dataset/pageList')) return null;
  return (
    <>
      {mayUpload ? <UploadManager /> : null}
      <Tooltip title={t('transfers.historyTitle')}>
        <Button
          type="text"
          aria-label={t('transfers.historyTitle')}
          icon={<ExportOutlined />}
          onClick={() => go('ExportList')}
        />
      </Tooltip>
    </>
  );
}

/** What was deleted and can be restored. */
function BinLink() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Tooltip title={t('bin.title')}>
      <Button
        type="text"
        aria-label={t('bin.title')}
        icon={<DeleteOutlined />}
        onClick={() => void navigate({ to: '/bin' })}
      />
    </Tooltip>
  );
}

function UserMenu() {
  const { t } = useTranslation();
  const text = useText();
  const session = useSession();
  const navigate = useNavigate();
  const [changing, setChanging] = useState(false);
  const logout = useApiMutation('logout', { silent: true });
  if (!session) return null;
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { key: 'who', label: `${session.userName} · ${text(roleTitle(session.user.roleName))}`, disabled: true },
            { type: 'divider' },
            {
              key: 'center',
              icon: <UserOutlined />,
              label: t('shell.pages.myCenter'),
              onClick: () => void navigate({ to: '/authority/myCenter' }),
            },
            {
              key: 'password',
              icon: <LockOutlined />,
              label: t('shell.changePassword'),
              onClick: () => setChanging(true),
            },
            {
              key: 'out',
              icon: <LogoutOutlined />,
              label: t('shell.signOut'),
              // Also when the server cannot be reached: this browser forgets the session in any case.
              onClick: () => logout.mutate({}, { onSettled: leave }),
            },
          ],
        }}
      >
        <button type="button" className={styles.avatar} aria-label={t('shell.userMenu', { name: session.userName })}>
          {[...session.userName][0]?.toUpperCase()}
        </button>
      </Dropdown>
      <ChangePassword open={changing} onClose={() => setChanging(false)} />
    </>
  );
}

export function Header({ crumbsRef }: { crumbsRef: Ref<HTMLDivElement> }) {
  return (
    <header className={styles.head}>
      <div className={styles.crumbs} ref={crumbsRef} />
      <div className={styles.tools}>
        <ConnectionChip />
        <Transfers />
        <BinLink />
        <LanguageSwitch />
        <ThemeSwitch />
        <HelpMenu />
        <UserMenu />
      </div>
    </header>
  );
}
