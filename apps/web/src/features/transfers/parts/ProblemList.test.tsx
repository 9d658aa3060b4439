/** What an import says of what it did not take, and of what it took otherwise. */
import { cameIn, messages, type Problem } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { show } from '../../../testing/screen.tsx';
import { BoxesNotice, ProblemGroups } from './ProblemList.tsx';

const problem = (key: string): Problem => ({ file: `${key}.png`, key, msg: key, en_msg: key });
const { left, changed } = en.transfers.problemGroups;

it('heads what came in as a box otherwise than what did not come in', async () => {
  await show(<ProblemGroups problems={[problem('coco.maskSize'), problem('coco.noArea')]} />, { screen: 'ImageList' });
  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(headings).toEqual([left, changed]);
  const [notIn, isIn] = screen.getAllByRole('list').map(({ textContent }) => textContent);
  expect(notIn).toContain('coco.noArea');
  expect(isIn).toContain('coco.maskSize');
});

it('has no heading for what there is none of', async () => {
  await show(<ProblemGroups problems={[problem('coco.crossed')]} />, { screen: 'ImageList' });
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([changed]);
});

it('counts as taken what the words of a problem say was imported', () => {
  const imported = Object.entries(messages)
    .filter(([key, { en: text }]) => key.startsWith('coco.') && text.includes('was imported'))
    .map(([key]) => key);
  expect(imported).toContain('coco.maskBudget');
  // so are images that get another purpose than their files say
  imported.push('yolo.noNames', 'mask.noNames', 'annotationFile.trainAndTest');
  imported.push(...Object.keys(messages).filter((key) => key.startsWith('otherPurpose.')));
  expect(imported.filter((key) => !cameIn({ key }))).toEqual([]);
});

it('says of boxes among outlines how many there are, and nothing where there are none', async () => {
  await show(<BoxesNotice count={0} />, { screen: 'ImageList' });
  expect(screen.queryByRole('alert')).toBeNull();
  await show(<BoxesNotice count={12} />, { screen: 'ImageList' });
  expect(screen.getByRole('alert').textContent).toContain('12 imported objects are boxes');
});
