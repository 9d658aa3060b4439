/** A family is everything that differs between detection, OCR and anomaly; the rest of the product is written once. */
import type { z } from 'zod';
import type { ShapeKind } from '../shapes.ts';
import type { ImageState } from '../datasets/images.ts';
import type { SetType } from '../datasets/datasets.ts';
import type { PredictionType } from '../predictions/index.ts';
import type { MessageKey } from '../core/messages.ts';
import type { DatasetRole, ModelType, ReaderPart, RecipeId } from './ids.ts';
import type { UploadFormat } from '../transfers/uploads.ts';
import type { Need, ParamTable, Words } from './params.ts';

export interface ModelTypeDef {
  id: ModelType;
  name: Words;
  /** Recipes in order; every version has one stage row for each. How the server chains them is in its `families/chains.ts`. */
  stages: readonly RecipeId[];
  /** What a version gives for an image: of one stage what its recipe gives, of several what their chain does. */
  prediction: PredictionType;
  shapes: readonly ShapeKind[];
  /** Data sets of this type alone train it; left out: of any type. */
  setType?: SetType;
}

/** How a training goes on from the weights of an earlier version. */
export interface StartDef {
  /** Parameters that weights are made for, each with what is said where another value is asked for. */
  same: Readonly<Record<string, MessageKey>>;
  /** Parameters that are taken over from the version and may be changed. */
  taken: readonly string[];
  /** Only versions trained so have weights to go on from. */
  needs?: Need;
}

type Values = Readonly<Record<string, unknown>>;

/** How long a training is by its parameters. */
export interface LengthDef {
  /** Minutes that were asked for; null where the length is counted otherwise. */
  minutes: (params: Values) => number | null;
  /** Steps of a training on so many images; null where only its engine finds out. */
  steps: (params: Values, images: number) => number | null;
  /**
   * Of a training that goes on from no version and cannot teach anything: the steps that it comes to, and parameters that
   * are long enough. `stepSeconds`: about what a step takes; null: not known, and then nothing is said of a time.
   */
  tooShort: (
    params: Values,
    images: number,
    stepSeconds: number | null,
  ) => { steps: number; instead: Readonly<Record<string, number>> } | null;
  /** About what an image of a step costs on one thread of a CPU, in seconds; left out: not known. */
  imageSeconds?: (params: Values, cpu: { bf16: boolean }) => number;
}

/** Parameters to choose at once. */
export interface Preset {
  id: string;
  name: Words;
  values: Values;
  /** Chosen for one stage, it is chosen for all that have it: no stage of a reader that learns nothing learns. */
  ofAllStages?: boolean;
}

/** Width and height of an image, in pixels. */
export type ImageSides = readonly [number, number];

export interface TooSmall {
  /** Of all objects, those below so many pixels at the training size. */
  percent: number;
  side: number;
  /** Each alone finds more of them, the best first. */
  instead: readonly Values[];
}

export interface SizeAdvice {
  /** How many percent of the drawn defects are too small; null where none is drawn. */
  percent: number | null;
  /** So many pixels of the largest image become one. */
  scale: number;
  /** What an image costs now, in milliseconds of a CPU core. */
  ms: number;
  /** The size to take; null: there is no larger one. */
  instead: { values: Values; ms: number } | null;
}

export interface RecipeDef {
  id: RecipeId;
  /** What it does as one of several stages. */
  stageName?: Words;
  /** Labels that its network finds for the stage behind it to look at. */
  locates?: (params: Values) => readonly string[];
  /** What a training chose of parameters that were left open, by the thresholds of its report. */
  chosen?: (params: Values, thresholds: Values) => Record<string, unknown>;
  /** Parameters that are open again where the stage stays as it is and one before it is trained again. */
  open?: Values;
  /** What its network gives. */
  prediction: PredictionType;
  table: ParamTable;
  params: z.ZodType<Record<string, unknown>, Record<string, unknown>>;
  paramsVersion: number;
  start: StartDef;
  /** Parts of the ready-made reader whose weights a training with these parameters begins with. */
  readerParts?: (params: Values) => readonly ReaderPart[];
  length?: LengthDef;
  /**
   * Where many objects are too small for a training with these parameters. `sides`: of objects, the side of a square as
   * large over the longest side of the image.
   */
  tooSmall?: (params: Values, sides: readonly number[]) => TooSmall | null;
  /**
   * What the form of a new training sets by itself for such objects, until the person chooses otherwise; whatever is set
   * of that now.
   */
  suited?: (params: Values, sides: readonly number[]) => Values | null;
  /**
   * What the form of a new training sets by itself so that no image is enlarged, until the person chooses otherwise. `longest`:
   * pixels of the longest side of all images.
   */
  fitted?: (params: Values, longest: number) => Values | null;
  /**
   * Where defects would vanish at this image size: why, and a larger size with its price. `images`: their sides; `sides`: of
   * drawn defects, as for `tooSmall`.
   */
  sizeAdvice?: (params: Values, images: readonly ImageSides[], sides: readonly number[]) => SizeAdvice | null;
  /** About what an image costs in use, in milliseconds of a CPU core; null: not known. */
  imageMs?: (params: Values, images: readonly ImageSides[]) => number | null;
  /** The form begins with `initial`. */
  presets?: { initial: string; all: readonly Preset[] };
  /** Image sizes below it are for trials, and for images that are no larger. */
  trialBelow?: number;
}

/** What the images of a data set are from the start, where its role says so: nobody has to mark them. */
export interface RoleDef {
  role: DatasetRole;
  /** Name of the data set that a model gets with this role; null for the project's own data sets. */
  name: Words | null;
  /** State of an image that arrives. */
  state: ImageState;
  /** Labels that the data set begins with, named in the language of who adds the model. */
  labels: readonly { name: Words; color: string }[];
  /** Name of the folder that the data set begins with, in the same language; else that of the role. */
  firstFolder?: Words;
  /** What says what is true of its images: the shapes that people draw, or this role. */
  truth: 'shapes' | 'role';
  /** Whether each image is for training or for tests (`ImagePart`). */
  hasParts: boolean;
  /** Its images never train: they are there to test versions on. */
  isForTests?: boolean;
  /** What its page says above the folders, and while there is no image; the next step is the next role, then training. */
  intro?: { empty: Words; text: Words; next: Words };
}

export interface Family {
  name: Words;
  /** Roles of data sets. Where they are not `pool`, each model owns one data set of each. */
  roles: readonly RoleDef[];
  shapes: readonly ShapeKind[];
  /** Kinds of archives that are taken; a folder always is. */
  archives: readonly Exclude<UploadFormat, 'folder'>[];
  modelTypes: readonly ModelTypeDef[];
}

/** Whether each model has data sets of its own, rather than choosing among those of its project. */
export const modelsOwnData = (family: Family): boolean => family.roles.every(({ name }) => name !== null);

/** Whether its shapes say something: only a text has a reading start, which four corners have. */
export const hasTexts = ({ shapes }: Pick<Family, 'shapes'>): boolean => shapes.includes('quad');

/** Kinds of shapes that images of a data set may carry: a segmentation set has no boxes. */
export const shapeKindsOf = (family: Family, setType: SetType): readonly ShapeKind[] =>
  setType === 'segmentation' ? family.shapes.filter((kind) => kind !== 'rect' && kind !== 'rrect') : family.shapes;
