/** A result of scores: thresholds by rule and by hand, the lists that follow, the way through the images, and their use. */
import type { ScoreSummary, ScoreTable, Thresholds } from '@loupe/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signIn, signOut } from '../../../core/session.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { detailOf, task, versionWith } from '../../testing/results.ts';
import { ScoreBody } from './ScoreBody.tsx';

beforeEach(() => signIn(sessionOf(['model/pageList'])));
afterEach(() => signOut());

const scored: [string, number, boolean][] = [
  ['a.png', 0.1, false],
  ['b.png', 0.2, false],
  ['c.png', 0.7, false],
  ['d.png', 0.4, true],
  ['e.png', 0.95, true],
];
const table: ScoreTable = {
  images: scored.map(([name, score, ng], i) => ({ imageId: i + 1, name, score, ng, masks: 0 })),
  validation: [0.1, 0.15, 0.2],
};
const summary = {
  type: 'scoremap',
  thresholds: { score: 0.5 },
  images: 5,
  planned: 5,
  seen: 0,
  deleted: 0,
  seconds: 1,
  ok: 3,
  ng: 2,
  imageAuroc: 0.8,
  pixelAuroc: null,
  pro: null,
} as unknown as ScoreSummary;

async function shown(search = '', change: Partial<ScoreSummary> = {}) {
  const server = fakeApi({
    testTable: new TextEncoder().encode(JSON.stringify(table)).buffer as never,
    versionInfo: versionWith({ score: 0.5 }) as never,
    versionList: { list: [], total: 0 },
    versionThresholds: (({ thresholds }: { thresholds: Thresholds }) => versionWith(thresholds)) as never,
    testImage: (({ imageId }: { imageId: number }) => {
      const { name, score } = table.images[imageId - 1]!;
      return detailOf({ id: imageId, name }, { type: 'scoremap', score, heat: { width: 1, height: 1, png: '' } });
    }) as never,
  });
  const part = <ScoreBody task={task} summary={{ ...summary, ...change }} />;
  const page = await show(part, { screen: 'Result', search });
  await screen.findByRole('navigation', { name: en.tasks.imagesLabel });
  return { server, ...page };
}
const strip = () => screen.getByRole('navigation', { name: en.tasks.imagesLabel });
const names = () =>
  within(strip())
    .queryAllByRole('button')
    .map((one) => one.title);
const chip = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });
const current = () =>
  within(strip())
    .getAllByRole('button')
    .find((one) => one.getAttribute('aria-current') === 'true')?.title;
const outcomes = en.scores.outcomes;

it('lists the images worst first, each with its score and what became of it', async () => {
  await shown();
  expect(names()).toEqual(['c.png', 'd.png', 'b.png', 'a.png', 'e.png']);
  const texts = within(strip())
    .getAllByRole('button')
    .map((one) => one.textContent);
  expect(texts[0]).toContain('0.70');
  expect(texts[0]).toContain(outcomes.overkill);
  expect(texts[1]).toContain(outcomes.escape);
  expect(texts[4]).toContain(outcomes.right);
  expect(current()).toBe('c.png');
});

it('filters by what became of them, orders by name, and keeps both in the address', async () => {
  const { user, search } = await shown('?sort=name');
  expect(names()).toEqual(['a.png', 'b.png', 'c.png', 'd.png', 'e.png']);
  expect(chip(en.scores.lists.escape).textContent).toContain('1');
  await user.click(chip(en.scores.lists.escape));
  expect(search()).toMatchObject({ show: 'escape', sort: 'name' });
  await waitFor(() => expect(names()).toEqual(['d.png']));
});

