import { builtinKinds, compileKinds, type ResourceDefinition } from '@orch/api';
import { ApiError, FakeClock, parseLabelSelector, WorkLimit, WorkLimitError, type ApiObject } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import type { Entry } from '../cache/entry.js';
import { admitAll, type Admission } from '../admission/admission.js';
import { LONG_WAIT_MS } from '../write/long-wait.js';
import type { CustomResource } from '../store/custom-resource.js';
import type { ResourceStore } from '../store/resource-store.js';
import type { ObjectSelection } from '../watch/object-filter.js';
import type { WatchSink } from '../watch/watch-sink.js';
import { ConversionError } from '../errors/conversion-error.js';
import { ConversionGrowth } from './conversion-growth.js';
import { ConvertedCache } from './converted-cache.js';
import type { ObjectConversion } from './object-conversion.js';
import { VersionConversion } from './version-conversion.js';

const [configMaps] = compileKinds(
  builtinKinds.filter(({ kind }) => kind === 'ConfigMap'),
  vocabularies.orch,
) as [ResourceDefinition];
const GROUP = 'k.example.com';

const kind = (version: string): ResourceDefinition => ({
  ...configMaps,
  schema: configMaps.schema,
  definitions: configMaps.definitions,
  gvk: { group: GROUP, version, kind: 'Widget' },
  gvr: { group: GROUP, version, resource: 'widgets' },
  stored: { group: GROUP, version: 'v1', kind: 'Widget' },
  apiVersion: `${GROUP}/${version}`,
  isRegistered: (sent) => sent === `${GROUP}/${version}`,
});
const [v1, v2] = [kind('v1'), kind('v2')];
const byApiVersion = (...kinds: readonly ResourceDefinition[]) => new Map(kinds.map((one) => [one.apiVersion, one]));

/** Conversions of a test: `data.as` is the version that the object was converted to. */
class Conversions implements ObjectConversion {
  /** Names of the objects of each call. */
  readonly calls: string[] = [];
  /** Fails calls with these objects. */
  bad = new Set<string>();
  /** Holds the calls made while it is set. */
  gate: Promise<void> | undefined;
  onCall: () => void = () => undefined;

  async convert(objects: readonly ApiObject[], apiVersion: string): Promise<readonly ApiObject[]> {
    const foreign = objects.filter((object) => object.apiVersion !== apiVersion);
    if (foreign.length === 0) return objects;
    const names = foreign.map(({ metadata }) => metadata.name!);
    this.calls.push(names.join());
    this.onCall();
    await this.gate;
    if (names.some((name) => this.bad.has(name))) throw new ConversionError('refused');
    return objects.map((object) =>
      object.apiVersion === apiVersion
        ? object
        : { ...object, apiVersion, data: { ...(object['data'] as object), as: apiVersion } },
    );
  }
}

const EVERYTHING = { namespace: undefined, name: undefined, labels: undefined, fields: undefined };
const bodyOf = (name: string, value: string, version = 'v1') => ({
  value: { apiVersion: `${GROUP}/${version}`, kind: 'Widget', metadata: { name }, data: { value } },
  duplicateFields: [],
});

/** Events as `TYPE name value`; waits for their number. */
class Seen implements WatchSink {
  readonly events: string[] = [];
  error: ApiError | undefined;
  private waiting: { count: number; resolve: () => void } | undefined;
  readonly encoding = {
    key: 'texts',
    encode: (events: readonly { type: string; entry?: Entry }[]) =>
      Buffer.from(
        events
          .map(({ type, entry }) => {
            const { metadata, data } = entry!.parse() as ApiObject & { data: { value: string; as?: string } };
            return `${type} ${metadata.name} ${data.value} ${data.as ?? ''};`;
          })
          .join(''),
      ),
  } as unknown as WatchSink['encoding'];

  write(bytes: Buffer): boolean {
    this.events.push(...bytes.toString().split(';').filter(Boolean));
    this.check();
    return true;
  }

  end(error?: ApiError): void {
    this.error = error;
    this.waiting?.resolve();
  }

  async until(count: number): Promise<readonly string[]> {
    await new Promise<void>((resolve) => {
      this.waiting = { count, resolve };
      this.check();
    });
    return this.events;
  }

  ended(): Promise<readonly string[]> {
    return this.until(Infinity);
  }

  private check(): void {
    if (this.waiting && this.events.length >= this.waiting.count) this.waiting.resolve();
  }
}

