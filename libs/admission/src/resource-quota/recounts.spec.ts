import { builtinKinds, compileKinds } from '@orch/api';
import { ApiError, FakeClock } from '@orch/apimachinery';
import { LoopbackClient, Registry } from '@orch/registry';
import { EmbeddedStorage } from '@orch/storage';
import { temporaryDirectory, testWrite } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { admissionChain } from '../admission-chain.js';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { resourceQuota } from './resource-quota.js';

const vocabulary = vocabularies.orch;

describe('charges that a recount may release', () => {
  const clock = new FakeClock();
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let storage: EmbeddedStorage;
  let registry: Registry;
  let charged: string[];
  /** Charging the quota `b` waits for it. */
  let gate: Promise<unknown>;
  /** Called after the charges of a write. */
  let validated: () => void;

  beforeEach(async () => {
    charged = [];
    gate = Promise.resolve();
    validated = () => undefined;
    directory = await temporaryDirectory();
    storage = await EmbeddedStorage.open({ directory: directory.path });
    const last: AdmissionPlugin = {
      name: 'Last',
      handles: ({ definition }) => definition.gvr.resource === 'secrets',
      validatesLast: true,
      validate: () => validated(),
    };
    registry = await Registry.start({
      storage,
      definitions: compileKinds(builtinKinds, vocabulary),
      admission: (reader) => {
        const writes = new LoopbackClient(reader);
        const change: LoopbackClient['change'] = async (...args) => {
          const [, , name] = args;
          charged.push(name);
          if (name === 'b') await gate;
          return writes.change(...args);
        };
        return admissionChain([resourceQuota({ reader, vocabulary, clock, own: { change } }), last]);
      },
    });
  });
  afterEach(async () => {
    registry.close();
    await storage.close();
    await directory.remove();
  });

  const create = (resource: string, value: object) =>
    registry.resource('', 'v1', resource)!.writer.create(testWrite('t1'), { value, duplicateFields: [] });
  const quota = (name: string, hard: Record<string, string>) =>
    create('resourcequotas', { metadata: { name }, spec: { hard } });
  const usedOf = (name: string): unknown =>
    (
      registry.read({ group: '', resource: 'resourcequotas' }, 't1', name)!['status'] as {
        used?: object;
      }
    ).used;

  it('C-240 a write that waits for one quota is not charged to another meanwhile', async () => {
    await quota('a', { 'count/secrets': '5' });
    await quota('b', { 'count/secrets': '5', 'count/configmaps': '5' });
    let open = (): void => undefined;
    gate = new Promise<void>((resolve) => (open = resolve));
    const first = create('configmaps', { metadata: { name: 'keeps-b-busy' } });
    const second = create('secrets', { metadata: { name: 's' } });
    const third = create('serviceaccounts', { metadata: { name: 'after-all-that-does-not-wait' } });
    await third;
    expect(charged).toEqual(['b']);
    open();
    await Promise.all([first, second]);
    expect(charged.toSorted()).toEqual(['a', 'b', 'b']);
    expect([usedOf('a'), usedOf('b')]).toEqual([
      { 'count/secrets': '1' },
      { 'count/secrets': '1', 'count/configmaps': '1' },
    ]);
  });

  it('C-240 a write that finds one quota full when it is its turn is charged to no other', async () => {
    await quota('a', { 'count/secrets': '1' });
    await quota('b', { 'count/secrets': '5' });
    const answers = await Promise.allSettled(['s', 't'].map((name) => create('secrets', { metadata: { name } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(charged.toSorted()).toEqual(['a', 'b']);
    expect(usedOf('b')).toEqual({ 'count/secrets': '1' });
  });

  it.each([
    [99, '0'],
    [100, '1'],
  ])(
    'C-240 a failed write is refunded unless a recount may have released its charge: after %i ms used is %s',
    async (ms, used) => {
      await quota('a', { 'count/secrets': '5' });
      validated = () => {
        clock.advance(ms);
        throw new ApiError('Conflict', 'not stored');
      };
      await expect(create('secrets', { metadata: { name: 's' } })).rejects.toThrow('not stored');
      expect(usedOf('a')).toEqual({ 'count/secrets': used });
    },
  );
});
