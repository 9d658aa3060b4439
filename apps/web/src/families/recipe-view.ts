/** What the screens show of a training: which curves, and which parameters tell trainings apart. */
import type { ParseKeys } from 'i18next';

export interface CurveLine {
  name: string;
  text: ParseKeys;
  dashed?: boolean;
  /** Where it has no point there is no line, not even in the legend. */
  optional?: boolean;
}
export interface CurveCard {
  key: string;
  title: ParseKeys;
  lines: readonly CurveLine[];
  yMin?: number;
  yMax?: number;
  /** May be drawn on a logarithmic axis. */
  log?: boolean;
  /** Drawn for trainings with this method alone. */
  method?: string;
}
export interface RecipeView {
  /** Parameters that tell trainings apart. */
  readonly params: readonly string[];
  /** Those of them that stand in a list of versions, under which title; below them in small those that tell less. */
  readonly version: { title: ParseKeys; params: readonly string[]; more: readonly string[] };
  readonly curves: readonly CurveCard[];
  /** A curve for each label, beside the others. */
  readonly hasLabelCurves: boolean;
}
