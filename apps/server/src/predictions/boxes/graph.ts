/** The graph of a model that gives boxes. */
import type { GraphContract } from '../graph.ts';
import { objectPlaces, readObjects } from '../objects/graph.ts';

export const boxesGraph: GraphContract = {
  ...objectPlaces,
  read: (outputs, classes, settings) => ({
    type: 'boxes',
    items: readObjects(outputs, classes, settings).map(({ c, score, p }) => ({ c, score, p })),
  }),
};
