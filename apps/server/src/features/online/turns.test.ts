import { expect, it, onTestFinished, vi } from 'vitest';
import { makeTurns } from './turns.ts';

const bounds = { atOnce: 3, each: 2, waiting: 4, waitingEach: 3, waitMs: 1000 };

/** Asks for turns and notes in which order they come. */
function players(turns = makeTurns(bounds)) {
  const order: string[] = [];
  const take = (by: string, name = by) => {
    const place = turns.take(by);
    void place.then(
      () => order.push(name),
      () => undefined,
    );
    return place;
  };
  return { take, order };
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

it('few are read at a time, and nobody takes all places', async () => {
  const { take, order } = players();
  const [first] = [take('a', 'a1'), take('a', 'a2'), take('a', 'a3')];
  await nextTick();
  expect(order).toEqual(['a1', 'a2']);
  void take('b', 'b1');
  void take('b', 'b2');
  await nextTick();
  expect(order).toEqual(['a1', 'a2', 'b1']);
  // of a one is still held, of b one: the one that came first
  (await first!)();
  await nextTick();
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('who has the fewest goes before others that came earlier', async () => {
  const { take, order } = players(makeTurns({ ...bounds, atOnce: 2 }));
  const places = [take('a'), take('a')];
  void take('a', 'late a');
  void take('b');
  (await places[0]!)();
  await nextTick();
  expect(order).toEqual(['a', 'a', 'b']);
});

it('who asks too much is refused with 429, and all are with 503 where too many wait', async () => {
  const { take } = players();
  for (let i = 0; i < 5; i++) void take('a');
  await expect(take('a')).rejects.toMatchObject({ key: 'inference.busy', code: 429 });
  for (let i = 0; i < 2; i++) void take('b');
  await expect(take('c')).rejects.toMatchObject({ code: 503, args: { seconds: 1 } });
});

it('nobody waits for ever, and who gave up takes no place', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const turns = makeTurns(bounds);
  const places = [turns.take('a'), turns.take('a')];
  const late = turns.take('a');
  const refused = expect(late).rejects.toMatchObject({ code: 503 });
  await vi.advanceTimersByTimeAsync(bounds.waitMs);
  await refused;
  (await places[0]!)();
  await expect(turns.take('a')).resolves.toBeTypeOf('function');
});
