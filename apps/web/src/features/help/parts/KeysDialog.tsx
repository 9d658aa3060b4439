/** The keys of annotation and of lists of images, on every page. */
import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyDialog, KeySheet } from '../../annotation/api.ts';

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <KeyDialog open={open} title={t('help.keys')} onClose={onClose}>
      <Suspense fallback={<Skeleton active />}>
        <KeySheet isMarked isReviewed kinds={undefined} />
      </Suspense>
    </KeyDialog>
  );
}
