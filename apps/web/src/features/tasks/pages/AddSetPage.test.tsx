/** The form of a new training: folders that are proposed, faults at the fields, what the server says, and the start. */
import { messages, recipes, type TrainCheck } from '@loupe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { check, minutes, model, opened } from '../../../testing/new-training.tsx';

const { table } = recipes.detect;

it('proposes the folders that train, and starts with them after a question', async () => {
  const { server, start, user, path, search } = await opened();
  await waitFor(() => expect(start.disabled).toBe(false));
  expect(server.asked('trainCheck').at(-1)).toMatchObject({ modelId: 3, folderIds: [11, 12] });
  await user.click(start);
  await screen.findByText(en.tasks.startQuestion);
  expect(server.asked('trainAdd')).toEqual([]);
  await user.click(screen.getAllByRole('button', { name: new RegExp(`${en.tasks.start}$`) }).at(-1)!);
  await waitFor(() => expect(search()).toEqual({ id: '77' }));
  expect(path()).toContain('train');
  expect(server.asked('trainAdd')[0]).toMatchObject({ folderIds: [11, 12], validationFolderIds: [] });
});

it('cannot start while a field is wrong, and says where to look', async () => {
  const { server, start, user } = await opened();
  await waitFor(() => expect(start.disabled).toBe(false));
  await user.clear(minutes());
  expect(within(minutes().closest('.row') as HTMLElement).getByRole('alert')).toBeTruthy();
  expect(start.disabled).toBe(true);
  expect(screen.getByText(en.tasks.fixFields.replace('{{names}}', table['timeBudget']!.label.en))).toBeTruthy();
  await user.type(minutes(), '40');
  await waitFor(() => expect(start.disabled).toBe(false));
  expect(server.asked('trainCheck').at(-1)?.params).toMatchObject({ length: 'time', timeBudget: 40 });
});

it('keeps a parameter in sight while it is put right that is among all parameters only', async () => {
  const { start, user } = await opened();
  await waitFor(() => expect(start.disabled).toBe(false));
  await user.click(screen.getByRole('combobox', { name: /^Training length/ }));
  await user.click(await screen.findByTitle('By epochs'));
  const warmUp = () => screen.queryByRole('spinbutton', { name: /^Warm-up/ });
  const epochs = screen.getByRole('spinbutton', { name: /^Epochs/ });
  await user.clear(epochs);
  await user.type(epochs, '20');
  expect(warmUp()).toBeNull();
  await user.type(epochs, '{Backspace}');
  await user.clear(warmUp()!);
  await user.type(warmUp()!, '1');
  expect((warmUp() as HTMLInputElement | null)?.value).toBe('1');
});

it('says at the button too what the server says of a field, which may be out of sight', async () => {
  const { start } = await opened({ trainCheck: new Refusal('train.noLocating', {}, { field: 'timeBudget' }) });
  const text = messages['train.noLocating'].en;
  await within(start.closest('section')!).findByText(text);
  expect(within(minutes().closest('.row') as HTMLElement).getByRole('alert').textContent).toContain(text);
  expect(start.disabled).toBe(true);
});

it('waits with the start until the server has looked at these choices, without blaming the person', async () => {
  const { server, start, user } = await opened();
  await waitFor(() => expect(start.disabled).toBe(false));
  let look = (_: TrainCheck): void => {};
  server.answer({ trainCheck: () => new Promise((resolve) => (look = resolve as typeof look)) as never });
  await user.clear(minutes());
  await user.type(minutes(), '40');
  expect(start.disabled).toBe(true);
  expect(screen.queryByText(en.tasks.chooseValidation)).toBeNull();
  await waitFor(() =>
    expect(server.asked('trainCheck').at(-1)?.params).toMatchObject({ length: 'time', timeBudget: 40 }),
  );
  expect(start.disabled).toBe(true);
  look(check);
  await waitFor(() => expect(start.disabled).toBe(false));
});

it('shows what the server refuses of the images, and does not start', async () => {
  const { start } = await opened({ trainCheck: () => new Refusal('project.nameExists') });
  // once, beside the images; the button says where
  expect(await screen.findAllByText(/name already exists/)).toHaveLength(1);
  within(start.closest('section')!).getByText(`See the message under “${en.tasks.data}”.`);
  expect(start.disabled).toBe(true);
});

