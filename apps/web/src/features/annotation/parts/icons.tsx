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

export function KindIcon({ kind }: { kind: ShapeKind }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={shapeKinds[kind].icon} />
    </svg>
  );
}
