/** What is not registered is refused and never taken for boxes; what is registered is found. */
import { expect, it } from 'vitest';
import { boxesGraph } from './boxes/graph.ts';
import { boxes } from './boxes/index.ts';
import { graphOf, registerGraph } from './graphs.ts';
import { kindOf, kindOfModel, registerKind, type PredictionKind } from './index.ts';

const count = { ...boxes, type: 'count' } as unknown as PredictionKind;

it('finds a type of another folder once it is registered', () => {
  expect(() => kindOf('count')).toThrow('not registered');
  expect(() => graphOf('count')).toThrow('not registered');
  registerKind(count);
  registerGraph('count', boxesGraph);
  expect(kindOf('count')).toBe(count);
  expect(graphOf('count')).toBe(boxesGraph);
  expect(() => registerKind(count)).toThrow('registered twice');
  expect(() => registerGraph('boxes', boxesGraph)).toThrow('registered twice');
});

it('knows what the model types of the product give', () => {
  expect(kindOfModel('singleStage').type).toBe('boxes');
  expect(kindOfModel('anomaly').type).toBe('scoremap');
  expect(() => kindOfModel('masks')).toThrow('not registered');
});
