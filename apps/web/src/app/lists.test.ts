/** The menu leads back to the list of models as it was left, never to a model that was looked at. */
import { expect, it } from 'vitest';
import { isList } from './lists.ts';

it.each([
  ['/model/index', '?name=lid&pageNum=2', true],
  ['/model/index', '?id=7&tab=versions', false],
  ['/anomalyModel/index', '?id=7', false],
  ['/modelOCR/index', '?projectId=3', true],
  ['/dataset/datasetInfo', '?id=7&pageNum=2', true],
  ['/nowhere', '', false],
])('%s%s', (path, search, expected) => {
  expect(isList(path, search)).toBe(expected);
});
