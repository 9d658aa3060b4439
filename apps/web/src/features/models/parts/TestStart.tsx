/** The dialog that starts a test of a version: folders, and goes to the result. */
import type { Version } from '@loupe/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { useGo } from '../../../core/scene.tsx';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { FolderPicker } from '../../../ui/FolderPicker.tsx';

export function TestStart(props: { version: Version | null; projectId: number; onClose: () => void }) {
  const { version, projectId, onClose } = props;
  const { t } = useTranslation();
  const go = useGo();
  const [folderIds, setFolderIds] = useState<number[]>([]);
  const add = useApiMutation('testAdd', { invalidates: ['taskList', 'dashboardInfo'] });
  const close = () => {
    setFolderIds([]);
    onClose();
  };
  const start = () =>
    add.mutate(
      { versionId: version!.id, folderIds },
      {
        onSuccess: (task) => {
          close();
          go('Result', { id: task.id });
        },
      },
    );
  return (
    <DraggableModal
      open={version !== null}
      title={version ? t('models.testTitle', { n: version.number }) : ''}
      okText={t('models.startTest')}
      okButtonProps={{ disabled: folderIds.length === 0, loading: add.isPending }}
      onOk={start}
      onCancel={close}
    >
      <p className="second">{t('models.testText')}</p>
      <FolderPicker projectId={projectId} value={folderIds} onChange={setFolderIds} />
    </DraggableModal>
  );
}
