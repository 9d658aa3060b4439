/** What the rest of the web app may use of transfers: how images come in and go out, from any screen. */
export { AddImages } from './parts/AddImages.tsx';
export { useArchiveWords } from './parts/archives.ts';
export { askUpload, useMayUpload, useUploadPlace } from './parts/ask.ts';
export { DropZone } from './parts/DropZone.tsx';
export { useExport } from './parts/use-export.tsx';
export { connectUploads } from './parts/sending.ts';
export { UploadManager } from './parts/UploadManager.tsx';
