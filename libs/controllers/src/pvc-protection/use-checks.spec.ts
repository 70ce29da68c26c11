import { FakeClock } from '@orch/apimachinery';
import { UseChecks } from './use-checks.js';

const signal = new AbortController().signal;

/** Checks over a namespace whose held claims and uses the test changes; each list ends when the test says so. */
function checksOf(held: string[], used: string[]) {
  const clock = new FakeClock();
  const lists: ((fault?: Error) => void)[] = [];
  const checks = new UseChecks<ReadonlySet<string>>(
    clock,
    () => [...held],
    () =>
      new Promise((resolve, reject) => {
        const seen = new Set(used);
        lists.push((fault) => (fault ? reject(fault) : resolve(seen)));
      }),
  );
  const isUsed = (name: string) =>
    checks.isUsed({ metadata: { namespace: 'n', uid: name } }, (users) => users.has(name), signal);
  return { checks, clock, lists, isUsed, held, used };
}

it('claims that were being deleted when a list began share it', async () => {
  const { lists, isUsed } = checksOf(['a', 'b', 'c'], []);
  const [a, b] = [isUsed('a'), isUsed('b')];
  lists[0]!();
  expect([await a, await b, await isUsed('c'), lists.length]).toEqual([false, false, false, 1]);
});

it('a claim that was deleted after a list began has its own', async () => {
  const { lists, isUsed, held } = checksOf(['a'], []);
  const a = isUsed('a');
  held.push('b');
  const b = isUsed('b');
  expect(lists).toHaveLength(2);
  for (const end of lists) end();
  expect([await a, await b]).toEqual([false, false]);
});

it('a claim that was in use is looked up again', async () => {
  const { lists, isUsed, used } = checksOf(['a', 'b'], ['b']);
  const a = isUsed('a');
  lists[0]!();
  expect(await a).toBe(false);
  used.length = 0;
  const b = isUsed('b');
  await Promise.resolve();
  await Promise.resolve();
  expect(lists).toHaveLength(2);
  lists[1]!();
  expect(await b).toBe(false);
});

it('a list holds for five seconds', async () => {
  const { clock, lists, isUsed } = checksOf(['a', 'b', 'c'], []);
  const a = isUsed('a');
  lists[0]!();
  await a;
  clock.advance(4_999);
  expect(await isUsed('b')).toBe(false);
  clock.advance(1);
  const c = isUsed('c');
  expect(lists).toHaveLength(2);
  lists[1]!();
  expect(await c).toBe(false);
});

it('a list that fails is repeated', async () => {
  const { lists, isUsed } = checksOf(['a'], ['a']);
  const a = isUsed('a');
  lists[0]!(new Error('broken'));
  await expect(a).rejects.toThrow('broken');
  const again = isUsed('a');
  lists[1]!();
  expect(await again).toBe(true);
});

it('a list leaves memory when it no longer holds, also when nothing else is checked', async () => {
  const { clock, lists, isUsed, checks } = checksOf(['a'], []);
  const a = isUsed('a');
  lists[0]!();
  await a;
  clock.advance(4_999);
  expect(checks.size).toBe(1);
  clock.advance(1);
  expect(checks.size).toBe(0);
});
