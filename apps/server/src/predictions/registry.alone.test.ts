/** What is not registered is refused and never taken for boxes; what is registered is found. */
import { expect, it } from 'vitest';
import { boxesGraph } from './boxes/graph.ts';
import { boxes } from './boxes/index.ts';
import { graphOf, registerGraph } from './graphs.ts';
import { predictionTypeOf, predictionTypeOfModel, registerPredictionType, type PredictionTypeDef } from './index.ts';

const count = { ...boxes, type: 'count' } as unknown as PredictionTypeDef;

it('finds a type of another folder once it is registered', () => {
  expect(() => predictionTypeOf('count')).toThrow('not registered');
  expect(() => graphOf('count', [])).toThrow('not registered');
  registerPredictionType(count);
  registerGraph('count', boxesGraph);
  expect(predictionTypeOf('count')).toBe(count);
  expect(graphOf('count', [])).toBe(boxesGraph);
  expect(() => registerPredictionType(count)).toThrow('registered twice');
  expect(() => registerGraph('boxes', boxesGraph)).toThrow('registered twice');
});

it('knows what the model types of the product give', () => {
  expect(predictionTypeOfModel('singleStage').type).toBe('boxes');
  expect(predictionTypeOfModel('anomaly').type).toBe('scoremap');
  expect(() => predictionTypeOfModel('masks')).toThrow('not registered');
});
