/** Makes the dummy known to a process of the server: the door that a product family would use too. */
import '@loupe/contract/testing/dummy';
import { countImages, registerFamilyServer, type PlanTraining } from '../../families/index.ts';
import { registerPredictionType } from '../../predictions/index.ts';
import { findAndMeasure } from './chain.ts';
import { levelType } from './type.ts';

/** Every fourth image validates. */
const plan: PlanTraining = async (tx, { folderIds }) => {
  const counts = await countImages(tx, folderIds);
  const images = [...counts.values()].reduce((sum, one) => sum + one.images, 0);
  const val = Math.floor(images / 4);
  return {
    split: { partOf: ({ id }) => (id % 4 === 0 ? 'val' : 'train'), train: images - val, val, rule: 'images' },
    warnings: [],
    check: { unannotated: 0, objects: 0, perLabel: [], trial: false, objectSides: [] },
  };
};

registerFamilyServer('dummy', plan, { findAndMeasure });
registerPredictionType(levelType, { graph: new URL('graph.ts', import.meta.url).href, type: import.meta.url });
