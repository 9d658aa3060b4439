/** Ready-made models, by scenario: the reader comes with the program; where there is none, its place says so. */
import { AppstoreOutlined, FontSizeOutlined, GatewayOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SceneLink, useGo, type SceneTarget } from '../../../core/scene.tsx';
import { useCan } from '../../../core/session.ts';
import { ToneTag } from '../../../ui/StatusTag.tsx';
import styles from './dashboard.module.css';

type GroupId = 'segmentation' | 'ocr' | 'industry';
const groups: readonly { id: GroupId; icon: ReactNode; family?: SceneTarget['family'] }[] = [
  { id: 'segmentation', icon: <GatewayOutlined /> },
  { id: 'ocr', icon: <FontSizeOutlined />, family: 'ocr' },
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
        {groups.map(({ id, icon, family }) => (
          <li key={id} className={styles.group} title={t(`dashboard.ready.${id}Text`)}>
            <span className={styles.groupIcon} aria-hidden="true">
              {icon}
            </span>
            <h3 className={styles.groupTitle}>{t(`dashboard.ready.${id}`)}</h3>
            {family ? (
              <ToneTag tone="ok">{t('dashboard.ready.included')}</ToneTag>
            ) : (
              <ToneTag tone="quiet">{t('dashboard.ready.none')}</ToneTag>
            )}
            {family && can('model/pageList') ? (
              <SceneLink screen="ModelList" target={{ family }}>
                {t('dashboard.ready.use')}
              </SceneLink>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
