/** Folders of the model's own data sets, and the share that validates; the part of each image says the rest. */
import { useTranslation } from 'react-i18next';
import { FolderPicker } from '../../ui/FolderPicker.tsx';
import { SplitSlider } from '../SplitSlider.tsx';
import type { TrainDataProps } from '../train-data.ts';
import styles from '../train-data.module.css';

export function TrainData({ form, model }: TrainDataProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.data}>
      <div>
        <h3 className={styles.fieldTitle}>{t('tasks.trainingSet')}</h3>
        <FolderPicker
          projectId={model.projectId}
          modelId={model.id}
          areMarked={false}
          value={form.draft.folderIds}
          onChange={(folderIds) => form.setDraft({ folderIds })}
        />
      </div>
      <div>
        <h3 className={styles.fieldTitle}>{t('tasks.validation')}</h3>
        <SplitSlider form={form} />
      </div>
    </div>
  );
}
