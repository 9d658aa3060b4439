/** What becomes of the directories of an upload. */
import type { FolderPlan } from '@loupe/contract';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './transfers.module.css';

export function PlanChoice(props: { folderName: string; value: FolderPlan; onChange: (plan: FolderPlan) => void }) {
  const { folderName, value, onChange } = props;
  const { t } = useTranslation();
  return (
    <>
      <h3 className={styles.label} id="folder-plan">
        {t('transfers.plan')}
      </h3>
      <Radio.Group
        aria-labelledby="folder-plan"
        className={styles.choices!}
        value={value}
        onChange={(e) => onChange(e.target.value as FolderPlan)}
        options={[
          { value: 'one', label: t('transfers.planOne', { folder: folderName }) },
          { value: 'keep', label: t('transfers.planKeep') },
        ]}
      />
    </>
  );
}
