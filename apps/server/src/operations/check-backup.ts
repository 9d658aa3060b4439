/** The check-up of a backup: can it be restored, row by row and file by file. Nothing is changed, no database is needed. */
import path from 'node:path';
import { blobPlace } from '../core/blobs.ts';
import { finding, shownFindings, type Finding } from './finding.ts';
import { listedBlobs } from './files.ts';
import { rowsFiles, type Manifest } from './manifest.ts';
import { blobsOf, faultWords, requireManifest } from './restore.ts';
import { faultOfRows } from './rows-file.ts';
import { stateOfBlob } from './verify-blobs.ts';

export interface BackupCheck {
  readonly from: string;
  /** Files by existence and size, without reading them. */
  readonly quick?: boolean;
}

async function checkRows(from: string, manifest: Manifest): Promise<Finding[]> {
  const files = rowsFiles(manifest);
  const bad: Finding[] = [];
  for (const rows of files) {
    const fault = await faultOfRows(path.join(from, rows.file), rows.fields, rows);
    if (fault)
      bad.push(finding('error', `${rows.name}：${faultWords[fault].zh}`, `${rows.name} ${faultWords[fault].en}`));
  }
  if (bad.length > 0) {
    const advice = finding('error', '此备份无法恢复，请重新备份', 'this backup cannot be restored; make a new one');
    return [...bad, advice];
  }
  const all = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  const tables = manifest.tables.length;
  return [finding('ok', `${tables} 张表、${all} 行完整`, `${tables} tables with ${all} rows are intact`)];
}

async function checkFiles(from: string, manifest: Manifest, quick: boolean): Promise<Finding[]> {
  const root = blobsOf(from, manifest);
  const bad: Finding[] = [];
  let count = 0;
  for await (const group of listedBlobs(path.join(from, manifest.blobs.file))) {
    for (const blob of group) {
      const state = await stateOfBlob(blobPlace(root, blob.sha256), blob, quick);
      if (state === 'missing') bad.push(finding('error', `文件缺失：${blob.sha256}`, `file missing: ${blob.sha256}`));
      if (state === 'rotten') bad.push(finding('error', `文件已损坏：${blob.sha256}`, `file damaged: ${blob.sha256}`));
      count++;
    }
  }
  if (bad.length > 0) return shownFindings(bad);
  return [
    quick
      ? finding('ok', `${count} 个文件都在`, `all ${count} files are present`)
      : finding('ok', `${count} 个文件都在，内容正确`, `all ${count} files are present and intact`),
  ];
}

/** Calls back with each finding as it is made. Answers the number of errors. */
export async function checkBackup(
  { from, quick = false }: BackupCheck,
  onFinding: (one: Finding) => void,
): Promise<number> {
  const manifest = await requireManifest(from);
  let errors = 0;
  const report = (found: readonly Finding[]) => {
    for (const one of found) {
      if (one.level === 'error') errors++;
      onFinding(one);
    }
  };
  report(await checkRows(from, manifest));
  // a damaged list of files says nothing of them
  if (errors === 0) report(await checkFiles(from, manifest, quick));
  return errors;
}
