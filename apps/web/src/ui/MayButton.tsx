/** A button that stands only where the signed-in person may do what it leads to: `<MayButton route="folderAdd" projectId={7}>`. */
import type { RouteName } from '@loupe/contract';
import { Button, Tooltip, type ButtonProps } from 'antd';
import { useMay } from '../core/access.ts';

export interface MayButtonProps extends ButtonProps {
  route: RouteName;
  /** As for `useMay`. */
  projectId: number | null | undefined;
  /** Why it cannot be done now: the button is disabled, and says so. */
  reason?: string | null;
}

export function MayButton({ route, projectId, reason = null, ...button }: MayButtonProps) {
  if (!useMay()(route, projectId)) return null;
  if (reason === null) return <Button {...button} />;
  return (
    <Tooltip title={reason}>
      <Button {...button} disabled />
    </Tooltip>
  );
}
