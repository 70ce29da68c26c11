import { testWrite } from '@orch/testing';
import { ApiError, seededRandom } from '@orch/apimachinery';
import * as fc from 'fast-check';
import type { WriteResult } from '../write/write-request.js';
import { configMap, NAMESPACE, Replica, type ConfigMap, type WatchLog } from './replicas.fixture.js';
import { SharedStore } from './shared-store.fixture.js';

const write = testWrite(NAMESPACE);
const RUNS = 40;

type Step =
  | { readonly do: 'create' | 'put' | 'patch' | 'delete' | 'stale'; readonly at: 0 | 1; readonly value: string }
  | { readonly do: 'watch'; readonly at: 0 | 1; readonly back: number }
  | { readonly do: 'rebuild'; readonly at: 0 | 1 }
  | { readonly do: 'silence'; readonly count: number };

const at = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom('create' as const, 'put' as const, 'patch' as const, 'delete' as const, 'stale' as const),
      at,
      value: fc.string({ maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('watch' as const), at, back: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rebuild' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('silence' as const), count: fc.integer({ min: 1, max: 3 }) }) },
);

/** Deterministic delays. */
function delays(seed: number): () => number {
  const random = seededRandom(seed);
  return () => Math.floor(random() * 4);
}

const refusedWith = (error: unknown): string => (error instanceof ApiError ? error.reason : String(error));

/** A client with its own object, which uses either server. Knows the expected state of the object. */
class Client {
  private known: ConfigMap | undefined;
  /** A stale resourceVersion of the object. */
  private old: string | undefined;

  constructor(
    private readonly name: string,
    private readonly replicas: readonly Replica[],
  ) {}

  async write(what: 'create' | 'put' | 'patch' | 'delete' | 'stale', replica: Replica, value: string): Promise<void> {
    const { writer } = replica.configMaps;
    const data = { value };
    // As the filter does before each request.
    await replica.registry.waitForConsistentRead();
    switch (what) {
      case 'create':
        return this.expect(writer.create(write, configMap(this.name, data)), this.known ? 'AlreadyExists' : data);
      case 'put':
        return this.expect(writer.update(write, this.name, configMap(this.name, data)), this.known ? data : 'NotFound');
      case 'patch':
        return this.expect(
          writer.patch(write, this.name, (current) => ({ value: { ...current, data }, duplicateFields: [] })),
          this.known ? data : 'NotFound',
        );
      case 'stale': {
        if (this.old === undefined) return;
        const stale = configMap(this.name, data, { resourceVersion: this.old });
        return this.expect(writer.update(write, this.name, stale), this.known ? 'Conflict' : 'NotFound');
      }
      case 'delete':
        return writer.delete(write, this.name, {}).then(
          () => {
            expect(this.known).toBeDefined();
            this.set(undefined);
          },
          (error: unknown) => expect([this.known, refusedWith(error)]).toEqual([undefined, 'NotFound']),
        );
    }
  }

  /** Both servers return the expected state. */
  async look(): Promise<void> {
    for (const replica of this.replicas) expect(await replica.get(this.name)).toEqual(this.known);
  }

  private expect(answer: Promise<WriteResult>, expected: string | Readonly<Record<string, string>>): Promise<void> {
    return answer.then(
      ({ bytes }) => {
        const object = JSON.parse(bytes.toString()) as ConfigMap;
        expect(object.data).toEqual(expected);
        this.set(object);
      },
      (error: unknown) => expect(refusedWith(error)).toBe(expected),
    );
  }

  private set(object: ConfigMap | undefined): void {
    const before = this.known?.metadata.resourceVersion;
    if (before !== object?.metadata.resourceVersion) this.old = before ?? this.old;
    this.known = object;
  }
}

describe('several servers on one store', () => {
  it('return every acknowledged write to later reads, and send each change to every watch once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1_000_000),
        fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        async (seed, scripts) => {
          const shared = await SharedStore.open();
          const replicas = [
            await Replica.start(shared.view(delays(seed))),
            await Replica.start(shared.view(delays(seed + 7_919))),
          ];
          const watches: { readonly after: number; readonly log: WatchLog }[] = [];
          const act = async (client: Client, doing: Step): Promise<void> => {
            if (doing.do === 'silence') return shared.skip(doing.count);
            const replica = replicas[doing.at]!;
            if (doing.do === 'rebuild') return replica.view.abortResponse('Compacted');
            if (doing.do === 'watch') {
              await replica.registry.waitForConsistentRead();
              const after = Math.max(0, replica.registry.revision - doing.back);
              watches.push({ after, log: replica.watch({ resourceVersion: String(after || 1) }) });
              return;
            }
            await client.write(doing.do, replica, doing.value);
            await client.look();
          };
          await Promise.all(
            scripts.map(async (script, n) => {
              const client = new Client(`x${n}`, replicas);
              for (const doing of script) await act(client, doing);
            }),
          );
          for (const replica of replicas) await replica.registry.waitForConsistentRead();
          await checkWatches(shared, watches);
          for (const { registry } of replicas) registry.close();
          await shared.close();
        },
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: 100_000 },
    );
  }, 120_000);

  it('all concurrent patches of one object without a resourceVersion succeed', async () => {
    const shared = await SharedStore.open();
    const replicas = await Promise.all([3, 5, 7].map((seed) => Replica.start(shared.view(delays(seed)))));
    await replicas[0]!.configMaps.writer.create(write, configMap('x'));
    const fields = Array.from({ length: 90 }, (_, n) => `f${n}`);
    await Promise.all(
      fields.map(async (field, n) => {
        const replica = replicas[n % replicas.length]!;
        await replica.registry.waitForConsistentRead();
        await replica.configMaps.writer.patch(write, 'x', (current) => ({
          value: { ...current, data: { ...(current['data'] as object), [field]: '1' } },
          duplicateFields: [],
        }));
      }),
    );
    for (const replica of replicas) expect(Object.keys((await replica.get('x'))!.data!).sort()).toEqual(fields.sort());
    for (const { registry } of replicas) registry.close();
    await shared.close();
  });
});

/** Compares the store's history with the events of each watch, up to its end. */
async function checkWatches(
  shared: SharedStore,
  watches: readonly { readonly after: number; readonly log: WatchLog }[],
): Promise<void> {
  const history: { readonly revision: number; readonly text: string }[] = [];
  for await (const { key, revision, type, previous } of shared.store.history(
    'configmaps\0',
    0,
    shared.store.revision,
  )) {
    const kind = type === 'delete' ? 'DELETED' : previous ? 'MODIFIED' : 'ADDED';
    history.push({ revision, text: `${kind} ${key.split('\0')[2]} ${revision}` });
  }
  for (const { after, log } of watches) {
    const expected = history.filter(({ revision }) => revision > Math.max(after, 1)).map(({ text }) => text);
    await log.until(() => log.ended !== undefined || log.events.length >= expected.length);
    const { texts } = log;
    if (!log.ended) expect(texts).toEqual(expected);
    else {
      expect(log.ended.error).toMatchObject({ reason: 'Expired' });
      expect(texts).toEqual(expected.slice(0, texts.length));
    }
  }
}
