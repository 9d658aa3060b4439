/** `<FileDrop text onDrop>`: an element that takes dropped files; while they are over it, a cover says what they would do. */
import type { DragEvent, ReactNode } from 'react';
import styles from './FileDrop.module.css';
import { useFileDrop } from './use-file-drop.ts';

export interface FileDropProps {
  text: string;
  /** What is dropped now is not taken, and no cover promises it. */
  disabled?: boolean;
  isBusy?: boolean;
  /** Layout of the children. */
  className: string | undefined;
  onDrop: (e: DragEvent) => void;
  children: ReactNode;
}

export function FileDrop({ text, disabled = false, isBusy = false, className, onDrop, children }: FileDropProps) {
  const { isOver, dropProps } = useFileDrop((e) => {
    if (!disabled && !isBusy) onDrop(e);
  });
  return (
    <div className={`${styles.zone} ${className}`} aria-busy={isBusy} {...dropProps}>
      {children}
      {isOver && !disabled && !isBusy ? <div className={styles.cover}>{text}</div> : null}
    </div>
  );
}
