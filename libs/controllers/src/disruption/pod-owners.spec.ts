import { atOnce, type OwnerReference } from '@orch/apimachinery';
import type { Pod } from './budget.js';
import { podOwners } from './pod-owners.js';

const owner = (name: string, more: Partial<OwnerReference> = {}): OwnerReference => ({
  ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid: name, controller: true },
  ...more,
});
const pod = (name: string, resourceVersion: string, ...ownerReferences: OwnerReference[]): Pod => ({
  metadata: { name, resourceVersion, ownerReferences },
});
const statesOf = (pods: readonly Pod[], covered = pods) =>
  Object.fromEntries(atOnce(podOwners(covered, pods)).map(({ reference, state }) => [reference?.name, state]));

it('the state of the pods of an owner changes with each creation, change and deletion of one, whatever is covered', () => {
  const others = [pod('b', '6', owner('other')), pod('c', '7')];
  const states = [
    [pod('a', '5', owner('x'))],
    [pod('a', '9', owner('x'))],
    [pod('a', '9', owner('x')), pod('d', '10', owner('x'))],
    [pod('a', '9', owner('x'))],
    [pod('a', '9', owner('x')), pod('e', '11', owner('x'))],
  ].map((pods) => {
    const all = statesOf([...pods, ...others]);
    expect(all['other']).toBe(statesOf(others)['other']);
    expect(statesOf([...pods, ...others], pods.slice(0, 1))).toEqual({ x: all['x'] });
    return all['x'];
  });
  expect(new Set(states).size).toBe(4);
  expect(states[1]).toBe(states[3]);
});

it('only controllers count, each uid once, and one of another name under the same uid is another', () => {
  const pods = [
    pod('a', '1', owner('x', { controller: false }), owner('y')),
    pod('b', '2', owner('z', { uid: 'y' })),
    pod('c', '3', owner('y')),
  ];
  expect(statesOf(pods)).toEqual({ y: '2 3' });
});

it('an owner that cannot exist has no reference', () => {
  const [impossible] = atOnce(podOwners([pod('a', '1', owner('x'.repeat(254)))], [pod('a', '1', owner('x'.repeat(254)))])); // prettier-ignore
  expect(impossible).toMatchObject({ reference: undefined, text: '', pod: 'a' });
});
