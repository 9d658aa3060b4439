/** The places of ready-made models, by scenario. None comes with the program: each place says so, and what works today. */
import { AppstoreOutlined, FontSizeOutlined, GatewayOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGo } from '../../../core/scene.tsx';
import { useCan } from '../../../core/session.ts';
import { ToneTag } from '../../../ui/StatusTag.tsx';
import styles from './dashboard.module.css';

type GroupId = 'segmentation' | 'ocr' | 'industry';
const groups: readonly { id: GroupId; icon: ReactNode }[] = [
  { id: 'segmentation', icon: <GatewayOutlined /> },
  { id: 'ocr', icon: <FontSizeOutlined /> },
  { id: 'industry', icon: <AppstoreOutlined /> },
];

export function ReadyMade() {
  const { t } = useTranslation();
  const go = useGo();
  const can = useCan();
  return (
    <section aria-labelledby="ready-made">
      <div className={styles.readyTop}>
        <h2 id="ready-made" className={styles.readyTitle}>
          {t('dashboard.ready.title')}
        </h2>
        <span className="second">{t('dashboard.ready.text')}</span>
        {can('model/pageList') ? (
          <Button size="small" className={styles.readyAction!} onClick={() => go('ModelList')}>
            {t('dashboard.ready.train')}
          </Button>
        ) : null}
      </div>
      <ul className={`card ${styles.groups}`}>
        {groups.map(({ id, icon }) => (
          <li key={id} className={styles.group} title={t(`dashboard.ready.${id}Text`)}>
            <span className={styles.groupIcon} aria-hidden="true">
              {icon}
            </span>
            <h3 className={styles.groupTitle}>{t(`dashboard.ready.${id}`)}</h3>
            <ToneTag tone="quiet">{t('dashboard.ready.none')}</ToneTag>
          </li>
        ))}
      </ul>
    </section>
  );
}