it('asks for folders where none is chosen', async () => {
  const { start, user } = await opened();
  await waitFor(() => expect(start.disabled).toBe(false));
  for (const name of [/lot 11/, /lot 12/]) {
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect(box.checked).toBe(true);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await user.click(box);
  }
  expect(start.disabled).toBe(true);
  expect(screen.getByText(en.families.detection.choose)).toBeTruthy();
});

it('begins with a length that suits a first hour, and shows what each preset sets', async () => {
  const { server, start, user } = await opened();
  await waitFor(() => expect(start.disabled).toBe(false));
  const asked = () => server.asked('trainCheck').at(-1)?.params;
  expect(asked()).toMatchObject({ length: 'time', timeBudget: 30, network: 'n', imageSize: 640 });
  expect(screen.queryByRole('button', { name: en.ui.resetDefaults })).toBeNull();
  const preset = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
  expect(preset(/^Standard/).checked).toBe(true);
  expect(preset(/^Quick try/).closest('label')!.textContent).toMatch(/320 px.*5 min/);
  await user.click(preset(/^Quick try/));
  await waitFor(() => expect(asked()).toMatchObject({ length: 'time', timeBudget: 5, network: 'n', imageSize: 320 }));
  expect(preset(/^Standard/).checked).toBe(false);
});

