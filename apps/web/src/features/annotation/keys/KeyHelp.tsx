/** The keys, over the image that one annotates. */
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import type { Desk } from '../parts/desk-types.ts';
import { KeyDialog } from './KeyDialog.tsx';
import { KeySheet } from './KeySheet.tsx';

export function KeyHelp({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const isOpen = useStore(desk.helpOpen);
  const shown = useStore(desk.image);
  return (
    <KeyDialog
      open={isOpen}
      title={t('annotation.helpTitle')}
      afterClose={desk.focus}
      onClose={() => desk.helpOpen.set(false)}
    >
      <KeySheet isMarked={shown?.image.part == null} isReviewed={shown?.review != null} kinds={shown?.shapeKinds} />
    </KeyDialog>
  );
}
