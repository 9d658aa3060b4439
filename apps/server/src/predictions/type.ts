/** What differs between prediction types on the server: truth, figures, verdict, thresholds, and the proof of parity. */
import type {
  AnsweredThresholds,
  BoxReport,
  BoxSummary,
  ManifestLine,
  MaskReport,
  MaskSummary,
  PredictionOf,
  PredictionType,
  Probes,
  ScoreReport,
  ScoreSummary,
  TestImage,
  TextReport,
  TextSummary,
  Thresholds,
  ThresholdsOf,
  Verdict,
  VersionLabel,
  Words,
} from '@loupe/contract';
import type { Box } from '@loupe/geometry';
import type { Assessment, TextTruth } from '@loupe/metrics';
import type { Settings } from './graph.ts';
import type { Comparison } from './parity.ts';
import type { Proposes } from './proposals.ts';

export interface BoxTruth {
  /** Index of the version's label; −1 for an ignore region that counts for every class. */
  c: number;
  box: Box;
  ignore: boolean;
}
/** Of a whole image, and where its defects are, as rings in pixels of the image. */
export interface ScoreTruth {
  ng: boolean;
  width: number;
  height: number;
  defects: number[][][];
}
/** Of an image of so many pixels; rings in its pixels, even-odd over all rings of an object. */
export interface MaskTruth {
  width: number;
  height: number;
  items: (BoxTruth & {
    rings: readonly (readonly number[])[];
    /** Ignored, for its inside is not known; the image is not a good one because of it. */
    boxOnly?: true;
  })[];
}
/** Texts of an image of so many pixels. */
export interface TextsTruth {
  width: number;
  height: number;
  items: TextTruth[];
}
interface Truths {
  boxes: BoxTruth[];
  masks: MaskTruth;
  scoremap: ScoreTruth;
  texts: TextsTruth;
}
export type TruthOf<P extends PredictionType> = Truths[P];

export interface TestedImage<P extends PredictionType = PredictionType> {
  imageId: number;
  truth: TruthOf<P>;
  prediction: PredictionOf<P>;
}
/** Everything that figures are made from; plain data, so that it may go to another thread. */
export interface TestRows<P extends PredictionType = PredictionType> {
  labels: VersionLabel[];
  images: TestedImage<P>[];
}

/** A predicted image with its truth, and its line of the manifest. */
export interface TableRow<P extends PredictionType = PredictionType> {
  line: ManifestLine;
  tested: TestedImage<P>;
}
export interface TableInput<P extends PredictionType = PredictionType> {
  /** All predicted images by their ids; may be gone through more than once. */
  rows: () => AsyncIterable<TableRow<P>>;
  labels: readonly VersionLabel[];
  predicted: number;
  thresholds: Thresholds;
  /** Of the version's validation images, as its report has them. */
  scores: unknown;
}
/** In a form of the type's own. */
export type Table = Uint8Array | string;

/** What a summary says beside what every test has. */
type Common = 'thresholds' | 'images' | 'planned' | 'seen' | 'deleted' | 'changed' | 'seconds';
interface Summaries {
  boxes: Omit<BoxSummary, Common>;
  masks: Omit<MaskSummary, Common>;
  scoremap: Omit<ScoreSummary, Common>;
  texts: Omit<TextSummary, Common>;
}
export type SummaryOf<P extends PredictionType> = Summaries[P];
type OwnImage<S> = Omit<S, 'name' | 'width' | 'height'> & { wrong: boolean };
interface ImageFigures {
  boxes: OwnImage<Extract<TestImage, { type: 'boxes' }>>;
  masks: OwnImage<Extract<TestImage, { type: 'masks' }>>;
  scoremap: OwnImage<Extract<TestImage, { type: 'scoremap' }>>;
  texts: OwnImage<Extract<TestImage, { type: 'texts' }>>;
}
export type ImageFiguresOf<P extends PredictionType> = ImageFigures[P];
export interface Figures<P extends PredictionType = PredictionType> {
  summary: SummaryOf<P>;
  /** Worst first. */
  images: ImageFiguresOf<P>[];
}

