/**
 * A dialog of 450 px that can be moved by its title; Enter in it is its main button. The focus begins on its first field
 * stays in the dialog, and goes back to what opened it. A double click on its main button is one click. Same props as antd's Modal.
 */
import { limits } from '@loupe/contract';
import { Modal, type ModalProps } from 'antd';
import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import Draggable from 'react-draggable';
import { followEnter } from '../core/enter.ts';
import { useEscape } from './escape.ts';
import { focusFirst, keepFocus, useFocusBack } from './focus.ts';
import styles from './DraggableModal.module.css';

export interface DraggableModalProps extends Omit<
  ModalProps,
  'modalRender' | 'centered' | 'wrapProps' | 'onOk' | 'onCancel'
> {
  onOk?: () => void;
  /** By its button, its cross and Escape. */
  onCancel?: () => void;
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

export function DraggableModal(props: DraggableModalProps) {
  const { title, width = limits.dialogWidth, onEnter, afterOpenChange, afterClose, children, ...rest } = props;
  const { open = false, keyboard = true, onOk, onCancel, okButtonProps, confirmLoading } = rest;
  const body = useRef<HTMLDivElement>(null);
  const giveFocusBack = useFocusBack(open);
  useEscape(open, keyboard ? onCancel : undefined);
  const canOk = onOk !== undefined && !okButtonProps?.disabled && !okButtonProps?.loading && !confirmLoading;
  const enter = followEnter(onEnter === undefined ? (canOk ? onOk : null) : onEnter);
  return (
    <Modal
      width={width}
      mask={{ closable: false }}
      destroyOnHidden
      title={<h2 className={styles.handle}>{title}</h2>}
      modalRender={inFrame}
      wrapProps={{
        ...enter,
        onMouseDown: keepFocus.onMouseDown,
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          enter.onKeyDown(event);
          keepFocus.onTab(event);
        },
      }}
      {...rest}
      keyboard={false}
      {...(onCancel && { onCancel: () => onCancel() })}
      {...(onOk && { onOk: (e: MouseEvent) => (e.detail > 1 ? undefined : onOk()) })}
      afterOpenChange={(isOpen) => {
        if (isOpen && body.current) focusFirst(body.current);
        afterOpenChange?.(isOpen);
      }}
      afterClose={() => {
        giveFocusBack();
        afterClose?.();
      }}
    >
      <div ref={body}>{children}</div>
    </Modal>
  );
}
