/** Folders of one data set of the project that train, and which images validate: a share, or folders of their own. */
import { modelTypeOf } from '@loupe/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { FolderPicker } from '../../ui/FolderPicker.tsx';
import { SplitSlider } from '../SplitSlider.tsx';
import type { TrainDataProps } from '../train-data.ts';
import styles from '../train-data.module.css';

export function TrainData({ form, model }: TrainDataProps) {
  const { t } = useTranslation();
  const { draft, setDraft } = form;
  const setType = modelTypeOf(model.type)?.setType;
  return (
    <div className={styles.data} data-stacked={draft.validation === 'chosen'}>
      <div>
        <h3 className={styles.fieldTitle}>{t('tasks.trainingSet')}</h3>
        {setType ? (
          <p className="hint">{t('tasks.setTypeNeeded', { type: t(`datasets.setTypes.${setType}`) })}</p>
        ) : null}
        <FolderPicker
          projectId={model.projectId}
          setType={setType}
          value={draft.folderIds}
          oneDataset
          taken={draft.validation === 'chosen' ? draft.validationFolderIds : []}
          onChange={(folderIds) => setDraft({ folderIds })}
        />
      </div>
      <div>
        <h3 className={styles.fieldTitle}>{t('tasks.validation')}</h3>
        <Segmented<TrainDataProps['form']['draft']['validation']>
          value={draft.validation}
          options={[
            { value: 'split', label: t('tasks.validationSplit') },
            { value: 'chosen', label: t('tasks.validationChosen') },
          ]}
          onChange={(validation) => setDraft({ validation })}
          style={{ marginBottom: 12 }}
        />
        {draft.validation === 'split' ? (
          <SplitSlider form={form} />
        ) : (
          <FolderPicker
            projectId={model.projectId}
            setType={setType}
            value={draft.validationFolderIds}
            oneDataset
            taken={draft.folderIds}
            onChange={(validationFolderIds) => setDraft({ validationFolderIds })}
          />
        )}
      </div>
    </div>
  );
}
