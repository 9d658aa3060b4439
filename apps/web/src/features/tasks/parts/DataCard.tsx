/** Which pictures train and which validate. */
import { limits, type Model } from '@loupe/contract';
import { Alert, Segmented, Slider } from 'antd';
import { useTranslation } from 'react-i18next';
import { FolderPicker } from '../../../ui/FolderPicker.tsx';
import { Card } from '../../../ui/Page.tsx';
import styles from './train-form.module.css';
import { splitParam } from './train-draft.ts';
import type { TrainForm } from './use-train-form.ts';

function SplitSlider({ form }: { form: TrainForm }) {
  const { t } = useTranslation();
  const { validationSplitMin: min, validationSplitMax: max } = limits;
  const value = Number(form.values[splitParam]);
  return (
    <div>
      <div className={styles.sliderTop}>
        <span>{t('tasks.split')}</span>
        <b className="num">{value}&thinsp;%</b>
      </div>
      <Slider
        min={min}
        max={max}
        value={value}
        ariaLabelForHandle={t('tasks.split')}
        onChange={(next: number) => form.setValues({ ...form.values, [splitParam]: next })}
      />
      <p className="hint">
        {form.check ? t('tasks.splitGives', { train: form.check.train, val: form.check.val }) : ''}{' '}
        {t('tasks.splitHelp', { min, max })}
      </p>
    </div>
  );
}

/** A model with data sets of its own: their folders, and what is split off; the part of each picture says the rest. */
function OwnData({ form, model }: { form: TrainForm; model: Model }) {
  const { t } = useTranslation();
  return (
    <div className={styles.data}>
      <div>
        <h3 className={styles.fieldTitle}>{t('tasks.trainingSet')}</h3>
        <FolderPicker
          projectId={model.projectId}
          modelId={model.id}
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

export function DataCard({ form, model }: { form: TrainForm; model: Model }) {
  const { t } = useTranslation();
  const isOwn = model.datasets.length > 0;
  return (
    <Card title={t('tasks.data')} extra={t(isOwn ? 'tasks.ownData' : 'tasks.oneDataset')}>
      {isOwn ? <OwnData form={form} model={model} /> : <ProjectData form={form} model={model} />}
      {form.refusal ? <Alert type="error" showIcon title={form.refusal} style={{ marginTop: 12 }} /> : null}
    </Card>
  );
}

function ProjectData({ form, model }: { form: TrainForm; model: Model }) {
  const { t } = useTranslation();
  const { draft, setDraft } = form;
  return (
    <div className={styles.data} data-stacked={draft.validation === 'chosen'}>
      <div>
        <h3 className={styles.fieldTitle}>{t('tasks.trainingSet')}</h3>
        <FolderPicker
          projectId={model.projectId}
          value={draft.folderIds}
          oneDataset
          taken={draft.validation === 'chosen' ? draft.validationFolderIds : []}
          onChange={(folderIds) => setDraft({ folderIds })}
        />
      </div>
      <div>
        <h3 className={styles.fieldTitle}>{t('tasks.validation')}</h3>
        <Segmented<TrainForm['draft']['validation']>
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
