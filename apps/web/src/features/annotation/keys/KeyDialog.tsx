/** The dialog of the keys: as much of the screen as they need, so that all are seen at once. */
import type { ReactNode } from 'react';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';

export function KeyDialog(props: {
  open: boolean;
  title: string;
  onClose: () => void;
  afterClose?: () => void;
  children: ReactNode;
}) {
  const { open, title, onClose, afterClose, children } = props;
  return (
    <DraggableModal
      open={open}
      title={title}
      footer={null}
      onEnter={null}
      width={1440}
      style={{ top: 16, paddingBottom: 0 }}
      mask={{ closable: true }}
      onCancel={onClose}
      {...(afterClose ? { afterClose } : {})}
    >
      {children}
    </DraggableModal>
  );
}