/** Of a version, in the order of its classes. */
export type Labels = readonly { name: string; locates?: boolean | undefined }[];
/** Thresholds that somebody asks figures at, by their names; what is left out keeps its default. */
export type Asked = Readonly<Record<string, number>>;
/** What is on or off beside them. */
export type AskedSwitches = Readonly<Record<string, boolean>>;
export interface Judged {
  verdict: Verdict;
  /** Findings that made it so. */
  findings: number;
  /** The one score of the image, where it has one. */
  score: number | null;
  /** What was read, its start for a list; left out: it has no texts. */
  read?: string;
  /** In words, where rules decide; left out: the score says it. */
  reasons?: Words[];
}
/** What is known of an image beside its prediction. */
export interface Given {
  /** What should be read, as a request said it. */
  expected?: string | undefined;
  /** When it is judged; left out: now. */
  at?: Date;
}
interface Reports {
  boxes: BoxReport;
  masks: MaskReport;
  scoremap: ScoreReport;
  texts: TextReport;
}
export type ReportOf<P extends PredictionType> = Reports[P];
/** Scores of the validation images, where an image has one. */
export type Scores = ReportOf<'scoremap'>['scores'];

/** Methods, not functions in fields: so that the definition of one type is also one of any. */
export interface PredictionTypeDef<P extends PredictionType = PredictionType> {
  readonly type: P;
  /**
   * What a version has to find on an image; `classes`: index of each class of the manifest among its labels, −1: unknown;
   * `params`: what its last stage was trained with.
   */
  truthOf(line: ManifestLine, classes: readonly number[], params?: Readonly<Record<string, unknown>>): TruthOf<P>;
  /** How much work the figures are: candidates to match, pixels by the thousand. */
  effort(rows: TestRows<P>): number;
  evaluate(rows: TestRows<P>, thresholds: ThresholdsOf<P>): Promise<Figures<P>>;
  /** What a browser computes the figures at any threshold from. */
  table(input: TableInput<P>): Promise<Table>;
  judge(prediction: PredictionOf<P>, thresholds: ThresholdsOf<P>, labels: Labels, given?: Given): Judged;
  /** In the order in which answers and records list what was found; left out: as it was found. */
  ordered?(prediction: PredictionOf<P>): PredictionOf<P>;
  withAsked(defaults: ThresholdsOf<P>, asked: Asked, switches?: AskedSwitches): ThresholdsOf<P>;
  /**
   * `labels`: of the version that they are set for; then what it does not have is refused, and rules that nothing could be
   * judged by. Left out: they are stored already, and judge as ever.
   */
  parseThresholds(raw: unknown, labels?: Labels): ThresholdsOf<P>;
  /** Thresholds as answers and records have them, also of what was stored whole; left out: as they are. */
  answered?(thresholds: AnsweredThresholds): AnsweredThresholds;
  /** What the graph is given beside the image. */
  settingsOf(thresholds: ThresholdsOf<P>): Settings;
  /** What the thresholds make of what the graphs gave; left out: nothing. Parity compares what the graphs give. */
  finish?(prediction: PredictionOf<P>, thresholds: ThresholdsOf<P>, labels: Labels): PredictionOf<P>;
  /** How engine and server are compared before a version may be used; `defaults`: the settings of the version. */
  parity(report: ReportOf<P>, defaults: Settings): Comparison;
  /** Of a new version. */
  firstThresholds(report: ReportOf<P>, params: Record<string, unknown>): ThresholdsOf<P>;
  metricsOf(report: ReportOf<P>): Record<string, number | null>;
  scoresOf(report: ReportOf<P>): Scores | null;
  /** What it found of test defects; left out: nothing is tested so. */
  probesOf?(report: ReportOf<P>): Probes | null;
  /** What a person may make shapes of; left out: nothing. */
  readonly proposals?: Proposes<P>;
  /**
   * How good a version is, by the figures of its report as they were kept. Those of an older release may lack some.
   * `params`: of its first stage; they say what to do next, the level does not follow from them.
   */
  assess(figures: unknown, images: { train: number; val: number }, params: Record<string, unknown>): Assessment;
}
