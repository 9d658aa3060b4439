/** The dialog of the keys: so wide that all are seen at once, with room left to move it. */
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
      width={1240}
      style={{ top: 16, paddingBottom: 0 }}
      mask={{ closable: true }}
      onCancel={onClose}
      {...(afterClose ? { afterClose } : {})}
    >
      {children}
    </DraggableModal>
  );
}
