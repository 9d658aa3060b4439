/** The graph of prediction type `level`, for the processes that run models: the only module of the dummy that they load. */
import { failed, type GraphContract } from '../../predictions/graph.ts';
import { registerGraph } from '../../predictions/graphs.ts';
import '@loupe/contract/testing/dummy';

const graph: GraphContract = {
  inputs: { image: { type: 'uint8', rank: 3 } },
  optional: {},
  outputs: { level: { type: 'float32', rank: 1 } },
  read: ({ level }) => {
    const value = Number(level?.data[0]);
    if (!(value >= 0 && value <= 1)) throw failed(`the model gave the level ${value}`);
    return { type: 'level', level: value, found: 1 } as never;
  },
};
registerGraph('level', graph);
