import { FakeClock, type OwnerReference } from '@orch/apimachinery';
import { KnownScales, type OwnerScale } from './known-scales.js';
import type { PodOwner } from './pod-owners.js';

const reference: OwnerReference = { apiVersion: 'v1', kind: 'ReplicationController', name: 'a', uid: 'u' };
const owner = (text: string, state = '1'): PodOwner => ({ reference, text, state, pod: 'p', pods: 1 });

function setup() {
  const clock = new FakeClock();
  const scales = new KnownScales(clock);
  let reads = 0;
  const read = (): Promise<OwnerScale> => Promise.resolve({ uid: 'u', replicas: ++reads });
  const texts = (...owners: PodOwner[]) => scales.toRead('n', owners).map(({ text }) => text);
  return { clock, scales, read, texts, reads: () => reads };
}

it('a scale is read again when a pod of its owner has changed, and not for pods of others', async () => {
  const { scales, read, texts } = setup();
  expect([texts(owner('a'), owner('b')), scales.get('n', owner('a'))]).toEqual([['a', 'b'], undefined]);
  for (const text of ['a', 'b']) await scales.read('n', owner(text), read);
  expect(texts(owner('a'), owner('b'))).toEqual([]);
  expect(texts(owner('a'), owner('b', '2'))).toEqual(['b']);
  expect(scales.get('n', owner('b', '2'))?.scale?.replicas).toBe(2);
  expect([scales.toRead('m', [owner('a')]).length, scales.get('m', owner('a'))]).toEqual([1, undefined]);
});

it('a scale is read again after half a minute, the least recently read first', async () => {
  const { clock, scales, read, texts } = setup();
  for (const text of ['b', 'a']) {
    await scales.read('n', owner(text), read);
    clock.advance(10_000);
  }
  clock.advance(9_999);
  expect(texts(owner('a'), owner('b'))).toEqual([]);
  clock.advance(1);
  expect(texts(owner('a'), owner('b'))).toEqual(['b']);
  clock.advance(10_000);
  expect(texts(owner('a'), owner('c'), owner('b'))).toEqual(['c', 'b', 'a']);
});

it('concurrent reads of an owner are one, and one that failed is repeated', async () => {
  const { scales, read, reads } = setup();
  await Promise.all([1, 2, 3].map(() => scales.read('n', owner('a'), read)));
  expect(reads()).toBe(1);
  await expect(scales.read('n', owner('b'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await scales.read('n', owner('b'), read);
  expect(scales.get('n', owner('b'))?.scale).toEqual({ uid: 'u', replicas: 2 });
});

it('reads no further scale once one owner is known to have none', async () => {
  const { scales, texts } = setup();
  await scales.read('n', owner('a'), () => Promise.resolve(undefined));
  expect(texts(owner('b'), owner('a'))).toEqual([]);
  expect(texts(owner('b'), owner('a', '2'))).toEqual(['b', 'a']);
  expect(texts(owner('b'), { ...owner('', '3'), reference: undefined })).toEqual([]);
});

it('drops what was not read for ten minutes', async () => {
  const { clock, scales, read } = setup();
  await scales.read('n', owner('a'), read);
  clock.advance(600_000);
  await scales.read('n', owner('b'), read);
  expect(scales.get('n', owner('a'))).toBeUndefined();
});
