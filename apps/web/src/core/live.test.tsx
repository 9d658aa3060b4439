/** What news of tasks does to lists: progress is written in, and only what a list does not know is read again. */
import type { SocketEvent, Task } from '@loupe/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { FakeSocket, fakeSockets } from '../testing/fake-socket.ts';
import { show } from '../testing/screen.tsx';
import { followLive } from './live.ts';
import { useApi, type ApiInput } from './query.ts';
import { connectSockets } from './sockets.ts';

const say = (event: SocketEvent) => act(() => FakeSocket.all[0]!.say(event));
const progress = (done: number) => ({ phase: 'predict', done, total: 9, unit: 'image' as const, etaSeconds: null });
const news = (kind: 'preannotate' | 'train', state: Task['state'], done: number): SocketEvent => ({
  type: 'task',
  taskId: 5,
  modelId: null,
  kind,
  state,
  progress: progress(done) as never,
  length: kind === 'train' ? { epochs: done, steps: 20 * done } : null,
});

function List({ asked }: { asked: ApiInput<'taskList'> }) {
  const [task] = useApi('taskList', asked).data?.list ?? [];
  return <p>{task ? `${task.state} ${task.progress?.done}` : ''}</p>;
}

let stop: () => void = () => {};
beforeEach(fakeSockets);
afterEach(() => {
  stop();
  connectSockets(null);
  vi.unstubAllGlobals();
});

it('progress is seen without another reading, another state is read, and news of another kind is none', async () => {
  const task = { id: 5, state: 'running', progress: progress(1) };
  const server = fakeApi({
    socketTicket: { ticket: 'x' },
    socketMissed: { lastSeq: 0, frames: [] },
    taskList: () => ({ list: [task], total: 1 }) as never,
  });
  stop = followLive(() => []);
  connectSockets(7);
  await show(<List asked={{ kind: 'preannotate', projectId: 2 }} />);
  await screen.findByText('running 1');
  await waitFor(() => expect(FakeSocket.all.length).toBeGreaterThan(0));
  const read = () => server.asked('taskList').length;
  const before = read();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    say(news('preannotate', 'running', 4));
    say(news('train', 'completed', 9));
    act(() => void vi.advanceTimersByTime(2000));
    expect(screen.getByText('running 4')).toBeTruthy();
    expect(read()).toBe(before);
    Object.assign(task, { state: 'completed', progress: progress(9) });
    say(news('preannotate', 'completed', 9));
    act(() => void vi.advanceTimersByTime(2000));
  } finally {
    vi.useRealTimers();
  }
  await screen.findByText('completed 9');
  expect(read()).toBe(before + 1);
});

function Info() {
  const task = useApi('taskInfo', { id: 5 }).data;
  return <p>{task ? `${task.length?.epochs ?? 'no'} epochs` : ''}</p>;
}

it('says what the length of a training has become as soon as its engine has told it', async () => {
  const server = fakeApi({
    socketTicket: { ticket: 'x' },
    socketMissed: { lastSeq: 0, frames: [] },
    taskInfo: { id: 5, state: 'running', progress: progress(1), length: null } as never,
  });
  stop = followLive(() => []);
  connectSockets(7);
  await show(<Info />);
  await screen.findByText('no epochs');
  await waitFor(() => expect(FakeSocket.all.length).toBeGreaterThan(0));
  say(news('train', 'running', 4));
  await screen.findByText('4 epochs');
  expect(server.asked('taskInfo')).toHaveLength(1);
});

function Images() {
  const [image] = useApi('imageList', { folderId: 4 }).data?.list ?? [];
  return <p>{image?.state}</p>;
}

it('images that a model has proposed something on are read again', async () => {
  const image = { id: 8, state: 'unannotated' };
  fakeApi({
    socketTicket: { ticket: 'x' },
    socketMissed: { lastSeq: 0, frames: [] },
    imageList: () => ({ list: [image], total: 1 }) as never,
  });
  stop = followLive(() => []);
  connectSockets(7);
  await show(<Images />);
  await screen.findByText('unannotated');
  await waitFor(() => expect(FakeSocket.all.length).toBeGreaterThan(0));
  Object.assign(image, { state: 'prelabeled' });
  say({ type: 'proposals', imageIds: [8] } as SocketEvent);
  await screen.findByText('prelabeled', undefined, { timeout: 5000 });
});
