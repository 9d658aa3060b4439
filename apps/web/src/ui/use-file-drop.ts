/**
 * Files dragged over an element: `const { isOver, dropProps } = useFileDrop((e) => …)`. Children that are entered and
 * left in between do not end it; what is not a file is left to the browser.
 */
import { useState, type DragEvent, type HTMLAttributes } from 'react';

type DropProps = Pick<HTMLAttributes<HTMLElement>, 'onDragEnter' | 'onDragLeave' | 'onDragOver' | 'onDrop'>;

const hasFiles = (e: DragEvent): boolean => e.dataTransfer.types.includes('Files');

export const useFileDrop = (onDrop: (e: DragEvent) => void): { isOver: boolean; dropProps: DropProps } => {
  const [depth, setDepth] = useState(0);
  const dropProps: DropProps = {
    onDragEnter: (e) => {
      if (hasFiles(e)) setDepth((d) => d + 1);
    },
    onDragLeave: (e) => {
      if (hasFiles(e)) setDepth((d) => Math.max(0, d - 1));
    },
    onDragOver: (e) => {
      // Without this the browser would leave the page and show the file.
      if (hasFiles(e)) e.preventDefault();
    },
    onDrop: (e) => {
      if (!hasFiles(e)) return;
      e.preventDefault();
      setDepth(0);
      onDrop(e);
    },
  };
  return { isOver: depth > 0, dropProps };
};
