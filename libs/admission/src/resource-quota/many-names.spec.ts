import { Quantity, systemClock, type ApiObject } from '@orch/apimachinery';
import { LoopbackClient } from '@orch/registry';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { admissionChain } from '../admission-chain.js';
import { resourceQuota } from './resource-quota.js';

const vocabulary = vocabularies.orch;
const NAMES = 5_000;

describe('a quota of thousands of names', () => {
  let test: TestRegistry;
  let changes: LoopbackClient['change'];
  beforeEach(async () => {
    test = await startTestRegistry({
      admission: (reader) => {
        const writes = new LoopbackClient(reader);
        changes = writes.change.bind(writes);
        const own = { change: (...args: Parameters<LoopbackClient['change']>) => changes(...args) };
        return admissionChain([resourceQuota({ reader, vocabulary, clock: systemClock, own })]);
      },
    });
    const others = Array.from({ length: NAMES }, (_, at) => [`count/k${at}.example.com`, '5']);
    await create('resourcequotas', 'q', { spec: { hard: { configmaps: '4', ...Object.fromEntries(others) } } });
  });
  afterEach(() => test.close());

  const create = async (resource: string, name: string, rest: object = {}): Promise<string> => {
    const { writer } = test.store(resource);
    try {
      await writer.create(testWrite('t1'), { value: { metadata: { name }, ...rest }, duplicateFields: [] });
      return 'stored';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const status = () =>
    (
      test.registry.read({ group: '', resource: 'resourcequotas' }, 't1', 'q') as ApiObject & {
        status: { hard: Record<string, string>; used: Record<string, string> };
      }
    ).status;

  it('C-240 is calculated once, then charged by the name of the created resource only', async () => {
    expect(await create('configmaps', 'a')).toBe('stored');
    expect(status().used).toMatchObject({ configmaps: '1', 'count/k0.example.com': '0' });
    expect(Object.keys(status().used)).toHaveLength(NAMES + 1);
    for (const name of ['b', 'c', 'd']) expect(await create('configmaps', name)).toBe('stored');
    expect(await create('configmaps', 'e')).toContain(
      'exceeded quota: q, requested: configmaps=1, used: configmaps=4, limited: configmaps=4',
    );
    expect(Object.keys(status().used)).toHaveLength(NAMES + 1);
    expect(status().used['configmaps']).toBe('4');
  });

  it('C-240 parses only the amounts of the names that an object is charged to', async () => {
    await create('configmaps', 'a');
    const before = test.registry.read({ group: '', resource: 'resourcequotas' }, 't1', 'q')!;
    // The status write validates the whole status, in a worker thread if it is large: not measured here.
    changes = async (_resource, _namespace, _name, compute) => void (await compute(before));
    const parse = jest.spyOn(Quantity, 'parse');
    const made = await create('configmaps', 'b');
    const parsed = parse.mock.calls.length;
    parse.mockRestore();
    expect(made).toBe('stored');
    expect(parsed).toBeLessThan(20);
  });
});
