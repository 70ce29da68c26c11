import { systemClock } from '@orch/apimachinery';
import { LoopbackClient } from '@orch/registry';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { admissionChain } from '../admission-chain.js';
import { resourceQuota } from './resource-quota.js';

const vocabulary = vocabularies.orch;

describe('a quota with scope Terminating and an update of the deadline of a pod', () => {
  let test: TestRegistry;
  beforeEach(async () => {
    test = await startTestRegistry({
      admission: (reader) =>
        admissionChain([resourceQuota({ reader, vocabulary, clock: systemClock, own: new LoopbackClient(reader) })]),
    });
    await writer('resourcequotas').create(
      testWrite('t1'),
      bodyOf({ metadata: { name: 'q' }, spec: { hard: { pods: '1' }, scopes: ['Terminating'] } }),
    );
  });
  afterEach(() => test.close());

  const writer = (resource: string) => test.store(resource).writer;
  const bodyOf = (value: object) => ({ value, duplicateFields: [] });
  const reasonOf = (error: unknown) => (error as { reason: string }).reason;
  const pod = (name: string, spec: object = {}) =>
    bodyOf({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
  const create = (name: string, spec?: object): Promise<string> =>
    Promise.resolve(writer('pods').create(testWrite('t1'), pod(name, spec))).then(() => 'stored', reasonOf);
  const setDeadline = (name: string): Promise<string> =>
    Promise.resolve(
      writer('pods').patch(testWrite('t1'), name, (current) =>
        bodyOf({ ...current, spec: { ...(current['spec'] as object), activeDeadlineSeconds: 60 } }),
      ),
    ).then(() => 'stored', reasonOf);
  const used = (): unknown =>
    (test.registry.read({ group: '', resource: 'resourcequotas' }, 't1', 'q')!['status'] as { used?: object }).used;

  it('C-240 charges the pod that gets a deadline', async () => {
    expect(await create('a')).toBe('stored');
    expect(used()).toBeUndefined();
    expect(await setDeadline('a')).toBe('stored');
    expect(used()).toEqual({ pods: '1' });
    expect(await create('b', { activeDeadlineSeconds: 60 })).toBe('Forbidden');
  });

  it('C-240 refuses the deadline of a pod for which the quota has no place', async () => {
    expect(await create('a', { activeDeadlineSeconds: 60 })).toBe('stored');
    expect(await create('b')).toBe('stored');
    expect(await setDeadline('b')).toBe('Forbidden');
  });
});
