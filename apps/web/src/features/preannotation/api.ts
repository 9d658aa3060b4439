/** What other features may use of pre-annotation. */
export { DecideDialog, type Decision } from './parts/DecideDialog.tsx';
export { PreannotateDialog } from './parts/PreannotateDialog.tsx';
export { PreannotationBar } from './parts/PreannotationBar.tsx';
export { PreannotationNotes } from './parts/PreannotationNotes.tsx';
export { SimilarDialog, type SimilarSubject } from './parts/SimilarDialog.tsx';
export type { PreannotateSubject } from './parts/subject.ts';
