// What a training came to, in one word, from its figures and from how many images they stand on (docs/decisions/0024).

import { betaQuantile, clopperPearson } from './beta.ts';
import type { OverkillLack } from './overkill.ts';

/** `unsure`: too few images or objects to tell. From bad to good. */
export const ASSESSMENT_LEVELS = ['notLearned', 'unsure', 'weak', 'usable', 'good'] as const;
export type AssessmentLevel = (typeof ASSESSMENT_LEVELS)[number];

/** What is said about it: the name of a text, and what stands in its gaps. */
export type AssessmentNote<Code extends string = string> = {
  readonly code: Code;
  readonly args: Readonly<Record<string, string | number>>;
};
export const ASSESSMENT_REASONS = [
  'found',
  'foundNothing',
  'fewSteps',
  'noCounts',
  'noTruths',
  'labelsMissed',
  'auroc',
  'aurocOnly',
  'atThreshold',
  'probes',
  'probesNone',
  'noNg',
  'noOk',
  'fewImages',
  'fewObjects',
  'fewOk',
  'fewNg',
  'wordsRead',
  'textsFound',
  'noTyped',
] as const;
export const ASSESSMENT_STEPS = [
  'trainLonger',
  'checkLabels',
  'checkShapes',
  'checkTexts',
  'moreTraining',
  'moreValidation',
  'moreValidationImages',
  'moreValidationObjects',
  'stillMoreValidation',
  'addNg',
  'addOk',
  'addOkHeld',
  'addOkJudged',
  'testFirst',
  'lookAtMisses',
  'threshold',
  'typeTexts',
] as const;
export type AssessmentReason = (typeof ASSESSMENT_REASONS)[number];
export type AssessmentStep = (typeof ASSESSMENT_STEPS)[number];

export type Assessment = {
  readonly level: AssessmentLevel;
  readonly why: readonly AssessmentNote<AssessmentReason>[];
  readonly next: readonly AssessmentNote<AssessmentStep>[];
  /** Whether the threshold that the training chose stands on enough to be offered. */
  readonly hasThreshold: boolean;
};

export type BoxEvidence = {
  /** Images that trained, and that validated. */
  readonly train: number;
  readonly val: number;
  readonly map50: number | null;
  /** Where F1 is best. */
  readonly precision: number | null;
  readonly recall: number | null;
  /** Of the validation; null where it was not kept. */
  readonly labels: readonly { readonly name: string; readonly ap50: number | null; readonly truths: number }[] | null;
};

export type ScoreEvidence = {
  readonly train: number;
  readonly auroc: number | null;
  /** Share of OK images judged NG, and of NG images found, at the threshold of the training. */
  readonly falseReject: number | null;
  readonly trueReject: number | null;
  /** Images of the validation; null where it was not kept. */
  readonly ok: number | null;
  readonly ng: number | null;
  /** Test defects that it found of those that were tried; null or left out: it was not tested so. */
  readonly probes?: { readonly found: number; readonly tried: number } | null;
  /** What the target overkill lacks; null or left out: nothing, or nobody knows. */
  readonly lack?: OverkillLack | null;
};

type Limits = { readonly floor: number; readonly usable: Bar; readonly good: Bar };
/** What the figure must reach, and what the lower bound of what was counted must reach. */
type Bar = { readonly figure: number; readonly low: number };
/** A figure, the lower bound that goes with it, and the smallest count that both stand on. */
type Evidence = { readonly figure: number; readonly low: number; readonly count: number };

const boxLimits: Limits = { floor: 0.1, usable: { figure: 0.5, low: 0.4 }, good: { figure: 0.75, low: 0.7 } };
const scoreLimits: Limits = { floor: 0.6, usable: { figure: 0.8, low: 0.8 }, good: { figure: 0.9, low: 0.9 } };
/** Fewer than this and even "found nothing" may be chance. */
const leastCount = 3;
/** From so many on, bounds that are too wide are the model's fault and not that of the counting. */
const fairCount = 30;
const leastImages = 10;
/** Of a label that is said to be missed. */
const labelTruths = 5;
/** Hits below which the best threshold is the threshold of a few lucky boxes. */
const leastHits = 5;
const fewTraining = 50;
/** Test defects from so many on of which one that sees anything finds some. */
const leastProbes = 30;

/** What a threshold has to stand on before it is offered: a mean AP that is more than chance, hits, OK images. */
export const THRESHOLD_EVIDENCE = { learned: boxLimits.floor, hits: leastHits, good: leastImages } as const;

const percent = (share: number): number => Math.round(share * 100);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** To be called fit needs proof; to be called unfit needs only that there is none (decision 0024). */
function levelOf({ figure, low, count }: Evidence, isWide: boolean, limits: Limits): AssessmentLevel {
  if (count < leastCount) return 'unsure';
  if (figure < limits.floor) return 'notLearned';
  if (isWide) return 'unsure';
  const reaches = (bar: Bar): boolean => figure >= bar.figure && low >= bar.low;
  if (reaches(limits.good)) return 'good';
  if (reaches(limits.usable)) return 'usable';
  return count < fairCount ? 'unsure' : 'weak';
}

