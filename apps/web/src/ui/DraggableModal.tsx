/** A dialog of 450 px that can be moved by its title; Enter in it is its main button. Same props as antd's Modal. */
import { limits } from '@loupe/contract';
import { Modal, type ModalProps } from 'antd';
import { useRef, type ReactNode } from 'react';
import Draggable from 'react-draggable';
import { followEnter } from '../core/enter.ts';
import styles from './DraggableModal.module.css';

export interface DraggableModalProps extends Omit<ModalProps, 'modalRender' | 'centered' | 'wrapProps' | 'onOk'> {
  onOk?: () => void;
  /** Instead of the main button; null: Enter presses the button that has the focus, and does nothing else. */
  onEnter?: (() => void) | null;
}

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

export function DraggableModal({ title, width = limits.dialogWidth, onEnter, ...rest }: DraggableModalProps) {
  const { onOk, okButtonProps, confirmLoading } = rest;
  const canOk = onOk !== undefined && !okButtonProps?.disabled && !okButtonProps?.loading && !confirmLoading;
  return (
    <Modal
      width={width}
      mask={{ closable: false }}
      destroyOnHidden
      title={<h2 className={styles.handle}>{title}</h2>}
      modalRender={inFrame}
      wrapProps={followEnter(onEnter === undefined ? (canOk ? onOk : null) : onEnter)}
      {...rest}
    />
  );
}
