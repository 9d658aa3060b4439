/** Takes dropped files; a dropped folder is named as a problem, not opened. */
import type { Problem } from '@loupe/contract';
import type { DragEvent, ReactNode } from 'react';
import { en } from '../../../locales/en.ts';
import { zh } from '../../../locales/zh.ts';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import styles from './pictures.module.css';

const folderProblem = (name: string): Problem => ({
  file: name,
  key: 'picture.type',
  msg: zh.datasets.isFolder.replace('{{name}}', name),
  en_msg: en.datasets.isFolder.replace('{{name}}', name),
});

const dropped = (e: DragEvent): { files: File[]; problems: Problem[] } => {
  const files: File[] = [];
  const problems: Problem[] = [];
  for (const item of e.dataTransfer.items) {
    const file = item.getAsFile();
    if (item.webkitGetAsEntry()?.isDirectory) problems.push(folderProblem(file?.name ?? ''));
    else if (file) files.push(file);
  }
  return { files, problems };
};

export function DropZone(props: {
  text: string;
  onFiles: (files: File[], problems: Problem[]) => void;
  children: ReactNode;
}) {
  const { text, onFiles, children } = props;
  const { isOver, dropProps } = useFileDrop((e) => {
    const { files, problems } = dropped(e);
    onFiles(files, problems);
  });
  return (
    <div className={styles.zone} {...dropProps}>
      {children}
      {isOver ? <div className={styles.drop}>{text}</div> : null}
    </div>
  );
}
