/**
 * A family that only tests have, registered from outside of every product folder: a role of its own, a model type of two
 * stages (find the part, measure its crop) and a third prediction type. Import it before the first input is read.
 */
import {
  levelOfAll,
  type LevelPrediction,
  type LevelReport,
  type LevelSummary,
  type LevelThresholds,
} from './level.ts';
import { registerFamily, type Family, type RecipeDef } from '../../families/index.ts';
import { paramsSchema, type ParamTable } from '../../families/params.ts';
import { registerPrediction } from '../../predictions/index.ts';

export type { LevelPrediction, LevelReport, LevelSummary, LevelThresholds };
export { levelOfAll } from './level.ts';

registerPrediction(levelOfAll);

const words = (text: string) => ({ zh: text, en: text });
const tables = {
  spot: {
    epochs: {
      kind: 'integer',
      group: 'main',
      min: 1,
      max: 9,
      default: 1,
      label: words('Rounds'),
      help: words('How many'),
    },
    validationSplit: {
      kind: 'integer',
      group: 'main',
      min: 10,
      max: 30,
      default: 20,
      label: words('Validation'),
      help: words('Share'),
    },
  },
  shade: {
    epochs: {
      kind: 'integer',
      group: 'main',
      min: 1,
      max: 9,
      default: 2,
      label: words('Rounds'),
      help: words('How many'),
    },
    margin: {
      kind: 'integer',
      group: 'crop',
      min: 0,
      max: 50,
      default: 4,
      label: words('Margin'),
      help: words('Around'),
    },
  },
} as const satisfies Record<string, ParamTable>;

const recipe = (id: keyof typeof tables, prediction: string): RecipeDef =>
  ({
    id,
    prediction,
    table: tables[id],
    params: paramsSchema(tables[id] as ParamTable, []),
    paramsVersion: 1,
    start: { same: {}, taken: [] },
  }) as unknown as RecipeDef;

export const dummyFamily = {
  name: words('Dummy'),
  roles: [
    {
      role: 'sample',
      name: words('Samples'),
      state: 'unannotated',
      labels: [{ name: { zh: '标记', en: 'mark' }, color: '#f2545b' }],
      truth: 'shapes',
      hasParts: false,
    },
  ],
  shapes: ['rect'],
  archives: ['zip'],
  modelTypes: [
    {
      id: 'findAndMeasure',
      name: words('Find and measure'),
      stages: ['spot', 'shade'],
      prediction: 'level',
      shapes: ['rect'],
    },
  ],
} as unknown as Family;

registerFamily('dummy', dummyFamily, [recipe('spot', 'boxes'), recipe('shade', 'level')]);

/** Ids where the types know those of the product alone. */
export const dummy = { family: 'dummy' as never, modelType: 'findAndMeasure' as never, role: 'sample' as never };
