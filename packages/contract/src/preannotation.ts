/**
 * Pre-annotation: a model proposes shapes, by task for many images or at once for one. Proposals lie apart from what people
 * drew; a person makes shapes of them by ops.
 */
import { z } from 'zod';
import { AssessmentLevel } from './assessment.ts';
import { Color, Count, Id, Probability, Time, Uuid } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { route } from './core/route.ts';
import { ImageSelection, SelectionCursor } from './datasets/images.ts';
import { Shape } from './shapes.ts';
import { Task } from './tasks/tasks.ts';

/** A shape that a model proposes. Accepted, it becomes a shape with this id, so that two people who accept it make one. */
export const Proposal = Shape.pick({ id: true, labelId: true, kind: true, points: true, parts: true }).extend({
  score: Probability,
  /** What a model reads there; left out: it reads nothing. */
  text: z.string().max(limits.shapeText).nullable().optional(),
});
export type Proposal = z.infer<typeof Proposal>;

/** Who proposes: a version of a model, or a search for what is similar to examples. What both say of an image stands side by side. */
export const ProposalSource = z.enum(['version', 'similar']);
export type ProposalSource = z.infer<typeof ProposalSource>;

/**
 * What one source proposes for an image. A run replaces what is undecided of its own source alone; of an earlier version
 * what was turned down is kept.
 */
export const ImageProposals = z.object({
  source: ProposalSource,
  /** Null where the source is no version. */
  versionId: Id.nullable(),
  /** What the version is called; null where it is gone, or the source is none. */
  version: z.object({ model: z.string(), number: Count }).nullable(),
  items: z.array(Proposal).max(limits.proposalsPerImage),
  /** Those that a person has turned down. */
  rejected: z.array(Uuid),
  /** How many objects the run found, also those that are not proposed as they were annotated or rejected; null: not known. */
  found: Count.nullable(),
  /** From which score on the version itself would report: where the slider begins, in all and by label. */
  from: z.object({
    common: Probability,
    byLabel: z.array(z.object({ labelId: Id, from: Probability })),
  }),
  /** Labels of the version that the data set has not, or not any more: their proposals are left out. */
  leftOut: z.array(z.string()),
  at: Time,
});
export type ImageProposals = z.infer<typeof ImageProposals>;

/** `open`: images that nobody has annotated. `all`: annotated ones as well; what is drawn there stays as it is. */
export const PreannotateScope = z.enum(['open', 'all']);
export type PreannotateScope = z.infer<typeof PreannotateScope>;

/** A label of a version, and the one of the data set that has its name; null: none has. */
const MappedLabel = z.object({ name: z.string(), color: Color, labelId: Id.nullable() });

/** A version that can propose shapes for the images of a data set. */
export const ProposingVersion = z.object({
  id: Id,
  modelId: Id,
  model: z.string(),
  number: Count,
  labels: z.array(MappedLabel),
  /** How good it is, by its training. */
  level: AssessmentLevel,
  createdAt: Time,
});
export type ProposingVersion = z.infer<typeof ProposingVersion>;

/** The one to begin with, of versions newest first: what has learned nothing proposes nothing of use. */
export const firstToPropose = <T extends Pick<ProposingVersion, 'level'>>(versions: readonly T[]): T | undefined =>
  versions.find(({ level }) => level !== 'notLearned') ?? versions[0];

export const PreannotateCheck = z.object({
  /** Images that the task would take, and chosen ones that it would leave alone because somebody annotated them. */
  images: Count,
  annotated: Count,
  /** Images on which predictions of a version that nobody has decided on are replaced. */
  replaced: Count,
  labels: z.array(MappedLabel),
  /** About how long it takes, by the latest task of the model that predicted; null: not known. */
  seconds: z.number().nullable(),
});
export type PreannotateCheck = z.infer<typeof PreannotateCheck>;

/** A shape that serves as an example; it has to be saved. */
const SimilarExample = z.object({ imageId: Id, shapeId: Uuid });

/** One that may serve as an example, with what it looks like. */
export const OfferedExample = SimilarExample.extend({
  labelId: Id,
  /** Name of its image. */
  image: z.string(),
  /** One of those asked with. */
  isChosen: z.boolean(),
  /** The shape and what is around it, as a `data:` URL; null where the image cannot be read. */
  crop: z.string().nullable(),
});
export type OfferedExample = z.infer<typeof OfferedExample>;

export const SimilarCheck = z.object({
  /** Images that the task would search, and chosen ones that it would leave alone because somebody annotated them. */
  images: Count,
  annotated: Count,
  /** Of the shapes asked with, those that are too small to be told from anything. */
  tooSmall: Count,
  /** Candidates of earlier searches for the same labels that people accepted and rejected: what refining would learn from. */
  accepted: Count,
  rejected: Count,
  /** About how long it takes, learning and searching, by the latest search of this data set, else of any; null: not known. */
  seconds: z.number().nullable(),
});
export type SimilarCheck = z.infer<typeof SimilarCheck>;

