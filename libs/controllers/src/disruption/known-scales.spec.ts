import { FakeClock, type OwnerReference } from '@orch/apimachinery';
import type { Pod } from './budget.js';
import { KnownScales, stateOf, type OwnerScale } from './known-scales.js';

const owner: OwnerReference = { apiVersion: 'v1', kind: 'ReplicationController', name: 'a', uid: 'u' };

function setup() {
  const clock = new FakeClock();
  const scales = new KnownScales(clock);
  let reads = 0;
  const read = (): Promise<OwnerScale> => Promise.resolve({ uid: 'u', replicas: ++reads });
  const replicas = async (pods: string, of = owner, namespace = 'n') =>
    (await scales.in(namespace, pods)(of, read))?.replicas;
  return { clock, scales, replicas };
}

it('reads a scale once while no pod of the namespace changes', async () => {
  const { replicas } = setup();
  expect(await Promise.all([replicas('1'), replicas('1'), replicas('1')])).toEqual([1, 1, 1]);
  expect([await replicas('2'), await replicas('2'), await replicas('2', owner, 'other')]).toEqual([2, 2, 3]);
});

it('reads it again after half a minute', async () => {
  const { clock, replicas } = setup();
  await replicas('1');
  clock.advance(29_999);
  expect(await replicas('1')).toBe(1);
  clock.advance(1);
  expect(await replicas('1')).toBe(2);
});

it('takes no owner for another with its uid', async () => {
  const { replicas } = setup();
  expect([await replicas('1'), await replicas('1', { ...owner, name: 'b' })]).toEqual([1, 2]);
});

it('repeats a read that failed', async () => {
  const { scales } = setup();
  const once = scales.in('n', '1');
  await expect(once(owner, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await once(owner, () => Promise.resolve(undefined))).toBeUndefined();
});

it('the state of pods changes with each creation, change and deletion', () => {
  const pod = (name: string, resourceVersion: string): Pod => ({ metadata: { name, resourceVersion } });
  const states = [
    [],
    [pod('a', '5')],
    [pod('a', '9')],
    [pod('a', '9'), pod('b', '10')],
    [pod('a', '9')],
    [pod('a', '9'), pod('c', '11')],
  ].map((pods) => {
    const steps = stateOf(pods);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  });
  expect(new Set(states).size).toBe(5);
  expect(states[2]).toBe(states[4]);
});
