/** The help menu of the header: the guide, the keys, what is new, and the tours once more. */
import {
  BookOutlined,
  CompassOutlined,
  GiftOutlined,
  MacCommandOutlined,
  QuestionCircleOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScene } from '../../../core/scene.tsx';
import { useCan } from '../../../core/session.ts';
import { showAgain } from '../seen.ts';
import { tourOf } from '../tours.ts';
import { KeysDialog } from './KeysDialog.tsx';

export function HelpMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isAdministrator = useCan()('sys/user/list');
  const scene = useScene();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [keys, setKeys] = useState(false);
  const tour = () => {
    showAgain();
    if (tourOf(scene?.screen, path) === null) void navigate({ to: '/dashboard' });
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            {
              key: 'guide',
              icon: <BookOutlined />,
              label: t('help.guide'),
              onClick: () => void navigate({ to: '/help/guide' }),
            },
            ...(isAdministrator
              ? [
                  {
                    key: 'administrators',
                    icon: <TeamOutlined />,
                    label: t('help.administrators'),
                    onClick: () => void navigate({ to: '/help/administrators' }),
                  },
                ]
              : []),
            { key: 'keys', icon: <MacCommandOutlined />, label: t('help.keys'), onClick: () => setKeys(true) },
            {
              key: 'news',
              icon: <GiftOutlined />,
              label: t('help.news'),
              onClick: () => void navigate({ to: '/help/news' }),
            },
            { type: 'divider' },
            { key: 'tour', icon: <CompassOutlined />, label: t('help.again'), onClick: tour },
          ],
        }}
      >
        <Button
          type="text"
          aria-label={t('help.title')}
          title={t('help.title')}
          icon={<QuestionCircleOutlined />}
          data-tour="help"
        />
      </Dropdown>
      <KeysDialog open={keys} onClose={() => setKeys(false)} />
    </>
  );
}
