/** What the form of a new training sets because of its images, and what it proposes. */
import { recipes, type TrainCheck } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { check, minutes, model, opened } from '../../../testing/new-training.tsx';

const { table } = recipes.detect;

it('has a level for small objects where many are small, says so, and leaves it off at one click', async () => {
  const small = { ...check, objectSides: [0.008, 0.008, 0.2, 0.2, 0.2] } as TrainCheck;
  const { server, user } = await opened({ trainCheck: small as never });
  const asked = () => server.asked('trainCheck').at(-1)?.params;
  expect(await screen.findByText(/40% of the objects .* Small objects is on/)).toBeTruthy();
  await waitFor(() => expect(asked()).toMatchObject({ smallObjects: true, imageSize: 640 }));
  await user.click(screen.getByRole('button', { name: 'Train without Small objects' }));
  // and it stays off, with what there is instead
  expect(await screen.findByRole('button', { name: 'Turn on Small objects' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use 1280 px' }));
  await waitFor(() => expect(asked()).toMatchObject({ imageSize: 1280, smallObjects: false }));
  expect(screen.queryByText(/of the objects are smaller/)).toBeNull();
});

it('counts what the images ask for as no change, and reset brings it back', async () => {
  const small = { ...check, objectSides: [0.008, 0.008, 0.2, 0.2, 0.2] } as TrainCheck;
  const { server, user } = await opened({ trainCheck: small as never });
  const asked = () => server.asked('trainCheck').at(-1)?.params;
  const reset = () => screen.queryByRole('button', { name: en.ui.resetDefaults });
  await waitFor(() => expect(asked()).toMatchObject({ smallObjects: true }));
  expect(screen.getByText(/Small objects is on/)).toBeTruthy();
  expect(reset()).toBeNull();
  expect(screen.queryByLabelText('exclamation-circle')).toBeNull();
  await user.click(screen.getByRole('switch', { name: table['smallObjects']!.label.en }));
  await user.clear(minutes());
  await user.type(minutes(), '40');
  await waitFor(() => expect(asked()).toMatchObject({ smallObjects: false, timeBudget: 40 }));
  expect(screen.getByText('2 changes from the defaults')).toBeTruthy();
  await user.click(reset()!);
  await waitFor(() => expect(reset()).toBeNull());
  expect(minutes().value).toBe('30');
  // and is set because of the images again
  expect(screen.getByText(/Small objects is on/)).toBeTruthy();
});

it('keeps a level for small objects that the version has from which a training starts', async () => {
  const small = { ...check, objectSides: [0.008, 0.008, 0.2, 0.2, 0.2] } as TrainCheck;
  const version = {
    id: 40,
    number: 2,
    labels: [],
    stages: [{ ordinal: 0, recipe: 'detect', params: { network: 'n', smallObjects: true } }],
  };
  const { server, user } = await opened({
    trainCheck: small as never,
    versionList: { list: [version], total: 1, pageNum: 1, pageSize: 50 } as never,
  });
  const asked = () => server.asked('trainCheck').at(-1);
  await waitFor(() => expect(asked()?.params).toMatchObject({ smallObjects: true }));
  await user.click(await screen.findByRole('combobox', { name: en.tasks.startVersion }));
  await user.click(await screen.findByText(/^Version 2/));
  await waitFor(() => expect(asked()).toMatchObject({ startVersionId: 40, params: { smallObjects: true } }));
});

it('has no level for small objects any more where the size makes them large', async () => {
  const small = { ...check, objectSides: [0.02, 0.02, 0.2, 0.2, 0.2] } as TrainCheck;
  const { server, user } = await opened({ trainCheck: small as never });
  const asked = () => server.asked('trainCheck').at(-1)?.params;
  await user.click(await screen.findByRole('radio', { name: /^Quick try/ }));
  await waitFor(() => expect(asked()).toMatchObject({ imageSize: 320, smallObjects: true }));
  await user.click(screen.getByRole('radio', { name: /^Standard/ }));
  await waitFor(() => expect(asked()).toMatchObject({ imageSize: 640, smallObjects: false }));
});

it('enlarges no image, says so, and does where a person asks for it', async () => {
  const tiny = { ...check, longestSide: 256, objectSides: [0.02, 0.02, 0.2, 0.2, 0.2] } as TrainCheck;
  const { server, user } = await opened({ trainCheck: tiny as never });
  const asked = () => server.asked('trainCheck').at(-1)?.params;
  expect(await screen.findByText(/No image is larger than 256 px, so the training size is 320 px/)).toBeTruthy();
  // and what is too small at this size has its level
  await waitFor(() => expect(asked()).toMatchObject({ imageSize: 320, smallObjects: true, timeBudget: 30 }));
  expect(screen.queryByRole('button', { name: en.ui.resetDefaults })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Standard.*320 px/ }).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: /^Thorough/ }));
  await waitFor(() => expect(asked()).toMatchObject({ imageSize: 320, network: 's', timeBudget: 240 }));
  await user.click(screen.getByRole('button', { name: 'Use 640 px' }));
  await waitFor(() => expect(asked()).toMatchObject({ imageSize: 640, smallObjects: false }));
  expect(
    await screen.findByText(/No image is larger than 256 px: a training size of 640 px only enlarges/),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use 320 px' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Thorough/ }).checked).toBe(false);
  await user.click(screen.getByRole('button', { name: en.ui.resetDefaults }));
  expect(await screen.findByText(/so the training size is 320 px/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Standard.*320 px/ }).checked).toBe(true);
});

