/** The keys, over the image that one annotates. */
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import type { Desk } from './desk-types.ts';
import { KeyTables } from './KeyTables.tsx';

export function KeyHelp({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const isOpen = useStore(desk.helpOpen);
  const shown = useStore(desk.image);
  return (
    <DraggableModal
      open={isOpen}
      title={t('annotation.helpTitle')}
      footer={null}
      width={1240}
      style={{ top: 40 }}
      mask={{ closable: true }}
      afterClose={desk.focus}
      onCancel={() => desk.helpOpen.set(false)}
    >
      <KeyTables isMarked={shown?.image.part == null} kinds={shown?.shapeKinds} />
    </DraggableModal>
  );
}
