import { FairQueue, type Flow, flowOf, OWN_FLOW } from './fair-queue.js';

const user = (name: string): Flow => ({ name, exempt: false });
const never = new AbortController().signal;
const queue = () => {
  const waiting = new FairQueue<string>({ total: 6, perFlow: 3 });
  return {
    push: (flow: Flow, item: string, signal = never, left = () => {}) => waiting.push(flow, item, signal, left),
    shift: () => waiting.shift(),
    drain: () => waiting.drain(),
  };
};

it('flows take turns, in order of arrival', () => {
  const waiting = queue();
  for (const item of ['a1', 'a2', 'a3']) waiting.push(user('a'), item);
  waiting.push(user('b'), 'b1');
  waiting.push(user('c'), 'c1');
  waiting.push(user('b'), 'b2');
  expect(waiting.drain()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('a flow that is put last has its turn after those that came while its item was in use', () => {
  const waiting = new FairQueue<string>({ total: 6, perFlow: 3 });
  for (const item of ['a1', 'a2', 'a3']) waiting.push(user('a'), item, never, () => {});
  expect(waiting.shift()).toBe('a1');
  waiting.push(user('b'), 'b1', never, () => {});
  for (const name of ['a', 'unknown']) waiting.putLast(user(name));
  expect(waiting.drain()).toEqual(['b1', 'a2', 'a3']);
});

it('a flow has a limit, and the queue a total that leaves room for the first item of other flows', () => {
  const waiting = queue();
  expect(['1', '2', '3', '4'].map((item) => waiting.push(user('a'), item))).toEqual([true, true, true, false]);
  for (const item of ['1', '2', '3']) waiting.push(user('b'), item);
  expect(waiting.push(user('b'), '4')).toBe(false);
  expect(waiting.push(user('c'), '1')).toBe(true);
  expect(waiting.push(user('c'), '2')).toBe(false);
  const others = Array.from({ length: 30 }, (_, index) => waiting.push(user(`x${index}`), '1'));
  expect(others.filter(Boolean)).toHaveLength(17);
});

it('exempt flows go first and are never refused', () => {
  const waiting = queue();
  for (let index = 0; index < 3; index++) waiting.push(user('a'), `a${index}`);
  const admin = flowOf({ username: 'root', groups: ['system:masters'] });
  for (let index = 0; index < 50; index++) expect(waiting.push(index % 2 ? admin : OWN_FLOW, `own${index}`)).toBe(true);
  expect(waiting.shift()).toBe('own0');
  expect(waiting.drain().slice(-3)).toEqual(['a0', 'a1', 'a2']);
});

it.each([user('a'), OWN_FLOW])('an aborted item of %j frees its place and calls onLeft', (flow) => {
  const waiting = queue();
  const gone = new AbortController();
  const left = jest.fn();
  waiting.push(flow, '1');
  waiting.push(flow, '2', gone.signal, left);
  waiting.push(flow, '3');
  gone.abort();
  expect(left).toHaveBeenCalledTimes(1);
  expect(waiting.push(flow, '4')).toBe(true);
  expect(waiting.drain()).toEqual(['1', '3', '4']);
});

it('an item that was taken can no longer be aborted', () => {
  const waiting = queue();
  const gone = new AbortController();
  const left = jest.fn();
  waiting.push(user('a'), '1', gone.signal, left);
  waiting.push(user('a'), '2');
  expect(waiting.shift()).toBe('1');
  gone.abort();
  expect(left).not.toHaveBeenCalled();
  expect(waiting.drain()).toEqual(['2']);
});

it('the service accounts of a namespace are one flow', () => {
  const names = ['system:serviceaccount:ns:a', 'system:serviceaccount:ns:b', 'system:serviceaccount:other:a', 'ann'];
  const flows = names.map((username) => flowOf({ username, groups: [] }).name);
  expect(flows[0]).toBe(flows[1]);
  expect(new Set(flows).size).toBe(3);
});

it('items that are not ready are passed by, and keep their places', () => {
  const waiting = new FairQueue<string>({ total: 6, perFlow: 3 });
  const push = (flow: Flow, item: string) => waiting.push(flow, item, never, () => {});
  push(OWN_FLOW, 'stuck 1');
  for (const item of ['stuck 2', 'a', 'b']) push(user('u'), item);
  push(user('v'), 'stuck 3');
  const isReady = (item: string) => !item.startsWith('stuck');
  const next = () => waiting.shift(undefined, isReady);
  expect([next(), next(), next()]).toEqual(['a', 'b', undefined]);
  expect(waiting.drain()).toEqual(['stuck 1', 'stuck 3', 'stuck 2']);
});