it('says of a size that makes the images smaller that it is for trials', async () => {
  await opened({ trainCheck: { ...check, longestSide: 2000, trial: true } as never });
  expect(await screen.findByText(en.tasks.trialNote)).toBeTruthy();
  expect(screen.getByText(en.ui.states.trial)).toBeTruthy();
  expect(screen.queryByText(/No image is larger/)).toBeNull();
});

it('keeps to the images whatever presets were chosen before', async () => {
  const answer = { ...check, longestSide: 2000 } as TrainCheck;
  const { server, user } = await opened({ trainCheck: (() => answer) as never });
  const asked = () => server.asked('trainCheck').at(-1)?.params;
  const preset = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
  await waitFor(() => expect(asked()).toMatchObject({ imageSize: 640 }));
  await user.click(preset(/^Quick try/));
  await waitFor(() => expect(asked()).toMatchObject({ imageSize: 320, timeBudget: 5 }));
  await user.click(preset(/^Thorough/));
  await waitFor(() => expect(asked()).toMatchObject({ imageSize: 640, network: 's' }));
  Object.assign(answer, { longestSide: 256, objectSides: [0.3] });
  await user.clear(minutes());
  await user.type(minutes(), '241');
  // neither of the presets was a size of the person's own
  await waitFor(() => expect(asked()).toMatchObject({ imageSize: 320, timeBudget: 241 }));
  expect(screen.getByText(/so the training size is 320 px/)).toBeTruthy();
  await user.click(preset(/^Quick try/));
  await user.click(preset(/^Standard.*320 px/));
  expect(await screen.findByText(/so the training size is 320 px/)).toBeTruthy();
});

it('takes a larger size again where larger images come along', async () => {
  const answer = { ...check, longestSide: 256 } as TrainCheck;
  const { server, user } = await opened({ trainCheck: (() => answer) as never });
  const asked = () => server.asked('trainCheck').at(-1)?.params;
  await waitFor(() => expect(asked()).toMatchObject({ imageSize: 320 }));
  Object.assign(answer, { longestSide: 2000, objectSides: [0.3] });
  await user.clear(minutes());
  await user.type(minutes(), '40');
  await waitFor(() => expect(asked()).toMatchObject({ imageSize: 640, timeBudget: 40 }));
});

it('proposes a larger image size with its price where defects would vanish', async () => {
  const { server, user } = await opened({
    modelInfo: { ...model, type: 'anomaly' } as never,
    trainCheck: { ...check, imageSides: [[1280, 320]] } as never,
  });
  expect(await screen.findByText(/scaled down to 1\/5/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use 512 px' }));
  await waitFor(() => expect(server.asked('trainCheck').at(-1)?.params).toMatchObject({ imageSize: 512 }));
  expect(screen.queryByText(/scaled down/)).toBeNull();
  expect(screen.getByText(/about \d+ ms \(one CPU core\)/)).toBeTruthy();
});
