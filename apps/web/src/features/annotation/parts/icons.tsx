/** Icons of the tools, drawn so that they differ in form at 18 px. */
import type { ShapeKind } from '@loupe/contract';
import type { ReactNode } from 'react';
import { shapeKinds, type ToolName } from '../../../canvas/index.ts';

function Icon({ children }: { children: ReactNode }) {
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
      {children}
    </svg>
  );
}

const corners = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y]) => <circle key={`${x}-${y}`} cx={x} cy={y} r="1.7" fill="currentColor" stroke="none" />);

export const toolIcons: { readonly [T in ToolName]: ReactNode } = {
  select: (
    <Icon>
      <path d="M4 2.5 14 9l-4.6 1.1L6.8 14.5Z" />
    </Icon>
  ),
  rectangle: (
    <Icon>
      <rect x="2.5" y="4" width="13" height="10" />
    </Icon>
  ),
  polygon: (
    <Icon>
      <path d="M9 2.8 15.4 7.4 13 15H5L2.6 7.4Z" />
      {corners([
        [9, 2.8],
        [15.4, 7.4],
        [13, 15],
        [5, 15],
        [2.6, 7.4],
      ])}
    </Icon>
  ),
  pan: (
    <Icon>
      <path d="M9 1.8v14.4M1.8 9h14.4M7 3.8l2-2 2 2M7 14.2l2 2 2-2M3.8 7l-2 2 2 2M14.2 7l2 2-2 2" />
    </Icon>
  ),
};

export function KindIcon({ kind }: { kind: ShapeKind }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={shapeKinds[kind].icon} />
    </svg>
  );
}
