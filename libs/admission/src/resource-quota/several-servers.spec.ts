import { builtinKinds, compileKinds } from '@orch/api';
import { FakeClock, type ApiObject } from '@orch/apimachinery';
import { Registry, LoopbackClient } from '@orch/registry';
import { EmbeddedStorage } from '@orch/storage';
import { temporaryDirectory, testWrite } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { admissionChain } from '../admission-chain.js';
import { resourceQuota } from './resource-quota.js';

const vocabulary = vocabularies.orch;
const SERVERS = 3;
const ALLOWED = 7;
const CREATES = 30;

describe('a quota charged by several servers', () => {
  const clock = new FakeClock();
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let storage: EmbeddedStorage;
  let registries: Registry[];
  beforeEach(async () => {
    directory = await temporaryDirectory();
    storage = await EmbeddedStorage.open({ directory: directory.path });
    const definitions = compileKinds(builtinKinds, vocabulary);
    registries = await Promise.all(
      Array.from({ length: SERVERS }, () =>
        Registry.start({
          storage,
          definitions,
          admission: (reader) =>
            admissionChain([resourceQuota({ reader, vocabulary, clock, own: new LoopbackClient(reader) })]),
        }),
      ),
    );
  });
  afterEach(async () => {
    for (const registry of registries) registry.close();
    await storage.close();
    await directory.remove();
  });

  const create = (turn: number, resource: string, body: object): Promise<string> =>
    Promise.resolve(
      registries[turn % SERVERS]!.resource('', 'v1', resource)!.writer.create(testWrite('t1'), {
        value: body,
        duplicateFields: [],
      }),
    ).then(
      () => 'stored',
      (error: unknown) => (error as Error).message,
    );
  const config = (turn: number, name = `c${turn}`) => create(turn, 'configmaps', { metadata: { name } });
  const quota = (status?: object) =>
    create(0, 'resourcequotas', {
      metadata: { name: 'q' },
      spec: { hard: { configmaps: String(ALLOWED) } },
      ...status,
    });
  const configMaps = () => [...registries[0]!.readAll({ group: '', resource: 'configmaps' }, 't1')];
  const used = () =>
    (
      registries[0]!.read({ group: '', resource: 'resourcequotas' }, 't1', 'q') as ApiObject & {
        status: { used: Record<string, string> };
      }
    ).status.used['configmaps'];
  const createConcurrently = () => Promise.all(Array.from({ length: CREATES }, (_, turn) => config(turn)));

  it('C-240 admits exactly what it allows, before the controller has calculated usage', async () => {
    for (const turn of [100, 101]) expect(await config(turn)).toBe('stored');
    expect(await quota()).toBe('stored');
    const answers = await createConcurrently();
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(ALLOWED - 2);
    for (const answer of answers.filter((one) => one !== 'stored')) expect(answer).toContain('exceeded quota: q');
    expect([configMaps().length, used()]).toEqual([ALLOWED, String(ALLOWED)]);
  });

  it('C-240 is refunded for a failed write before the client gets the response', async () => {
    await quota();
    for (const turn of [0, 1]) expect(await config(turn, 'same')).toContain(turn === 0 ? 'stored' : 'already exists');
    const together = await Promise.all(Array.from({ length: ALLOWED - 1 }, (_, turn) => config(turn, 'other')));
    expect(together.filter((answer) => answer === 'stored')).toHaveLength(1);
    expect(used()).toBe('2');
  });
});
