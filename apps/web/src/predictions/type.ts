/** What differs between prediction types on the screens: thresholds, the score that decides, and the figures of a version. */
import type { PredictionOf, PredictionType, TextRule, ThresholdsOf } from '@loupe/contract';
import type { ParseKeys, TFunction } from 'i18next';
import type { ComponentType } from 'react';

/** Of labels that have their own. */
export type ByLabel = Readonly<Record<string, number>>;
/** Rules of single labels, each with fields of its own. */
export type RulesByLabel = Readonly<Record<string, Readonly<Record<string, number | string | undefined>>>>;
/** Thresholds while a person fills them in: the one that decides may not be set yet. */
export type OpenThresholds = Readonly<
  Record<string, number | boolean | ByLabel | RulesByLabel | readonly TextRule[] | undefined>
>;

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
  /** Only some versions have it: those of several stages. */
  optional?: boolean;
  /** The figure that counts the images which a share is of; left out of versions of earlier releases. */
  readonly of?: string;
}

export interface Deciding {
  top: number | null;
  ng: number;
  review: number | null;
}

/** Rules beside the thresholds: on the size of objects, or on texts. */
export interface RulesDef {
  /** What is still to be filled in or put right, in words; null: nothing. Left out: they are always whole. */
  faultOf?(thresholds: OpenThresholds, t: TFunction): string | null;
  /** In words, for a list of facts. */
  rows(thresholds: object, t: TFunction): [string, string][];
  readonly Input: ComponentType<{
    thresholds: OpenThresholds;
    labels: readonly { name: string; color: string }[];
    /** Saving was refused: what is still empty is red, too. */
    isChecked: boolean;
    onChange: (to: OpenThresholds) => void;
  }>;
}

/** Methods, not functions in fields: so that the definition of one type is also one of any. */
export interface PredictionTypeDef<P extends PredictionType = PredictionType> {
  readonly type: P;
  /** What a person sets for an online entry; the first one makes an image NG, and the grey zone ends at it. */
  readonly fields: readonly ThresholdField[];
  /** Where thresholds that nobody has set come from, in words; left out: from the validation images, where these suffice. */
  readonly ownThresholds?: ParseKeys;
  /** `false`: no grey zone below the first one. */
  readonly hasZone?: boolean;
  /** The field that single labels may have their own of, by name. */
  readonly byLabel?: ThresholdField;
  /** Rules that a person sets beside them; left out: none. */
  readonly rules?: RulesDef;
  /** What is either on or off beside them; left out: nothing. */
  readonly switches?: readonly ThresholdField[];
  /** Figures of a version, in the order of its list. */
  readonly metrics: readonly MetricColumn[];
  /** Figures of a test, by the names of its summary, for a list of tests: the first stands there, the others beside it. */
  readonly tested?: readonly MetricColumn[];
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
  deciding?(
    prediction: PredictionOf<P>,
    thresholds: ThresholdsOf<P>,
    labels: readonly { name: string; locates?: boolean | undefined }[],
  ): Deciding;
}
