/** Prediction type `texts`: where texts are, as quadrilaterals in reading direction, and what they say. */
import { z } from 'zod';
import { Count, Id, Probability } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { parityCaseOfAll, reportOfAll, summaryOfAll, testedOfAll } from './parts.ts';
import type { PredictionDef } from './registry.ts';
import { AnsweredTextRule, NewTextRule, TextRule } from './text-rules.ts';
import { Verdict } from './verdict.ts';

export * from './text-rules.ts';

/** In pixels of the image: start of the line at its top, end at its top, end at its bottom, start at its bottom. */
export const TextQuad = z.array(z.number()).length(8);

export const PredictedText = z.object({
  quad: TextQuad,
  /** Of the region: mean probability that there is text. */
  score: Probability,
  /** Null: found, and not read. */
  text: z
    .string()
    .max(2 * limits.textColumns)
    .nullable(),
  /** Mean of the scores of its characters; null where it was not read. */
  textScore: Probability.nullable(),
  /** One for each character. */
  charScores: z.array(Probability).max(limits.textColumns),
});
export type PredictedText = z.infer<typeof PredictedText>;
export const Texts = z.object({ type: z.literal('texts'), items: z.array(PredictedText).max(limits.predictionMax) });
export type Texts = z.infer<typeof Texts>;

export const TextThresholds = z.strictObject({
  /** Cells of the map with at least this probability are text. */
  binary: Probability,
  /** Regions with a lower mean probability are dropped. */
  box: Probability,
  /** How far regions are grown: area × this ÷ perimeter. */
  unclip: z.number().min(0).max(3),
  /** Share of its height that is cut from the top and from the bottom of a region before it is read. */
  edgeCut: z.number().min(0).max(0.5),
  /** A text below it is for a person to look at. */
  textScore: Probability,
  /** Texts that are read are compared regardless of case, in rules and in figures. */
  ignoreCase: z.boolean().optional(),
  /** What has to hold of the texts on an image; none: each image with a text is OK. */
  rules: z
    .array(TextRule)
    .max(limits.textRules)
    .describe(
      'Rules on texts are for texts that were read. A region in which nothing was read beside others makes the image one for review; if nothing was read at all it is NG, unless a rule allows for no text',
    ),
});
export type TextThresholds = z.infer<typeof TextThresholds>;
/** As answers and records have them. */
export const AnsweredTextThresholds = TextThresholds.extend({
  rules: z.array(AnsweredTextRule).max(limits.textRules),
});
export type AnsweredTextThresholds = z.infer<typeof AnsweredTextThresholds>;
/** As they are set. */
export const NewTextThresholds = TextThresholds.extend({ rules: z.array(NewTextRule).max(limits.textRules) });

/** A share of so many; null of none. */
const Share = z.number().nullable();
/** Texts of one length, and how many of them were read right. */
const LengthGroup = z.object({ from: Count, to: Count, texts: Count, right: Count });
/** A character that was read as another one; '' where it was left out, or where there is none. */
const Confusion = z.object({ truth: z.string().max(8), read: z.string().max(8), count: Count });
const CharacterRow = z.object({ character: z.string().max(8), truths: Count, right: Count });

/** Figures of a test. Of what is null nothing can be said: no truth of the kind, or a model that only finds or only reads. */
export const TextSummary = z.object({
  type: z.literal('texts'),
  thresholds: TextThresholds,
  ...summaryOfAll,
  /** Texts that are annotated (those to ignore left out), of these typed, and texts that were found. */
  truths: Count,
  typed: Count,
  found: Count,
  precision: Share,
  recall: Share,
  hmean: Share,
  wordAccuracy: Share,
  /** One minus the mean of edit distance over length. */
  oneMinusNed: Share,
  charAccuracy: Share,
  endToEnd: Share,
  byLength: z.array(LengthGroup).max(limits.ocrChartGroups),
  characters: z.array(CharacterRow).max(limits.ocrChartGroups),
  confusions: z.array(Confusion).max(limits.ocrChartGroups),
  /** Images by verdict. */
  verdicts: z.object({ ok: Count, review: Count, ng: Count }),
});
export type TextSummary = z.infer<typeof TextSummary>;
/** `tp`: found and, where typed, read right; `misread`: found and read wrong; `fp`: found where there is none; `fn`: not found. */
export const TextImage = z.object({
  type: z.literal('texts'),
  ...testedOfAll,
  tp: Count,
  misread: Count,
  fp: Count,
  fn: Count,
  verdict: Verdict,
});

const figure = z.number().min(0).max(1).nullable();
/** `firm`: rounding cannot change what it says, or whether it is found. */
const ParityText = z.object({
  quad: TextQuad,
  score: z.number(),
  text: z.string().nullable(),
  textScore: z.number().nullable(),
  firm: z.boolean(),
});
/** Of a recipe that finds or reads texts, and of both together. Figures are those of the validation images. */
export const TextReport = z.object({
  prediction: z.literal('texts'),
  ...reportOfAll,
  metrics: z.object({
    /** Null where the model reads only. */
    det_precision: figure,
    det_recall: figure,
    det_hmean: figure,
    /** Null where the model finds only. */
    word_accuracy: figure,
    one_minus_ned: figure,
    char_accuracy: figure,
    end_to_end: figure,
  }),
  thresholds: z.object({
    binary: z.number().min(0).max(1),
    box: z.number().min(0).max(1),
    unclip: z.number().min(0).max(3),
    textScore: z.number().min(0).max(1),
  }),
  parity: z.object({
    min_texts: z.int().min(0).max(1e6),
    /** Texts are compared from this score of the region on. */
    score_threshold: z.number().min(0).max(1),
    tolerance: z.object({ quad_px: z.number(), score: z.number() }),
    cases: z.array(z.object({ ...parityCaseOfAll, texts: z.array(ParityText) })),
  }),
});
export type TextReport = z.infer<typeof TextReport>;

/** What a browser computes the figures of a test from, at any threshold. */
export const TextTable = z.object({
  images: z.array(
    z.object({
      imageId: Id,
      name: z.string(),
      /** Of its truth. */
      revision: Count,
      /** A model that only reads took the image as one text. */
      isWhole: z.boolean(),
      truths: z.array(z.object({ ring: z.array(z.number()), text: z.string().nullable(), ignore: z.boolean() })),
      items: z.array(PredictedText),
    }),
  ),
  /** Images that were left out, so that the whole stays within `limits.textRows` texts. */
  leftOut: Count,
});
export type TextTable = z.infer<typeof TextTable>;

export const textsDef = {
  type: 'texts',
  prediction: Texts,
  thresholds: TextThresholds,
  answered: AnsweredTextThresholds,
  summary: TextSummary,
  image: TextImage,
  report: TextReport,
} satisfies PredictionDef;
