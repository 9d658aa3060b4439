/** Takes dropped files; a dropped folder is named as a problem, not opened. */
import type { Problem } from '@loupe/contract';
import { useState, type DragEvent, type ReactNode } from 'react';
import { en } from '../../../locales/en.ts';
import { zh } from '../../../locales/zh.ts';
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

const hasFiles = (e: DragEvent): boolean => e.dataTransfer.types.includes('Files');

export function DropZone(props: {
  text: string;
  onFiles: (files: File[], problems: Problem[]) => void;
  children: ReactNode;
}) {
  const { text, onFiles, children } = props;
  const [depth, setDepth] = useState(0);
  return (
    <div
      className={styles.zone}
      onDragEnter={(e) => {
        if (hasFiles(e)) setDepth((d) => d + 1);
      }}
      onDragLeave={(e) => {
        if (hasFiles(e)) setDepth((d) => Math.max(0, d - 1));
      }}
      onDragOver={(e) => {
        if (hasFiles(e)) e.preventDefault();
      }}
      onDrop={(e) => {
        if (!hasFiles(e)) return;
        e.preventDefault();
        setDepth(0);
        const { files, problems } = dropped(e);
        onFiles(files, problems);
      }}
    >
      {children}
      {depth > 0 ? <div className={styles.drop}>{text}</div> : null}
    </div>
  );
}
