/** Names of the numbers in masks: the background is at 0 or black, and a label may be called like it. */
import { expect, it } from 'vitest';
import { labelMap, readMaskNames } from './label-map.ts';

const read = (text: string) => {
  const { byNumber, byColor } = readMaskNames(text);
  return { numbers: Object.fromEntries(byNumber), colors: Object.fromEntries(byColor) };
};

it('a label that is called as the background is one where it is not at 0', () => {
  const names = ['背景', 'dent', 'bg', 'background'];
  const { numbers, colors } = read(labelMap(names));
  expect(numbers).toEqual({ 0: '', 1: '背景', 2: 'dent', 3: 'bg', 4: 'background' });
  expect(Object.values(colors).sort()).toEqual(['', ...names].sort());
});

it('the background of other programs is none: at 0, behind what is ignored, or black', () => {
  expect(read('_background_\ndent').numbers).toEqual({ 0: '', 1: 'dent' });
  expect(read('__ignore__\n_background_\ndent').numbers).toEqual({ 0: '', 1: 'dent' });
  expect(read('dent').numbers).toEqual({ 1: 'dent' });
  expect(read('dent:128,0,0::\nbackground:0,0,0::').colors).toEqual({ '128,0,0': 'dent', '0,0,0': '' });
  expect(read('background:255,255,255::\ndent:0,0,255::').colors).toEqual({ '255,255,255': '', '0,0,255': 'dent' });
});

it('a list that begins with what is ignored has it in place of a background', () => {
  expect(read('unlabeled\ndent\nscratch').numbers).toEqual({ 0: '', 1: 'dent', 2: 'scratch' });
  expect([...readMaskNames('void\ndent').voids.numbers]).toEqual([0]);
});

it('a label that is called as what is ignored is one where it has the colour of its number', () => {
  const names = ['void', 'dent', '__ignore__', 'ignored'];
  const { numbers, colors } = read(labelMap(names));
  expect(numbers).toEqual({ 0: '', 1: 'void', 2: 'dent', 3: '__ignore__', 4: 'ignored' });
  expect(Object.values(colors).sort()).toEqual(['', ...names].sort());
  const foreign = read('background:0,0,0::\ndent:128,0,0::\nignored:224,224,192::\nvoid');
  expect(foreign.numbers).toEqual({ 0: '', 1: 'dent', 2: '', 3: '' });
  expect(foreign.colors).toMatchObject({ '224,224,192': '' });
});