it('says before the start when the length cannot teach anything, and makes it long enough at one click', async () => {
  const short = { ...check, train: 20, stepSeconds: 6 } as TrainCheck;
  const { server, start, user } = await opened({ trainCheck: short as never });
  await waitFor(() => expect(start.disabled).toBe(false));
  expect(screen.queryByText(/hardly teach/)).toBeNull();
  await user.clear(minutes());
  // with a pretrained backbone 100 steps teach something
  await user.type(minutes(), '9');
  expect(await screen.findByText(/about 90 steps, which hardly teach/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use 25 min' }));
  await waitFor(() => expect(server.asked('trainCheck').at(-1)?.params).toMatchObject({ timeBudget: 25 }));
  expect(screen.queryByText(/hardly teach/)).toBeNull();
});

it('offers the graphics cards of the server, where it has any', async () => {
  const { start } = await opened();
  await waitFor(() => expect(start.disabled).toBe(false));
  expect(screen.queryByLabelText(en.tasks.device)).toBeNull();
});

it('asks for the graphics card that was chosen', async () => {
  const { server, start, user } = await opened({
    trainCheck: { ...check, cards: [{ device: 'cuda:0', name: 'Tesla T4' }] } as never,
  });
  await waitFor(() => expect(start.disabled).toBe(false));
  await user.click(screen.getByRole('combobox', { name: en.tasks.device }));
  await user.click(await screen.findByText('GPU 0: Tesla T4'));
  await waitFor(() => expect(server.asked('trainCheck').at(-1)).toMatchObject({ device: 'cuda:0' }));
});

const weights = table['labelWeights']!.label.en;
const opener = (name: string) => screen.findByRole('button', { name: `${weights}: ${name}` });
const twoLabels = {
  ...check,
  perLabel: [...check.perLabel, { name: 'crack', color: '#2040d0', objects: 4 }],
} as TrainCheck;

it('weighs the objects of single labels, folded away while all count the same', async () => {
  const { server, start, user } = await opened({ trainCheck: twoLabels as never });
  await waitFor(() => expect(start.disabled).toBe(false));
  const asked = () => server.asked('trainCheck').at(-1)?.params;
  await user.click(screen.getByRole('radio', { name: en.tasks.allParams }));
  expect(screen.getByText(en.ui.factorsEven)).toBeTruthy();
  expect(screen.queryByLabelText(`${weights}: crack`)).toBeNull();
  await user.click(await opener(en.ui.factorsOpen));
  const crack = screen.getByLabelText<HTMLInputElement>(`${weights}: crack`);
  expect(crack.value).toBe('1');
  await user.clear(crack);
  await user.type(crack, '2.5');
  await waitFor(() => expect(asked()).toMatchObject({ labelWeights: { crack: 2.5 } }));
  // beyond the bounds, with too many decimals, or nothing: said at the field, and it cannot start
  for (const wrong of ['10.1', '0', '2.55']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await user.clear(crack);
    expect(start.disabled).toBe(true);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await user.type(crack, wrong);
    expect(within(crack.closest('.row[data-wide]') as HTMLElement).getByRole('alert')).toBeTruthy();
    expect(start.disabled).toBe(true);
  }
  await user.clear(crack);
  await user.type(crack, '1');
  await waitFor(() => expect(asked()).toMatchObject({ labelWeights: {} }));
  // what was wrong was never asked about
  const weighed = server.asked('trainCheck').map(({ params }) => Object.values(params['labelWeights'] as object));
  expect(weighed.flat().filter((one) => one === null || ![0.1, 1, 2, 2.5, 10].includes(one as number))).toEqual([]);
  await user.click(await opener(en.ui.factorsClose));
  expect(screen.getByText(en.ui.factorsEven)).toBeTruthy();
});

it('begins with the settings of an earlier training; weights of labels that are gone are named and dropped', async () => {
  const params = { network: 's', epochs: 40, labelWeights: { crack: 3, rust: 2 }, retired: true };
  const like = { trainCheck: twoLabels as never, taskInfo: { id: 8, params } as never };
  const { server, start, user } = await opened(like, '&like=8');
  await waitFor(() => expect(start.disabled).toBe(false));
  const asked = () => server.asked('trainCheck').at(-1)?.params;
  expect(asked()).toMatchObject({ network: 's', length: 'epochs', epochs: 40, labelWeights: { crack: 3, rust: 2 } });
  expect(asked()).not.toHaveProperty('retired');
  await user.click(screen.getByRole('radio', { name: en.tasks.allParams }));
  expect(screen.getByText(/have no effect: rust/)).toBeTruthy();
  await user.click(await opener(en.ui.factorsOpen));
  const dent = screen.getByLabelText<HTMLInputElement>(`${weights}: dent`);
  await user.clear(dent);
  await user.type(dent, '2');
  await waitFor(() => expect(asked()).toMatchObject({ labelWeights: { dent: 2, crack: 3 } }));
  expect(screen.queryByText(/rust/)).toBeNull();
});

it('takes over folders, start version and device of an earlier training, and says in words what is gone', async () => {
  const version = {
    id: 40,
    number: 2,
    labels: [],
    stages: [{ ordinal: 0, recipe: 'detect', params: { network: 'n' } }],
  };
  const like = {
    id: 8,
    params: { network: 'n' },
    folders: { train: [11, 98, 99], validation: [97] },
    start: { versionId: 40, number: 2, kept: [] },
    requestedDevice: 'cpu',
  };
  const { server, start } = await opened(
    {
      taskInfo: like as never,
      versionList: { list: [version], total: 1, pageNum: 1, pageSize: 50 } as never,
    },
    '&like=8',
  );
  await waitFor(() => expect(start.disabled).toBe(false));
  expect(server.asked('trainCheck').at(-1)).toMatchObject({
    folderIds: [11],
    validationFolderIds: [],
    startVersionId: 40,
    device: 'cpu',
  });
  const text = screen.getByText(/2 training folders of that training no longer exist/).textContent;
  expect(text).toContain(en.tasks.lost.allValidation);
  expect(screen.getByText('Version 2', { exact: false, selector: '.ant-select *' })).toBeTruthy();
});

it('says when the training whose settings it is to begin with is gone; a training that is all there needs no word', async () => {
  const gone = await opened({ taskInfo: new Refusal('notFound', {}, null, 404) }, '&like=8');
  expect(await screen.findByText(en.tasks.lost.training)).toBeTruthy();
  gone.unmount();
  const there = await opened(
    { taskInfo: { id: 8, params: {}, folders: { train: [11], validation: [13] } } as never },
    '&like=8',
  );
  await waitFor(() => expect(there.server.asked('trainCheck').at(-1)).toMatchObject({ validationFolderIds: [13] }));
  expect(screen.queryByText(/that training/i)).toBeNull();
});

it('begins with the folders of the earlier training also where the model has data sets of its own', async () => {
  const { server, start } = await opened(
    {
      modelInfo: { ...model, type: 'anomaly', datasets: [{ id: 2, role: 'all' }] } as never,
      taskInfo: { id: 8, params: {}, folders: { train: [12], validation: [] } } as never,
    },
    '&like=8',
  );
  await waitFor(() => expect(start.disabled).toBe(false));
  expect(server.asked('trainCheck').at(-1)).toMatchObject({ folderIds: [12] });
});
