/** Folders of the model's training set, and the share that validates. */
import { useTranslation } from 'react-i18next';
import { FolderPicker } from '../../ui/FolderPicker.tsx';
import { setInRole } from '../../ui/use-folders.ts';
import { SplitSlider } from '../SplitSlider.tsx';
import type { TrainDataProps } from '../train-data.ts';
import styles from '../train-data.module.css';

export function TrainData({ form, model }: TrainDataProps) {
  const { t } = useTranslation();
  // the ready-made reader learns nothing, so that nothing has to be marked
  const areMarked = form.values['training'] !== 'none';
  return (
    <div className={styles.data}>
      <div>
        <h3 className={styles.fieldTitle}>{t('tasks.trainingSet')}</h3>
        <FolderPicker
          projectId={model.projectId}
          modelId={model.id}
          datasetId={setInRole(model, 'train')}
          areMarked={areMarked}
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
