/** The dialog of exports, asked for a data set or one of its folders. */
import { useState, type ReactNode } from 'react';
import { ExportDialog, type ExportSubject } from './ExportDialog.tsx';

export function useExport(): { ask: (subject: ExportSubject) => void; dialog: ReactNode } {
  const [subject, setSubject] = useState<ExportSubject | null>(null);
  return { ask: setSubject, dialog: <ExportDialog subject={subject} onClose={() => setSubject(null)} /> };
}
