/** A dialog of 450 px that can be moved by its title. Same props as antd's Modal. */
import { limits } from '@loupe/contract';
import { Modal, type ModalProps } from 'antd';
import { useRef, type ReactNode } from 'react';
import Draggable from 'react-draggable';
import styles from './DraggableModal.module.css';

export type DraggableModalProps = Omit<ModalProps, 'modalRender' | 'centered'>;

function DragFrame({ children }: { children: ReactNode }) {
  // React 19 has no findDOMNode: react-draggable needs the node itself.
  const node = useRef<HTMLDivElement>(null);
  return (
    <Draggable nodeRef={node} handle={`.${styles.handle}`} bounds="body">
      <div ref={node}>{children}</div>
    </Draggable>
  );
}
const inFrame = (dialog: ReactNode): ReactNode => <DragFrame>{dialog}</DragFrame>;

export function DraggableModal({ title, width = limits.dialogWidth, ...rest }: DraggableModalProps) {
  return (
    <Modal
      width={width}
      mask={{ closable: false }}
      destroyOnHidden
      title={<div className={styles.handle}>{title}</div>}
      modalRender={inFrame}
      {...rest}
    />
  );
}
