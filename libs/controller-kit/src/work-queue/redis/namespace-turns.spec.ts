import { RedisQueues } from './redis-queues.fixture.js';
import type { RedisWorkQueue } from './redis-work-queue.js';

const MOST = 2_097_151;

const queues = new RedisQueues();

const turnsOf = async (queue: RedisWorkQueue): Promise<readonly (readonly [string, number])[]> =>
  (await queue.jobs.getPrioritized()).map(({ data, priority }) => [data, priority]);

it('processes count the turns of a namespace together', async () => {
  const [one, other] = [await queues.open(), await queues.open()];
  await one.addNow(['a/1', 'a/2', 'a/3']);
  await other.addNow(['b/1', 'a/4', 'cluster-scoped']);
  await one.addNow(['b/2']);
  expect(await turnsOf(one)).toEqual([
    ['a/1', 1], ['b/1', 1], ['cluster-scoped', 1], ['a/2', 2], ['b/2', 2], ['a/3', 3], ['a/4', 4],
  ]); // prettier-ignore
});

it('further adds of a key that waits, or is to be queued again, use no turn', async () => {
  const queue = await queues.open();
  await queue.addNow(['b/active']);
  queue.start(1);
  const active = (await queue.take())!;
  await queue.addNow(['a/1', 'a/2', 'a/3']);
  for (let n = 0; n < 10; n++) await queue.addNow(['b/active']);
  for (let n = 0; n < 10; n++) await queue.addNow(['b/waits']);
  await queue.addNow(['b/next']);
  // The processed one had the first turn of its namespace, its next job the second or third.
  expect(await turnsOf(queue)).toEqual([['a/1', 1], ['a/2', 2], ['a/3', 3], ['b/waits', 3], ['b/next', 4]]); // prettier-ignore
  await active.succeed();
});

it('turns begin again when nothing is queued', async () => {
  const queue = await queues.open();
  queue.start(1);
  for (let n = 0; n < 5; n++) queue.add({ namespace: 'a', name: `${n}` });
  for (let n = 0; n < 5; n++) await (await queue.take())!.succeed();
  await queue.close();
  const later = await queues.open();
  await later.addNow(['a/6']);
  expect(await turnsOf(later)).toEqual([['a/6', 1]]);
});

it('beyond the last priority keys are in order of arrival', async () => {
  const queue = await queues.open();
  await queue.addNow(['a/0']);
  await queues.server.cli('HSET', queue.jobs.toKey('turns'), 'a', MOST - 2);
  await queue.addNow(['a/1', 'a/2', 'a/3']);
  await queue.addNow(['a/4']);
  expect(await turnsOf(queue)).toEqual([['a/0', 1], ['a/1', MOST - 1], ['a/2', MOST], ['a/3', MOST], ['a/4', MOST]]); // prettier-ignore
});

it.each(['nan', '-5', '1.5', 'x', '', '1e999', '-inf'])('a foreign turn, %p, holds up no key', async (foreign) => {
  const queue = await queues.open();
  await queue.addNow(['a/0']);
  await queues.server.cli('HSET', queue.jobs.toKey('turns'), 'a', foreign, '/', foreign);
  await queue.addNow(['a/1']);
  expect((await turnsOf(queue)).map(([key]) => key)).toEqual(['a/0', 'a/1']);
});
