/**
 * A dialog of 450 px that can be moved by its title; Enter in it is its main button. The focus begins on its first field
 * stays in the dialog, and goes back to what opened it. A double click on its main button is one click. Same props as antd's Modal.
 */
import { limits } from '@loupe/contract';
import { Modal, type ModalProps } from 'antd';
import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react';
import Draggable from 'react-draggable';
import { followEnter } from '../core/enter.ts';
import { useConfirm } from './ask.ts';
import { useDiscardQuestion } from './keep-entered.ts';
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
  /** Whether something was entered that would be lost: then the cross and Escape ask first. The button says what it does. */
  isEntered?: () => boolean;
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

const isByCross = ({ target }: SyntheticEvent): boolean =>
  target instanceof Element && target.closest('.ant-modal-close') !== null;

/** What the cross and Escape do. */
function useLeave({ onCancel, isEntered, confirmLoading }: DraggableModalProps): (() => void) | undefined {
  const confirm = useConfirm();
  const question = useDiscardQuestion();
  // it closes once it is saved; what is refused is still there to be mended
  if (confirmLoading) return () => undefined;
  if (!onCancel || !isEntered) return onCancel;
  return () => {
    if (!isEntered()) return onCancel();
    void confirm(question).then((isAgreed) => isAgreed && onCancel());
  };
}

export function DraggableModal(props: DraggableModalProps) {
  const { title, width = limits.dialogWidth, onEnter, afterOpenChange, afterClose, children, ...others } = props;
  const { isEntered: _, ...rest } = others;
  const { open = false, keyboard = true, onOk, onCancel, okButtonProps, confirmLoading } = rest;
  const body = useRef<HTMLDivElement>(null);
  const giveFocusBack = useFocusBack(open);
  const leave = useLeave(props);
  useEscape(open, keyboard ? leave : undefined);
  const canOk = onOk !== undefined && !okButtonProps?.disabled && !okButtonProps?.loading && !confirmLoading;
  const enter = followEnter(onEnter === undefined ? (canOk ? onOk : null) : onEnter);
  return (
    <Modal
      width={width}
      // on a low screen what it asks scrolls by itself: its buttons are always in sight
      className={rest.footer === null ? '' : styles.low!}
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
      {...(onCancel && { onCancel: (event: SyntheticEvent) => (isByCross(event) ? leave?.() : onCancel()) })}
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
