/** Names and folders that images of an archive get: none of them loses its image to another one's. */
import { expect, it } from 'vitest';
import type { Purpose } from './layout.ts';
import { placesOf } from './places.ts';

const namesOf = (...paths: string[]): string[] => [...placesOf(paths, 'one').values()].map(({ name }) => name);
const foldersOf = (...paths: string[]) => [...placesOf(paths, 'keep').values()].map(({ folder }) => folder);

it('all in one folder: a name that is made of directories is none that another image has', () => {
  expect(namesOf('a/x.png', 'b/x.png', 'c/y.png')).toEqual(['a_x.png', 'b_x.png', 'y.png']);
  expect(namesOf('a/x.png', 'b/x.png', 'a_x.png')).toEqual(['a_x_2.png', 'b_x.png', 'a_x.png']);
  expect(namesOf('a_b/c.png', 'a/b_c.png', 'q/a/c.png', 'a/b/c.png', 'z/b_c.png')).toEqual([
    'a_b_c.png',
    'a_b_c_2.png',
    'q_a_c.png',
    'a_b_c_3.png',
    'z_b_c.png',
  ]);
});

it('all in one folder: a name that directories make too long keeps its end', () => {
  const long = '长'.repeat(200);
  const names = namesOf(`${long}/${long}/x.png`, `y/x.png`, `z/${long}/${long}/x.png`);
  expect(new Set(names).size).toBe(3);
  expect(names[0]).toMatch(/^长+_长+_x\.png$/);
  for (const name of names) expect(name).toMatch(/^.{1,251}\.png$/u);
});

it('a folder for each directory: names are cut between characters', () => {
  const wide = '𠮷';
  const [first, second] = foldersOf(`${wide.repeat(20)}a/1.png`, `b${wide.repeat(40)}/1.png`);
  expect([first, second]).toEqual([`${wide.repeat(20)}a`, wide.repeat(30)]);
  const twins = foldersOf(`a${wide.repeat(30)}/1.png`, `b${wide.repeat(30)}/1.png`);
  expect(twins).toEqual([wide.repeat(30), `${wide.repeat(28)}_2`]);
});

it('a folder for each directory: the name of a directory says what its folder is for', () => {
  const typesOf = (...paths: string[]) =>
    [...placesOf(paths, 'keep', new Map()).values()].map(({ folderType }) => folderType);
  expect(typesOf('s/train/1.png', 's/valid/1.png', 's/test/1.png', 's/lot/1.png')).toEqual([
    'train',
    'validation',
    'test',
    undefined,
  ]);
  expect(typesOf('images/Train/a/1.png', 'images/val/1.png')).toEqual(['train', 'validation']);
  expect(typesOf('train2017/1.png', 'val_images/1.png', 'test-set/1.png', 'test 3/1.png')).toEqual([
    'train',
    'validation',
    'test',
    undefined,
  ]);
  expect(typesOf('s/test/a/1.png', 's/test/b/1.png')).toEqual(['test', 'test']);
  expect(typesOf('训练集/1.png', '验证/1.png', '测试集/1.png', 'testing 2/1.png')).toEqual([
    'train',
    'validation',
    'test',
    undefined,
  ]);
});

it('a folder for each directory: what files say of its images comes first, and several purposes divide it', () => {
  const placed = (purposes: Record<string, Purpose>, ...paths: string[]) =>
    [...placesOf(paths, 'keep', new Map(Object.entries(purposes))).values()].map(
      ({ folder, folderType }) => `${folder} ${folderType}`,
    );
  expect(placed({ 'a/1.png': 'test', 'test/1.png': 'train' }, 'a/1.png', 'a/2.png', 'test/1.png', 'b/1.png')).toEqual([
    'a-test test',
    'a undefined',
    'test train',
    'b undefined',
  ]);
  const flat = { 'i/1.png': 'train', 'i/2.png': 'validation', 'i/3.png': 'test' } as const;
  expect(placed(flat, 'i/1.png', 'i/2.png', 'i/3.png', 'i/4.png')).toEqual([
    'train train',
    'val validation',
    'test test',
    'undefined undefined',
  ]);
  const deep = { 'x/a/1.png': 'train', 'x/a/2.png': 'test', 'x/train/1.png': 'train' } as const;
  expect(placed(deep, 'x/a/1.png', 'x/a/2.png', 'x/a/3.png', 'x/train/1.png')).toEqual([
    'a-train train',
    'a-test test',
    'a undefined',
    'train train',
  ]);
  expect(placed({ 'i/1.png': 'test' }, 'i/1.png', 'i/2.png')).toEqual(['test test', 'undefined undefined']);
  // the folder of the upload may be for training
  expect(placed({ 'i/1.png': 'test' }, 'i/1.png')).toEqual(['test test']);
  expect(placed({ 'i/1.png': 'train' }, 'i/1.png')).toEqual(['undefined train']);
  // one name for two purposes is no folder for both
  const same = { 'a/1.png': 'train', 'a/2.png': 'validation', 'a/train/1.png': 'test' } as const;
  expect(placed({ ...same, 'b/1.png': 'train' }, ...Object.keys(same), 'b/1.png')).toEqual([
    'a-train train',
    'a-val validation',
    'a-train_2 test',
    'b train',
  ]);
});
