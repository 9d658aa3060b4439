/** The keys of annotation and of lists of images, on every page. */
import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { KeyTables } from '../../annotation/api.ts';

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <DraggableModal
      open={open}
      title={t('help.keys')}
      footer={null}
      width={1240}
      style={{ top: 40 }}
      mask={{ closable: true }}
      onCancel={onClose}
    >
      <Suspense fallback={<Skeleton active />}>
        <KeyTables isMarked kinds={undefined} />
      </Suspense>
    </DraggableModal>
  );
}
