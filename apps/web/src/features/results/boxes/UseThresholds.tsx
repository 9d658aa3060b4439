/** The thresholds of the moment, for the version of a test of boxes. */
import { useVersion } from '../../models/api.ts';
import { UseThresholds as Use } from '../shared/UseThresholds.tsx';
import type { Result } from './use-result.ts';

const near = (a: number | null | undefined, b: number | null | undefined): boolean =>
  Math.abs((a ?? -1) - (b ?? -1)) < 1e-9;

export function UseThresholds({ result }: { result: Result }) {
  const { now, summary, task } = result;
  const version = useVersion(task.versionId ?? 0);
  // A test of boxes is of a version whose thresholds are those of boxes.
  if (!version || !('confidence' in version.thresholds)) return null;
  const { confidence, iou, review } = now;
  const used = version.thresholds;
  const isUsed = near(used.confidence, confidence) && near(used.iou, iou) && near(used.review, review);
  const thresholds = { confidence, iou, nms: summary.thresholds.nms, ...(review === null ? {} : { review }) };
  return <Use version={version} testId={task.id} thresholds={thresholds} isUsed={isUsed} />;
}