/** More to validate with, where a person cannot tell yet: of images and objects those that are short. */
function validationStep({ val, labels }: BoxEvidence): Assessment['next'][number] {
  const truths = labels && sum(labels.map((label) => label.truths));
  const areImagesShort = val < leastImages;
  const areObjectsShort = truths === null || truths < fairCount;
  if (truths !== null && areObjectsShort && !areImagesShort)
    return { code: 'moreValidationObjects', args: { truths, objects: fairCount } };
  if (areImagesShort && !areObjectsShort) return { code: 'moreValidationImages', args: { val, images: leastImages } };
  return { code: 'moreValidation', args: { val, images: leastImages, objects: fairCount } };
}

/** What a person can do about a detector of this level. */
function boxSteps(level: AssessmentLevel, evidence: BoxEvidence): Assessment['next'] {
  const { train } = evidence;
  const more = train < fewTraining ? [{ code: 'moreTraining', args: { train, wanted: fewTraining } } as const] : [];
  const checks = { code: 'checkShapes', args: {} } as const;
  const longer = { code: 'trainLonger', args: {} } as const;
  switch (level) {
    case 'notLearned':
    case 'weak':
      return [longer, ...more, checks];
    case 'unsure':
      return [validationStep(evidence), ...more];
    case 'usable':
      return [
        { code: 'testFirst', args: {} },
        { code: 'lookAtMisses', args: {} },
      ];
    case 'good':
      return [{ code: 'testFirst', args: {} }];
  }
}

/** Only what is short: a number that is enough, told as too few, sends a person looking for the wrong images. */
const short = (code: AssessmentReason, count: number, wanted: number): Assessment['why'] =>
  count < wanted ? [{ code, args: { count, wanted } }] : [];
const fewBoxes = (val: number, truths: number): Assessment['why'] => [
  ...short('fewImages', val, leastImages),
  ...short('fewObjects', truths, fairCount),
];
const fewScores = (ok: number, ng: number): Assessment['why'] => [
  ...short('fewOk', ok, fairCount),
  ...short('fewNg', ng, fairCount),
];

/**
 * Of a training that warned that its steps were few: to train longer comes first, whatever else is missing. More images
 * for the same few steps would not make it better.
 */
export function withFewSteps(assessment: Assessment, count: number): Assessment {
  return {
    ...assessment,
    why: [...assessment.why, { code: 'fewSteps', args: { count } }],
    next: [{ code: 'trainLonger', args: {} }, ...assessment.next.filter(({ code }) => code !== 'trainLonger')],
  };
}

/** A detector, by what it found of the objects of its validation images. */
export function assessBoxes(evidence: BoxEvidence): Assessment {
  const { val, map50, precision, recall, labels } = evidence;
  const shown = (map50 ?? 0).toFixed(3);
  const unsure = (why: Assessment['why']): Assessment => ({
    level: 'unsure',
    why,
    next: boxSteps('unsure', evidence),
    hasThreshold: false,
  });
  if (map50 === null || precision === null || recall === null) return unsure([{ code: 'noCounts', args: {} }]);
  if (!labels) {
    if (map50 >= boxLimits.floor) return unsure([{ code: 'noCounts', args: {} }]);
    const why = [{ code: 'foundNothing', args: { map50: shown, val } } as const];
    return { level: 'notLearned', why, next: boxSteps('notLearned', evidence), hasThreshold: false };
  }
  const truths = sum(labels.map((label) => label.truths));
  if (truths === 0) return unsure([{ code: 'noTruths', args: { val } }]);
  const hits = Math.round(recall * truths);
  const reported = precision > 0 ? Math.max(hits, Math.round(hits / precision)) : 0;
  const found = clopperPearson(hits, truths);
  const right = clopperPearson(hits, reported);
  const low = Math.min(found.low, right.low);
  const isWide = val < leastImages;
  const first = levelOf({ figure: map50, low, count: truths }, isWide, boxLimits);
  const missed = labels.filter((one) => one.truths >= labelTruths && (one.ap50 ?? 0) < boxLimits.floor);
  // a label that is never found is hidden in a mean
  const level = first === 'good' && missed.length > 0 ? 'usable' : first;
  const bounds = { low: percent(found.low), high: percent(found.high) };
  return {
    level,
    why: [
      { code: 'found', args: { map50: shown, hits, truths, val, reported, ...bounds } },
      ...(level === 'unsure' ? fewBoxes(val, truths) : []),
      ...(missed.length > 0 && level !== 'notLearned'
        ? [{ code: 'labelsMissed', args: { labels: missed.map(({ name }) => name).join(', ') } } as const]
        : []),
    ],
    next: boxSteps(level, evidence),
    hasThreshold: level !== 'notLearned' && hits >= leastHits,
  };
}