it('goes through the images by button and by key, and stops at the ends', async () => {
  const { user, search } = await shown();
  await screen.findByText('1 of 5');
  await user.click(screen.getByRole('button', { name: en.tasks.next }));
  await waitFor(() => expect(search()['imageId']).toBe('4'));
  fireEvent.keyDown(window, { key: 'ArrowRight' });
  await waitFor(() => expect(current()).toBe('b.png'));
  fireEvent.keyDown(window, { key: 'ArrowLeft' });
  fireEvent.keyDown(window, { key: 'ArrowLeft' });
  await waitFor(() => expect(current()).toBe('c.png'));
  fireEvent.keyDown(window, { key: 'ArrowLeft' });
  expect(current()).toBe('c.png');
  // keys of a field are the field's
  const handle = screen.getByRole('slider', { name: en.scores.threshold });
  fireEvent.keyDown(handle, { key: 'ArrowRight' });
  expect(current()).toBe('c.png');
  // below the image: its corner is in sight
  expect(screen.getByRole('button', { name: en.tasks.next }).closest('.view')).toBeNull();
});

it('judges anew at a threshold by hand, and the address says it', async () => {
  const { search } = await shown();
  const handle = screen.getByRole('slider', { name: en.scores.threshold });
  act(() => handle.focus());
  fireEvent.keyDown(handle, { key: 'End' });
  await waitFor(() => expect(search()).toMatchObject({ rule: 'hand', score: '1' }));
  await waitFor(() => expect(chip(en.scores.lists.escape).textContent).toContain('2'));
  expect(chip(en.scores.lists.overkill).textContent).toContain('0');
});

it('writes the threshold by hand as the charts beside it do, and leaves what is being typed as it is', async () => {
  const { user } = await shown();
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: en.scores.threshold });
  expect(field.value).toBe('0.50');
  await user.clear(field);
  await user.type(field, '0.6');
  expect(field.value).toBe('0.6');
  await user.tab();
  await waitFor(() => expect(field.value).toBe('0.60'));
});

it('says in words of how many images the rule is, and of how many the figures', async () => {
  const { user } = await shown();
  expect(screen.getByText(/\d test images · 95% interval/)).toBeTruthy();
  const help = /^A quantile of the \d OK images? in the validation/;
  expect(screen.queryByText(help)).toBeNull();
  await user.click(screen.getByRole('button', { name: en.scores.ruleTarget }));
  expect(await screen.findByText(help)).toBeTruthy();
});

it('has a list of those for a person only where there is a grey zone', async () => {
  const { user, search } = await shown('?rule=hand&score=0.5&review=0.3');
  expect(chip(en.scores.lists.review).textContent).toContain('1');
  await user.click(screen.getByRole('switch'));
  await waitFor(() => expect(search()['review']).toBe('0'));
  expect(screen.queryByRole('button', { name: new RegExp(`^${en.scores.lists.review}`) })).toBeNull();
});

it('gives the thresholds of the moment to the version after a question; those that it has are no offer', async () => {
  const first = await shown();
  const own = await screen.findByRole('button', { name: new RegExp(en.results.inUse) });
  expect(own.hasAttribute('disabled')).toBe(true);
  first.unmount();
  const { server, user } = await shown('?rule=hand&score=0.42&review=0.3');
  await user.click(await screen.findByRole('button', { name: new RegExp(`${en.results.use}$`) }));
  await screen.findByText(en.results.useText);
  expect(server.asked('versionThresholds')).toEqual([]);
  await user.click(screen.getAllByRole('button', { name: new RegExp(`${en.results.use}$`) }).at(-1)!);
  await waitFor(() =>
    expect(server.asked('versionThresholds')).toEqual([{ id: 8, testId: 5, thresholds: { score: 0.42, review: 0.3 } }]),
  );
});

it('says what the figures lack: images, NG images, images that were trained on', async () => {
  await shown('', { images: 3, planned: 5, seen: 2, ng: 0 });
  const alert = screen.getByRole('alert').textContent!;
  expect(alert).toContain(en.scores.noNg);
  expect(alert).toMatch(/3.*5/);
});

it('keeps an image in sight that has left its list', async () => {
  const { search } = await shown('?imageId=5&show=wrong');
  await waitFor(() => expect(names()).toEqual(['c.png', 'd.png']));
  expect(screen.getAllByText(outcomes.right).length).toBeGreaterThan(0);
  expect(search()['imageId']).toBe('5');
});