/**
 * `accept`: predictions become annotations, each object once, as *Accept all* of the workbench makes them. `reject`: all that
 * nobody has decided on is turned down.
 */
export const PredictionDecision = z.enum(['accept', 'reject']);
export type PredictionDecision = z.infer<typeof PredictionDecision>;

/** What became of the images of one call. */
export const Decided = z.object({
  /** Images that the call dealt with, and those of them on which something was decided. */
  images: Count,
  changed: Count,
  accepted: Count,
  rejected: Count,
  markedEmpty: Count,
  /** Predictions that still wait: below the score, without a label, or not possible on their image. */
  left: Count,
  next: SelectionCursor.nullable(),
});
export type Decided = z.infer<typeof Decided>;

const permission = 'dataset/picture/handleImg';
const asked = { versionId: Id, selection: ImageSelection, scope: PreannotateScope.default('open') };
const askedSimilar = {
  /** Of one data set; any labels. */
  examples: z.array(SimilarExample).min(1).max(limits.similarExamples),
  /** Null: all images of the data set. */
  selection: ImageSelection.nullable(),
  scope: PreannotateScope.default('open'),
  /** Learn from accepted and rejected candidates of earlier searches as well. */
  refine: z.boolean().default(false),
};

export const preannotation = {
  preannotateVersions: route({
    method: 'POST',
    path: 'dataset/preAnnotate/versions',
    permission,
    needs: 'view',
    input: z.object({ datasetId: Id }),
    output: z.array(ProposingVersion),
    summary: 'Ready versions that can propose shapes for the images of a data set, newest first',
  }),
  preannotateCheck: route({
    method: 'POST',
    path: 'dataset/preAnnotate/check',
    permission,
    needs: 'edit',
    input: z.object(asked),
    output: PreannotateCheck,
    summary: 'What a pre-annotation would take, and how the labels of the version map to those of the data set',
  }),
  preannotateAdd: route({
    method: 'POST',
    path: 'dataset/preAnnotate/add',
    permission,
    needs: 'edit',
    input: z.object({ ...asked, missingLabels: z.enum(['create', 'leaveOut']).default('leaveOut') }),
    output: Task,
    summary: 'Queue a pre-annotation of a folder, of a filter or of chosen images',
  }),
  similarExamples: route({
    method: 'POST',
    path: 'dataset/similar/examples',
    permission,
    needs: 'edit',
    input: z.object({ examples: askedSimilar.examples }),
    output: z.array(OfferedExample).max(limits.similarExamples + limits.similarOffered),
    summary: 'The shapes asked with, and others of their labels in the folder of the first, newest first, as crops',
  }),
  similarCheck: route({
    method: 'POST',
    path: 'dataset/similar/check',
    permission,
    needs: 'edit',
    input: z.object(askedSimilar),
    output: SimilarCheck,
    summary: 'What a search for similar objects would take, before it is started',
  }),
  similarAdd: route({
    method: 'POST',
    path: 'dataset/similar/add',
    permission,
    needs: 'edit',
    input: z.object(askedSimilar),
    output: Task,
    summary: 'Queue a search for what is similar to some shapes; candidates become predictions of its images',
  }),
  imagesDecide: route({
    method: 'POST',
    path: 'dataset/picture/decideMany',
    permission,
    needs: 'annotate',
    input: z.object({
      selection: ImageSelection,
      clientId: Uuid,
      decision: PredictionDecision,
      /** Accepted from this score on; null: from the one at which the version itself reports, as the workbench shows them. */
      from: Probability.nullable().default(null),
      /** Of what is not accepted: it is turned down. */
      rejectRest: z.boolean().default(false),
      /** Images on which no annotation is and no prediction waits any more are marked as checked and empty. */
      markEmpty: z.boolean().default(false),
    }),
    output: Decided,
    summary: 'Accept or reject the predictions of many images that nobody has decided on',
  }),
  imagePropose: route({
    method: 'POST',
    path: 'dataset/picture/propose',
    permission,
    needs: 'annotate',
    input: z.object({ imageId: Id, versionId: Id }),
    output: ImageProposals,
    summary: 'Run a version on one image now; its proposals replace undecided ones of an earlier run of a version',
  }),
  imageUncertain: route({
    method: 'POST',
    path: 'dataset/picture/uncertain',
    permission,
    needs: 'view',
    input: z.object({ imageId: Id }),
    output: z.object({ id: Id.nullable() }),
    summary: "The most uncertain of the folder's other pre-annotated images; null: there is none left",
  }),
};
