/** What differs between prediction types on the screens: thresholds, the score that decides, and the figures of a version. */
import type { PredictionOf, PredictionType, ThresholdsOf } from '@loupe/contract';
import type { ParseKeys } from 'i18next';

export interface ThresholdField {
  key: string;
  label: ParseKeys;
  help: ParseKeys;
}
export interface MetricColumn {
  key: string;
  title: ParseKeys;
  /** A share, told in percent. */
  share?: boolean;
  /** Told where the figure before it is pointed at: a list has no room for it. */
  aside?: boolean;
}

export interface Deciding {
  top: number | null;
  ng: number;
  review: number | null;
}

/** Methods, not functions in fields: so that the definition of one type is also one of any. */
export interface PredictionTypeDef<P extends PredictionType = PredictionType> {
  readonly type: P;
  /** What a person sets for an online entry; the first one makes an image NG, and the grey zone ends at it. */
  readonly fields: readonly ThresholdField[];
  /** The field that single labels may have their own of, by name. */
  readonly byLabel?: ThresholdField;
  /** What is either on or off beside them; left out: nothing. */
  readonly switches?: readonly ThresholdField[];
  /** Figures of a version, in the order of its list. */
  readonly metrics: readonly MetricColumn[];
  /** Words of a certificate: what is counted, and each difference by its name, with its unit. */
  readonly certificate: {
    compared: ParseKeys;
    deltas: Readonly<Record<string, { title: ParseKeys; unit?: ParseKeys }>>;
  };
  /** From this score on an image is NG, and from `review` on a person looks. */
  zoneOf(thresholds: ThresholdsOf<P>): { ng: number; review: number | null };
  /** The score that decides; null where nothing was found. */
  topScore(prediction: PredictionOf<P>): number | null;
  /** Where labels have thresholds of their own: the score that decides beside those that it is judged by; left out: the above. */
  deciding?(prediction: PredictionOf<P>, thresholds: ThresholdsOf<P>, labels: readonly { name: string }[]): Deciding;
}
