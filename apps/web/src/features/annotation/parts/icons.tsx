/** Icons of tools and of kinds of shapes; their lines are in the registries of the canvas. */
import type { ShapeKind } from '@loupe/contract';
import { shapeKinds, type ToolInfo } from '../../../canvas/index.ts';

export function ToolIcon({ icon: { lines, dots = [] } }: Pick<ToolInfo, 'icon'>) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={lines} />
      {dots.map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="1.7" fill="currentColor" stroke="none" />
      ))}
    </svg>
  );
}

/** A region to ignore: hatched, as on the image. */
export function IgnoreIcon() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M1.5 1.5h11v11h-11ZM1.5 6.5l5-5M1.5 11.5l10-10M7.5 12.5l5-5" />
    </svg>
  );
}

/** Two shapes as one. */
export function UniteIcon() {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="currentColor"
      fillOpacity="0.3"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path d="M1.5 1.5h7v4h4v7h-7v-4h-4Z" />
    </svg>
  );
}

/** One shape without another. */
export function SubtractIcon() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M1.5 1.5h7v4h-3v3h-4Z" fill="currentColor" fillOpacity="0.3" />
      <path d="M8.5 5.5h4v7h-7v-4" strokeDasharray="2 1.5" />
    </svg>
  );
}

export function KindIcon({ kind }: { kind: ShapeKind }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={shapeKinds[kind].icon} />
    </svg>
  );
}
