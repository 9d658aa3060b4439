/** Folders of the data set that have another purpose than the images that would go there. */
import { expect, it } from 'vitest';
import { otherPurposes } from './folders-there.ts';
import { placesOf } from './places.ts';

it('names each folder that is for something else, with its images; one for anything takes those for training', () => {
  const paths = ['test/1.png', 'test/2.png', 'val/1.png', 'train/1.png', 'lot/1.png', 'train_set/1.png'];
  const there = [
    ['TEST', 'general'],
    ['val', 'validation'],
    ['train', 'general'],
    ['lot', 'test'],
    ['train_set', 'test'],
  ].map(([name, type]) => ({ name: name!, type: type! }));
  const found = otherPurposes(placesOf(paths, 'keep', new Map()), there);
  expect(found.map((one) => `${one.file} ${one.key} ${one.en_msg}`)).toEqual([
    'test otherPurpose.test The folder “test” exists and is not for testing. If folders are kept, 2 test images go there',
    'train_set otherPurpose.train The folder “train_set” exists and is not for training. If folders are kept, 1 training image goes there',
  ]);
});
