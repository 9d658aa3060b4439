/** A button that stands only where the signed-in person may do what it leads to: `<MayButton route="folderAdd" projectId={7}>`. */
import type { RouteName } from '@loupe/contract';
import { Button, type ButtonProps } from 'antd';
import { useMay } from '../core/access.ts';

export interface MayButtonProps extends ButtonProps {
  route: RouteName;
  /** As for `useMay`. */
  projectId: number | null | undefined;
}

export function MayButton({ route, projectId, ...button }: MayButtonProps) {
  return useMay()(route, projectId) ? <Button {...button} /> : null;
}
