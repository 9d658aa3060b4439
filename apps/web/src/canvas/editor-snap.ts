// Where a point is put: on what is near it while snapping is on, or Ctrl is held instead.

import { clampToImage } from '@loupe/geometry';
import { snapTarget } from './snap.ts';
import type { ImagePoint } from '@loupe/geometry';
import type { Editor } from './editor-state.ts';
import type { Pointer } from './tools/tool.ts';

/** Screen pixels. */
const SNAP_REACH = 8;

export function placePoint(editor: Editor, p: Pointer, except?: string): ImagePoint {
  const { doc, index, view } = editor;
  const isOn = editor.isSnapping !== p.ctrl;
  const within = SNAP_REACH / view.transform.scale;
  editor.snapped = isOn ? snapTarget(index, p.image, doc, within, except ?? null) : null;
  return editor.snapped ?? clampToImage(p.image, doc.width, doc.height);
}