/** How many OK images to add, where the target overkill says it; else that more of them help. */
function okSteps({ train, ok, lack }: ScoreEvidence): Assessment['next'] {
  if (lack) {
    const { isHeld, ...args } = lack;
    return [{ code: isHeld ? 'addOkHeld' : 'addOkJudged', args }];
  }
  return train < fewTraining || (ok ?? 0) < fairCount ? [{ code: 'addOk', args: { train } }] : [];
}

function scoreSteps(level: AssessmentLevel, evidence: ScoreEvidence, missesTooMany: boolean): Assessment['next'] {
  const { ng } = evidence;
  const moreNg = { code: 'addNg', args: { ng: ng ?? 0, wanted: fairCount } } as const;
  const moreOk = okSteps(evidence);
  const threshold = missesTooMany ? [{ code: 'threshold', args: {} } as const] : [];
  switch (level) {
    case 'notLearned':
    case 'weak':
      return [{ code: 'trainLonger', args: {} }, ...moreOk, { code: 'checkLabels', args: {} }, ...threshold];
    case 'unsure':
      if ((ng ?? 0) >= fairCount && moreOk.length === 0) return [{ code: 'testFirst', args: {} }];
      return [...((ng ?? 0) < fairCount ? [moreNg] : []), ...moreOk];
    case 'usable':
      return [...threshold, { code: 'testFirst', args: {} }, { code: 'lookAtMisses', args: {} }];
    case 'good':
      return [{ code: 'testFirst', args: {} }];
  }
}

/**
 * Bounds of an area under the ROC: as of a share of the rarer kind's images. Its variance is never larger than that
 * (Birnbaum and Klose, Ann. Math. Statist. 28, 1957), so they are cautious; and they hold at 1, where the usual
 * estimate of the variance is 0.
 */
export function aurocBounds(area: number, good: number, bad: number): { low: number; high: number } {
  const n = Math.min(good, bad);
  const hits = area * n;
  return {
    low: hits <= 0 ? 0 : betaQuantile(0.025, hits, n - hits + 1),
    high: hits >= n ? 1 : betaQuantile(0.975, hits + 1, n - hits),
  };
}

/** What is said of test defects, and whether none of so many was found. */
function probeWords({ probes }: ScoreEvidence): { why: Assessment['why']; isBlind: boolean } {
  if (!probes) return { why: [], isBlind: false };
  const isBlind = probes.found === 0 && probes.tried >= leastProbes;
  return { why: [{ code: isBlind ? 'probesNone' : 'probes', args: { ...probes } }], isBlind };
}

/** Scores that part well are of no use at a threshold that lets most defects pass, real ones or drawn ones. */
function bounded(level: AssessmentLevel, missesTooMany: boolean, isBlind: boolean): AssessmentLevel {
  if (level === 'good' && (missesTooMany || isBlind)) return 'usable';
  return level === 'unsure' && isBlind ? 'weak' : level;
}

/** A detector of anomalies, by how well its scores part the OK and NG images of its validation. */
export function assessScores(evidence: ScoreEvidence): Assessment {
  const { auroc, ok, ng, falseReject, trueReject } = evidence;
  const probes = probeWords(evidence);
  // where real defects say nothing, finding none of the drawn ones does
  const untold: AssessmentLevel = probes.isBlind ? 'weak' : 'unsure';
  const unsure = (why: Assessment['why']): Assessment => ({
    level: untold,
    why: [...why, ...probes.why],
    next: scoreSteps(untold, evidence, false),
    // it comes from the OK images alone
    hasThreshold: (ok ?? 0) >= leastImages,
  });
  if (ng === 0) return unsure([{ code: 'noNg', args: {} }]);
  if (ok === 0) return unsure([{ code: 'noOk', args: {} }]);
  if (auroc === null) return unsure([{ code: 'noCounts', args: {} }]);
  const area = auroc.toFixed(3);
  if (ok === null || ng === null) {
    if (auroc >= scoreLimits.floor) return unsure([{ code: 'noCounts', args: {} }]);
    const why = [{ code: 'aurocOnly', args: { area } } as const];
    return { level: 'notLearned', why, next: scoreSteps('notLearned', evidence, false), hasThreshold: false };
  }
  const count = Math.min(ok, ng);
  const { low, high } = aurocBounds(auroc, ok, ng);
  const first = levelOf({ figure: auroc, low, count }, false, scoreLimits);
  const missesTooMany = trueReject !== null && trueReject < scoreLimits.usable.figure;
  const level = bounded(first, missesTooMany, probes.isBlind);
  const bounds = { low: low.toFixed(2), high: high.toFixed(2) };
  const at =
    trueReject === null || falseReject === null
      ? []
      : [
          {
            code: 'atThreshold',
            args: { caught: Math.round(trueReject * ng), ng, overkill: Math.round(falseReject * ok), ok },
          } as const,
        ];
  return {
    level,
    why: [
      { code: 'auroc', args: { area, ok, ng, ...bounds } },
      ...at,
      ...probes.why,
      ...(level === 'unsure' ? fewScores(ok, ng) : []),
    ],
    next: scoreSteps(level, evidence, missesTooMany),
    hasThreshold: level !== 'notLearned',
  };
}
