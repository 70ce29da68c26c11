import { systemClock } from '@orch/apimachinery';
import { LoopbackClient } from '@orch/registry';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { admissionChain } from '../admission-chain.js';
import { resourceQuota } from './resource-quota.js';

const vocabulary = vocabularies.orch;
const ATTEMPTS = 20;

describe('a quota and a name that is deleted and created concurrently', () => {
  let test: TestRegistry;
  beforeEach(async () => {
    test = await startTestRegistry({
      admission: (reader) =>
        admissionChain([resourceQuota({ reader, vocabulary, clock: systemClock, own: new LoopbackClient(reader) })]),
    });
  });
  afterEach(() => test.close());

  const writer = (resource: string) => test.store(resource).writer;
  const reasonOf = (error: unknown) => (error as { reason: string }).reason;
  const bodyOf = (value: object) => ({ value, duplicateFields: [] });
  const claim = (storageSize: string) =>
    bodyOf({
      metadata: { name: 'same' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: storageSize } } },
    });
  const claims = () => writer('persistentvolumeclaims');
  const create = (size: string): Promise<string> =>
    Promise.resolve(claims().create(testWrite('t1'), claim(size))).then(() => 'stored', reasonOf);
  const apply = (size: string): Promise<string> => {
    const { value } = claim(size);
    const sent = bodyOf({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...value });
    return claims()
      .apply(testWrite('t1'), 'same', '', sent, true)
      .then(() => 'stored', reasonOf);
  };
  const remove = () => claims().delete(testWrite('t1'), 'same', {} as never);

  it('C-240 admits no object without charging it', async () => {
    const spec = { hard: { 'requests.storage': '100Gi' } };
    await writer('resourcequotas').create(testWrite('t1'), bodyOf({ metadata: { name: 'q' }, spec }));
    for (let i = 0; i < ATTEMPTS; i++) {
      expect(await create('1Gi')).toBe('stored');
      const removed = remove();
      for (let turn = 0; turn < i; turn++) await Promise.resolve(); // the create starts one step later each time
      expect(['AlreadyExists', 'Forbidden']).toContain(await create('5000Gi'));
      await removed;
    }
  });

  it('an apply whose create finds the name taken becomes an update', async () => {
    const spec = { hard: { 'count/persistentvolumeclaims': '100' } };
    await writer('resourcequotas').create(testWrite('t1'), bodyOf({ metadata: { name: 'q' }, spec }));
    const answers = await Promise.all(Array.from({ length: ATTEMPTS }, () => apply('1Gi')));
    expect(answers).toEqual(answers.map(() => 'stored'));
  });
});
