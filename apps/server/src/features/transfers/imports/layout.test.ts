/** What the directories of an archive say of its images, without an archive. */
import { describe, expect, it } from 'vitest';
import { folderTypeOf, layoutOf } from './layout.ts';

const roles = (paths: string[], own: 'ok' | 'ng' = 'ok') =>
  paths.map((path) => {
    const found = layoutOf(paths, own).images.get(path);
    return found ? [found.role, found.part ?? []].flat().join(' ') : 'mask';
  });

describe('roles', () => {
  it('of MVTec AD: any kind under test that is not good is NG, whatever it is called', () => {
    const paths = ['c/train/good/1.png', 'c/test/good/2.png', 'c/test/crack/3.png', 'c/ground_truth/crack/3_mask.png'];
    expect(roles(paths, 'ng')).toEqual(['ok train', 'ok test', 'ng test', 'mask']);
  });

  it('of several categories, each by its own place', () => {
    const paths = ['a/train/good/1.png', 'a/test/hole/1.png', 'b/test/hole/1.png'];
    expect(roles(paths)).toEqual(['ok train', 'ng test', 'ok test']);
  });

  it('by the nearest name with a meaning, in any case and in Chinese, with its part', () => {
    const paths = ['OK/1.png', 'lot/NG images/2.png', 'test/Good/3.png', '不良/4.png', '良品图片/5.png', 'ng/ok/6.png'];
    expect(roles(paths)).toEqual(['ok', 'ng', 'ok test', 'ng', 'ok', 'ok']);
  });

  it('else are that of the data set', () => {
    expect(roles(['7.png', 'good morning/8.png', 'test/9.png', 'okay/ngx/10.png'], 'ng')).toEqual([
      'ng',
      'ng',
      'ng test',
      'ng',
    ]);
  });
});

const masks = (...paths: string[]) => {
  const { masks: found, problems } = layoutOf(paths, 'ok');
  return { masks: Object.fromEntries(found), problems: problems.map(({ file, key }) => `${file} ${key}`) };
};

describe('masks', () => {
  it('belong to the image of their name and kind, with any ending and in any place', () => {
    const mvtec = ['train/good/1.png', 'test/a/1.jpg', 'test/b/1.jpg'];
    expect(masks(...mvtec, 'ground_truth/a/1_mask.png', 'ground_truth/b/1.png')).toEqual({
      masks: { 'test/a/1.jpg': ['ground_truth/a/1_mask.png'], 'test/b/1.jpg': ['ground_truth/b/1.png'] },
      problems: [],
    });
    expect(masks('OK/1.png', 'NG/2.png', 'NG/3.png', 'NG/3_mask.png', 'masks/2.png').masks).toEqual({
      'NG/2.png': ['masks/2.png'],
      'NG/3.png': ['NG/3_mask.png'],
    });
  });

  it('may be several for one image, in a folder of its name', () => {
    const several = ['ground_truth/a/1/000.png', 'ground_truth/a/1/001.png'];
    expect(masks('train/good/1.png', 'test/a/1.png', ...several).masks).toEqual({ 'test/a/1.png': several });
  });

  it('of good images, of none, and of one of two are named', () => {
    const paths = ['train/good/1.png', 'test/good/1.png', 'test/a/2.png', 'train/bad/3.png', 'test/bad/3.png'];
    const wrong = ['ground_truth/good/1_mask.png', 'ground_truth/b/2_mask.png', 'ground_truth/bad/3_mask.png'];
    expect(masks(...paths, ...wrong)).toEqual({
      masks: {},
      problems: [
        'ground_truth/good/1_mask.png mask.onOk',
        'ground_truth/b/2_mask.png mask.noImage',
        'ground_truth/bad/3_mask.png annotationFile.ambiguous',
      ],
    });
  });

  it('an image that only ends like one is an image', () => {
    expect(roles(['NG/gas_mask.png', 'NG/x.png'])).toEqual(['ng', 'ng']);
  });
});

it('what a folder is for is said with a space behind it, or in full width, too', () => {
  const said = ['test ', ' val', 'ｔｅｓｔ', 'train2017 ', 'tests', 'tеst'].map((one) => folderTypeOf([one]));
  expect(said).toEqual(['test', 'validation', 'test', 'train', undefined, undefined]);
});
