/** Folders of the model's own data sets, and the share of their images that validates. */
import { useTranslation } from 'react-i18next';
import { FolderPicker } from '../ui/FolderPicker.tsx';
import { SplitSlider } from './SplitSlider.tsx';
import type { TrainDataProps } from './train-data.ts';
import styles from './train-data.module.css';

interface FoldersAndShareProps extends TrainDataProps {
  /** Of this data set alone. */
  datasetId?: number | undefined;
  /** Whether a folder without a marked image cannot be chosen. */
  areMarked: boolean;
  /** Nothing is learned, so nothing is held back to validate it. */
  learnsNothing?: boolean;
}

export function FoldersAndShare({ form, model, datasetId, areMarked, learnsNothing = false }: FoldersAndShareProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.data}>
      <div>
        {/* of one data set the list says its name */}
        <h3 className={styles.fieldTitle}>{t(datasetId === undefined ? 'tasks.trainingSet' : 'datasets.folders')}</h3>
        <FolderPicker
          projectId={model.projectId}
          modelId={model.id}
          datasetId={datasetId}
          areMarked={areMarked}
          part="train"
          value={form.draft.folderIds}
          onChange={(folderIds) => form.setDraft({ folderIds })}
        />
      </div>
      {learnsNothing ? null : (
        <div>
          <h3 className={styles.fieldTitle}>{t('tasks.validation')}</h3>
          <SplitSlider form={form} />
        </div>
      )}
    </div>
  );
}
