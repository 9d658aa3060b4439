/** Pre-annotations of a data set that are at work, wait or have failed; above its folders and images. */
import { isOpen } from '@loupe/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PreannotationDrawer } from './PreannotationDrawer.tsx';
import { PreannotationRow } from './PreannotationRow.tsx';
import { usePreannotations, type SetPlace } from './use-preannotations.ts';
import styles from './preannotation.module.css';

export function PreannotationBar({ datasetId, projectId }: SetPlace) {
  const { t } = useTranslation();
  const [isDrawn, setDrawn] = useState(false);
  const place = { datasetId, projectId };
  const { tasks } = usePreannotations(place);
  const shown = tasks.filter(({ state }) => isOpen(state) || state === 'failed');
  const details = (
    <Button size="small" onClick={() => setDrawn(true)}>
      {t('preannotation.details')}
    </Button>
  );
  return (
    <>
      {shown.length === 0 ? null : (
        <section className={`card ${styles.tasks}`} aria-label={t('preannotation.tasks')}>
          {shown.map((task) => (
            <PreannotationRow key={task.id} task={task} more={details} />
          ))}
        </section>
      )}
      <PreannotationDrawer place={isDrawn ? place : null} onClose={() => setDrawn(false)} />
    </>
  );
}