describe('a resource whose versions are converted', () => {
  let test: TestRegistry;
  let clock: FakeClock;
  let conversions: Conversions;
  beforeEach(async () => {
    clock = new FakeClock(0);
    test = await startTestRegistry({ clock, watchCacheBytes: 40_000 });
    conversions = new Conversions();
    const resource: CustomResource = { stored: v1, served: [v1, v2], currentSince: 0, conversion: conversions };
    await test.registry.serve(resource);
  });
  afterEach(() => test.close());

  const store = (version: string): ResourceStore => test.registry.resource(GROUP, version, 'widgets')!;
  const create = (name: string, value = '0', version = 'v1') =>
    store(version).writer.create(testWrite('t1'), bodyOf(name, value, version));
  const change = (name: string, value: string) =>
    store('v1').change(testWrite('t1'), name, '', (current) => ({ ...current, data: { value } }));
  const apply = () =>
    store('v2').writer.apply(
      { ...testWrite('t1'), fieldManager: 'b' },
      'a',
      '',
      {
        value: { apiVersion: `${GROUP}/v2`, kind: 'Widget', metadata: { name: 'a', labels: { b: 'c' } } },
        duplicateFields: [],
      },
      true,
    );
  const list = async (version: string) => (await store(version).list({ limit: 0 }, EVERYTHING)).entries;
  const watch = (): Seen => {
    const seen = new Seen();
    store('v2')
      .watch({ allowWatchBookmarks: false, limit: 0 } as never, EVERYTHING, seen)
      .start();
    return seen;
  };
  /** Holds all conversions until the result is called. */
  const hold = (): (() => void) => {
    let release: () => void = () => undefined;
    conversions.gate = new Promise((resolve) => (release = resolve));
    return () => {
      conversions.gate = undefined;
      release();
    };
  };

  it('has no promise on the path of objects that are stored in the version', async () => {
    await create('a');
    const entry = store('v1').get('t1', 'a')!;
    expect(store('v1').shown(entry)).toBe(entry);
    expect(store('v1').list({ limit: 0 }, EVERYTHING)).not.toBeInstanceOf(Promise);
    expect(conversions.calls).toEqual([]);
  });

  it('converts a list in calls of at most 500 objects', async () => {
    const names = Array.from({ length: 501 }, (_, i) => `a${1_000 + i}`);
    await Promise.all(names.map((name) => create(name)));
    expect(await list('v2')).toHaveLength(501);
    expect(conversions.calls.map((call) => call.split(',').length)).toEqual([500, 1]);
  });

  it('converts one object once for concurrent requests', async () => {
    await create('a');
    const release = hold();
    const shown = [list('v2'), list('v2'), store('v2').shown(store('v2').get('t1', 'a')!)];
    release();
    for (const one of shown) await one;
    expect(conversions.calls).toEqual(['a']);
  });

  it('takes a turn of the event loop after a conversion that other lists may wait for, too', async () => {
    await create('a');
    const turns: string[] = [];
    const shown = ['first', 'second', 'third'].map((which) =>
      store('v2').list({ limit: 0 }, EVERYTHING, { takeTurn: async () => void turns.push(which) }),
    );
    for (const one of shown) await one;
    await store('v2').list({ limit: 0 }, EVERYTHING, { takeTurn: async () => void turns.push('cached') });
    expect(turns).toEqual(['first', 'second', 'third']);
  });

  it('matches many selector requirements in several turns, also of objects that are converted already', async () => {
    for (let n = 0; n < 60; n++) await create(`a${n}`);
    await list('v2');
    const labels = parseLabelSelector(Array.from({ length: 900 }, (_, n) => `!k${n}`).join());
    const takeTurn = jest.fn(() => Promise.resolve());
    const { entries } = await store('v2').list({ limit: 0 }, { ...EVERYTHING, labels }, { takeTurn });
    expect(entries).toHaveLength(60);
    // 60 objects with 900 requirements each, 20,000 in a turn.
    expect(takeTurn.mock.calls.length).toBeGreaterThan(2);
  });

  it('does not fail a request for one object because of another in the same call', async () => {
    await create('a');
    await create('b');
    conversions.bad.add('b');
    const release = hold();
    const all = list('v2');
    const one = store('v2').shown(store('v2').get('t1', 'a')!);
    release();
    await expect(all).rejects.toThrow('refused');
    expect((await one).parse()['data']).toEqual({ value: '0', as: `${GROUP}/v2` });
  });

  it('makes one more call for all requests for one object that shared a call that failed', async () => {
    for (const name of ['a', 'b']) await create(name);
    for (const name of ['a', 'b']) conversions.bad.add(name);
    const release = hold();
    const whole = list('v2');
    const ones = Array.from({ length: 3 }, async () => store('v2').shown(store('v2').get('t1', 'a')!));
    release();
    const failed = await Promise.allSettled([whole, ...ones]);
    expect(failed.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect(conversions.calls).toEqual(['a,b', 'a']);
  });

  it('makes no more calls for one object after one of it alone that failed', async () => {
    await create('a');
    conversions.bad.add('a');
    const release = hold();
    const ones = Array.from({ length: 3 }, async () => store('v2').shown(store('v2').get('t1', 'a')!));
    release();
    for (const one of await Promise.allSettled(ones)) expect(one.status).toBe('rejected');
    expect(conversions.calls).toEqual(['a']);
  });

  it('begins the next calls of lists that shared a call that failed in several turns', async () => {
    for (const name of ['a', 'b']) await create(name);
    conversions.bad.add('b');
    const release = hold();
    const lists = Array.from({ length: 4 }, async () => list('v2'));
    const turns = new Set<number>();
    let turn = 0;
    let next: NodeJS.Immediate | undefined;
    const count = (): void => {
      turn++;
      next = setImmediate(count);
    };
    count();
    conversions.onCall = () => turns.add(turn);
    release();
    for (const one of await Promise.allSettled(lists)) expect(one.status).toBe('rejected');
    clearImmediate(next);
    expect(turns.size).toBe(4);
  });

  it('makes one call for all objects of a list that shared a call that failed', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await create(name);
    conversions.bad.add('d');
    const release = hold();
    const whole = list('v2');
    const others = store('v2').list({ limit: 3 }, EVERYTHING);
    release();
    await expect(whole).rejects.toThrow('refused');
    expect((await others).entries).toHaveLength(3);
    expect(conversions.calls).toEqual(['a,b,c,d', 'a,b,c']);
  });

  it('converts an object elsewhere that becomes large, also when it shared a call that failed', async () => {
    await create('a');
    await create('b');
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const conversion: ObjectConversion = {
      convert: async (objects, _apiVersion, limit) => {
        await gate;
        if (objects.length > 1) throw new ConversionError('refused');
        limit?.refuseLarge(Buffer.from('{}'));
        throw new Error('converted here');
      },
    };
    const grown = Buffer.from(JSON.stringify({ apiVersion: v2.apiVersion, kind: 'Widget', metadata: { name: 'a' } }));
    const large = {
      convert: () => undefined,
      limit: () => new WorkLimit({ checks: 1, members: 1, bytes: 1 }),
      convertGrown: () => Promise.resolve(grown),
    };
    const parts = { definition: v2, stored: v1, declared: byApiVersion(v1, v2), served: [v1, v2], currentSince: 0 };
    const versions = new VersionConversion({ ...parts, conversion, large, cache: new ConvertedCache() });
    const [a, b] = ['a', 'b'].map((name) => store('v1').get('t1', name)!) as [Entry, Entry];
    const all = versions.entries([a, b]);
    const one = versions.entry(a);
    release();
    await expect(all).rejects.toThrow('refused');
    expect((await one).bytes).toEqual(grown);
    expect((await versions.entry(a)).bytes).toEqual(grown);
  });

  it('applies the limit of a write to the defaults of the stored version, also where writes are checked', async () => {
    const applyDefaults: typeof v1.schema.applyDefaults = (value, limit) => {
      limit?.spend(1);
      return value;
    };
    const stored: ResourceDefinition = { ...v1, schema: Object.assign(Object.create(v1.schema), { applyDefaults }) };
    const conversion: ObjectConversion = {
      checksWrites: true,
      convert: (objects, apiVersion) => Promise.resolve(objects.map((object) => ({ ...object, apiVersion }))),
    };
    const parts = {
      definition: v2,
      stored,
      declared: byApiVersion(stored, v2),
      served: [v2],
      currentSince: 0,
      conversion,
    };
    const versions = new VersionConversion({ ...parts, cache: new ConvertedCache() });
    const { value } = bodyOf('a', '0', 'v2');
    const limit = (checks: number) => new WorkLimit({ checks, members: 1, bytes: 1 });
    for (const write of ['encode', 'dryRun'] as const)
      await expect(versions[write](value, limit(0))).rejects.toThrow(WorkLimitError);
    await expect(versions.encode(value, limit(10))).resolves.toMatchObject({ bytes: expect.any(Buffer) as Buffer });
  });

  it('keeps what admission allocated for a stored object whose answer cannot be converted', async () => {
    const undone: string[] = [];
    const admission: Admission = {
      ...admitAll,
      validate: ({ operation, onFailure }) => onFailure(() => void undone.push(operation)),
    };
    const quota = await startTestRegistry({ clock, admission: () => admission });
    const answers = Object.create(conversions) as Conversions;
    answers.convert = (objects, to) =>
      to === v2.apiVersion ? Promise.reject(new ConversionError('refused')) : conversions.convert(objects, to);
    await quota.registry.serve({ stored: v1, served: [v1, v2], currentSince: 0, conversion: answers });
    const { writer } = quota.registry.resource(GROUP, 'v2', 'widgets')!;
    await expect(writer.create(testWrite('t1'), bodyOf('a', '0', 'v2'))).rejects.toThrow('refused');
    expect(quota.registry.resource(GROUP, 'v1', 'widgets')!.get('t1', 'a')).toBeDefined();
    await expect(writer.create(testWrite('t1'), bodyOf('a', '0', 'v2'))).rejects.toThrow('already exists');
    expect(undone).toEqual(['CREATE']);
    await quota.close();
  });

  it('asks no client to repeat a write that is stored', async () => {
    const busy = ApiError.tooManyRequests('too many conversions wait', 1);
    conversions.onCall = () => {
      if (conversions.calls.length > 1) throw busy; // the first converts what is stored
    };
    await expect(create('a', '0', 'v2')).rejects.toMatchObject({
      code: 500,
      details: undefined,
      message: 'the object is stored, but could not be converted for the answer: too many conversions wait',
    });
    expect(store('v1').get('t1', 'a')).toBeDefined();
    await expect(list('v2')).rejects.toBe(busy);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the owners of an apply', () => apply()],
    ['the answer to a delete', () => store('v2').writer.delete(testWrite('t1'), 'a', {})],
  ])('lets other writes to an object begin when a conversion takes long: %s', async (_what, write) => {
    await create('a');
    await store('v1').change(testWrite('t1'), 'a', '', (current) => ({
      ...current,
      metadata: { ...current.metadata, finalizers: ['example.com/a'] },
    }));
    await store('v2').shown(store('v2').get('t1', 'a')!);
    const begun = new Promise<void>((resolve) => (conversions.onCall = resolve));
    const release = hold();
    const slow = write();
    await begun;
    const other = change('a', '1');
    clock.advance(LONG_WAIT_MS);
    await other;
    release();
    await slow;
    expect((store('v1').get('t1', 'a')!.parse()['data'] as { value: string }).value).toBe('1');
  });

  it('refuses to show an object that was not converted', async () => {
    await create('a');
    const entry = store('v2').get('t1', 'a')!;
    expect(() => store('v2').object(entry)).toThrow('not converted');
    expect(() => store('v2').form.show(entry.bytes, entry.revision)).toThrow('not converted');
  });

  it('drops the least recently used results beyond the limit of the cache', async () => {
    const parts = {
      definition: v2,
      stored: v1,
      declared: byApiVersion(v1, v2),
      served: [v1, v2],
      conversion: conversions,
      currentSince: 0,
    };
    await create('a');
    await create('b');
    const [a, b] = ['a', 'b'].map((name) => store('v1').get('t1', name)!) as [Entry, Entry];
    const small = new VersionConversion({ ...parts, cache: new ConvertedCache(a.length + 600) });
    for (const entry of [a, a, b, a]) await small.entry(entry);
    expect(conversions.calls).toEqual(['a', 'b', 'a']);
  });

  it('objects that the conversion makes large are read and encoded in several turns', async () => {
    let turn = 0;
    const turns: number[] = [];
    const stored: typeof v2.schema.stored = (value) => {
      turns.push(turn);
      return v2.schema.stored(value);
    };
    const definition: ResourceDefinition = { ...v2, schema: Object.assign(Object.create(v2.schema), { stored }) };
    const data = { value: 'x'.repeat(300_000) };
    const conversion: ObjectConversion = {
      convert: (objects, apiVersion) => Promise.resolve(objects.map((object) => ({ ...object, apiVersion, data }))),
    };
    const parts = {
      stored: v1,
      declared: byApiVersion(v1, v2),
      served: [v1, v2],
      currentSince: 0,
      cache: new ConvertedCache(),
    };
    const grown = new VersionConversion({ ...parts, definition, conversion });
    const names = ['a', 'b', 'c'];
    await Promise.all(names.map((name) => create(name)));
    let counting: NodeJS.Immediate | undefined;
    const count = (): void => {
      turn++;
      counting = setImmediate(count);
    };
    count();
    await grown.entries(names.map((name) => store('v1').get('t1', name)!));
    clearImmediate(counting);
    expect(turns).toHaveLength(3);
    expect(new Set(turns).size).toBe(3);
  });

  describe('whose conversion makes objects far larger', () => {
    const MIB = 1_024 * 1_024;
    const grow = (bytes: number): void => {
      const data = { value: 'x'.repeat(bytes) };
      conversions.convert = (objects, apiVersion) =>
        Promise.resolve(objects.map((object) => ({ ...object, apiVersion, data })));
    };
    const createAll = (count: number): Promise<unknown> =>
      Promise.all(Array.from({ length: count }, (_, i) => create(`a${1_000 + i}`)));
    const names = async (selection: ObjectSelection, limit = 0) =>
      (await store('v2').list({ limit }, selection)).entries.map(({ name }) => name);

    it('ends a list of which they take more than 64 MiB, and serves pages of it', async () => {
      grow(MIB);
      await createAll(70);
      const refused = {
        reason: 'InternalError',
        message: expect.stringContaining(`${GROUP}/v2, Kind=Widget`) as string,
      };
      await expect(list('v2')).rejects.toMatchObject(refused);
      // The first ones are in the cache.
      await expect(list('v2')).rejects.toMatchObject(refused);
      expect(await names(EVERYTHING, 40)).toHaveLength(40);
    });

    it('ends a list with selectors of which they take more than that in several calls', async () => {
      grow(100_000);
      await createAll(700);
      const all = { ...EVERYTHING, labels: parseLabelSelector('!none') };
      await expect(names(all)).rejects.toThrow('which is too much');
      expect(await names(all, 50)).toHaveLength(50);
    });

    it('serves up to four times the stored bytes beyond that', async () => {
      const growth = new ConversionGrowth(1_000);
      expect(() => growth.add(100, 1_000, v2)).not.toThrow();
      expect(() => growth.add(900, 3_000, v2)).not.toThrow();
      expect(() => growth.add(0, 1, v2)).toThrow('1000 bytes so large that those of one request have 4001 bytes');
    });
  });

  describe('of objects that get many defaults when they are read', () => {
    /** What the defaults of each object cost, by name. */
    const setup = async (costs: Readonly<Record<string, number>>, fill: () => void = () => undefined) => {
      const applyDefaults: typeof v1.schema.applyDefaults = (value, limit) => {
        fill();
        limit?.spend(costs[(value as unknown as ApiObject).metadata.name!]!);
        return value;
      };
      const stored = { ...v1, schema: Object.assign(Object.create(v1.schema), { applyDefaults }) };
      const elsewhere: string[] = [];
      const large = {
        convert: () => undefined,
        limit: () => new WorkLimit({ checks: 10, members: 1_000, bytes: 100_000 }),
        convertGrown: (entry: Entry) => {
          elsewhere.push(entry.name);
          return Promise.resolve(Buffer.from(JSON.stringify({ ...entry.parse(), apiVersion: v2.apiVersion })));
        },
      };
      const parts = {
        definition: v2,
        stored,
        declared: byApiVersion(stored, v2),
        served: [stored, v2],
        conversion: conversions,
      };
      const names = Object.keys(costs);
      await Promise.all(names.map((name) => create(name)));
      const conversion = new VersionConversion({ ...parts, currentSince: 0, cache: new ConvertedCache(), large });
      const converted = await conversion.entries(names.map((name) => store('v1').get('t1', name)!));
      expect(converted.map((entry) => entry.parse())).toMatchObject(
        names.map((name) => ({ apiVersion: v2.apiVersion, metadata: { name } })),
      );
      return elsewhere;
    };

    it('has calls of as many as a small object may cost, and converts one that costs more elsewhere', async () => {
      expect(await setup({ a: 4, b: 6, c: 1, d: 11, e: 5, f: 5, g: 5 })).toEqual(['d']);
      expect(conversions.calls).toEqual(['a,b', 'c', 'e,f', 'g']);
    });

    it('reads them in several turns, by the time that takes', async () => {
      let nowMs = 0;
      const now = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
      let turn = 0;
      const turns: number[] = [];
      let counting: NodeJS.Immediate | undefined;
      const count = (): void => {
        turn++;
        counting = setImmediate(count);
      };
      count();
      await setup({ a: 1, b: 1, c: 1, d: 1 }, () => {
        turns.push(turn);
        nowMs += 3;
      });
      clearImmediate(counting);
      now.mockRestore();
      expect(turns).toHaveLength(4);
      expect(new Set(turns).size).toBe(2);
      expect(conversions.calls).toEqual(['a,b,c,d']);
    });
  });

  it('refuses objects of a version that is not declared any more', async () => {
    const parts = {
      definition: v2,
      stored: v2,
      declared: byApiVersion(v2),
      served: [v2],
      conversion: conversions,
      currentSince: 0,
    };
    await create('a');
    const conversion = new VersionConversion({ ...parts, cache: new ConvertedCache() });
    await expect(conversion.entry(store('v1').get('t1', 'a')!)).rejects.toThrow(
      'request to convert CR from an invalid group/version: k.example.com/v1',
    );
  });

  it('keeps the events of a watch in order while conversions take time', async () => {
    await create('a');
    const seen = watch();
    await seen.until(1);
    const release = hold();
    await change('a', '1');
    await create('b', '5');
    await change('a', '2');
    release();
    const as = `${GROUP}/v2`;
    expect(await seen.until(4)).toEqual([
      `ADDED a 0 ${as}`,
      `MODIFIED a 1 ${as}`,
      `ADDED b 5 ${as}`,
      `MODIFIED a 2 ${as}`,
    ]);
  });

  it('matches many selector requirements of the initial events of a watch in several turns', async () => {
    for (let n = 0; n < 60; n++) await create(`a${n}`);
    await list('v2');
    const labels = parseLabelSelector(Array.from({ length: 900 }, (_, n) => `!k${n}`).join());
    const matches = jest.spyOn(labels, 'matches');
    let most = 0;
    const nextTurn = (): void => {
      most = Math.max(most, matches.mock.calls.length);
      matches.mockClear();
      timer = setImmediate(nextTurn);
    };
    let timer = setImmediate(nextTurn);
    const seen = new Seen();
    store('v2')
      .watch({ allowWatchBookmarks: false, limit: 0 } as never, { ...EVERYTHING, labels }, seen)
      .start();
    expect(await seen.until(60)).toHaveLength(60);
    clearImmediate(timer);
    // 900 requirements for each object, 20,000 in a turn.
    expect(Math.max(most, matches.mock.calls.length)).toBeLessThanOrEqual(23);
  });

  it('converts nothing for versions without watches', async () => {
    await create('a');
    await change('a', '1');
    expect(conversions.calls).toEqual([]);
  });

  it('tries the conversion for watches again, and ends them when it fails to the end', async () => {
    const seen = watch();
    conversions.bad.add('a');
    await create('a');
    let ended = false;
    const end = seen.ended().then(() => (ended = true));
    // Each pause is a timer of the clock, which the attempt before it sets.
    while (!ended) {
      clock.advance(2_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await end;
    expect([seen.error?.message, seen.events]).toEqual(['refused', []]);
    expect(conversions.calls.length).toBeGreaterThanOrEqual(3);
  });

  it('ends watches with 410 when the changes to convert are in memory no longer', async () => {
    await create('a');
    const seen = watch();
    await seen.until(1);
    const release = hold();
    for (let i = 0; i < 400; i++) await change('a', String(i).padEnd(200, 'x'));
    release();
    await seen.ended();
    expect(seen.error?.code).toBe(410);
  });

  it('ends the watches of a version when the resource is withdrawn, after the changes so far', async () => {
    const seen = watch();
    const release = hold();
    await create('a');
    test.registry.withdraw({ group: GROUP, resource: 'widgets' });
    release();
    expect(await seen.ended()).toEqual([`ADDED a 0 ${GROUP}/v2`]);
    expect(seen.error).toBeUndefined();
  });

  it('deletes an object in another version without a conversion', async () => {
    await create('a');
    const { gone } = await store('v2').writer.delete(testWrite('t1'), 'a', {});
    expect([gone, store('v1').get('t1', 'a')]).toEqual([true, undefined]);
  });
});
