/** The dialog that starts a test of a version: folders, thresholds, and goes to the result. */
import type { SetType, Thresholds, Version } from '@loupe/contract';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGo } from '../../../core/scene.tsx';
import { openFault } from '../../../predictions/shared/open-thresholds.ts';
import { ThresholdsInput } from '../../../predictions/shared/ThresholdsInput.tsx';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { FolderPicker } from '../../../ui/FolderPicker.tsx';
import { AssessmentNote } from '../../models/api.ts';
import styles from './task-list.module.css';
import { ChoiceNote, useTestForm } from './use-test-form.tsx';

export function TestStart(props: {
  version: Version | null;
  projectId: number;
  /** Of the data sets that its model type is tested on, where not on all. */
  setType?: SetType | undefined;
  onClose: () => void;
}) {
  const { version, projectId, setType, onClose } = props;
  const { t } = useTranslation();
  const go = useGo();
  const form = useTestForm(version, null, null);
  const fault = form.thresholds ? openFault({ ...form.thresholds }, t) : null;
  const [isRefused, setRefused] = useState(false);
  const close = () => {
    form.reset();
    setRefused(false);
    onClose();
  };
  const start = () => {
    setRefused(fault !== null);
    if (fault !== null) return;
    form.start((id) => {
      close();
      go('Result', { id });
    });
  };
  return (
    <DraggableModal
      open={version !== null}
      title={version ? t('models.testTitle', { n: version.number }) : ''}
      okText={t('models.startTest')}
      okButtonProps={{ disabled: form.folderIds.length === 0, loading: form.isStarting }}
      onOk={start}
      onCancel={close}
      isEntered={() => form.isChanged}
    >
      <div className={styles.testForm}>
        {version ? <AssessmentNote assessment={version.assessment} /> : null}
        <p className="second">{t('models.testText')}</p>
        <FolderPicker
          projectId={projectId}
          setType={setType}
          value={form.folderIds}
          oneDataset
          notes={form.notes}
          onChange={form.choose}
        />
        <ChoiceNote check={form.check} />
        {form.thresholds ? (
          <details>
            <summary className={styles.summary}>{t('online.thresholds')}</summary>
            <ThresholdsInput
              labels={version?.labels.filter(({ locates }) => !locates) ?? []}
              value={{ ...form.thresholds }}
              aria-invalid={isRefused && fault !== null ? 'true' : undefined}
              // a version has all of them, and none can be emptied
              onChange={(to) => form.setThresholds({ ...to } as unknown as Thresholds)}
            />
          </details>
        ) : null}
        {isRefused && fault !== null ? <Alert type="error" showIcon title={fault} /> : null}
      </div>
    </DraggableModal>
  );
}
