import { builtinKinds, compileKinds } from '@orch/api';
import { ApiError, FakeClock, systemClock, type ApiObject } from '@orch/apimachinery';
import { Registry, type Admission, SharedRecords } from '@orch/registry';
import { StorageError, type Storage } from '@orch/storage';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import fc from 'fast-check';
import { admissionChain } from '../admission-chain.js';
import { AddressClaims } from './address-claims.js';
import { serviceAllocation } from './allocate-service.js';
import { ClaimingAllocator } from './claiming-allocator.js';
import { followServices } from './follow-services.js';
import { MemoryAllocator } from './memory-allocator.js';
import type { ServiceAllocator, ServiceDemand } from './service-allocator.js';
import { parseClusterIpRanges, parsePortRange } from './service-ranges.js';

const ADDRESSES = 14;
const PORTS = 10;

const SERVICES = { group: '', resource: 'services' };

interface Spec {
  readonly type?: string;
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
  readonly ipFamilies?: readonly string[];
  readonly ports?: readonly { readonly name?: string; readonly port?: number; readonly nodePort?: number }[];
  readonly healthCheckNodePort?: number;
  readonly [field: string]: unknown;
}

const ABANDONED_AFTER_MS = 1_000;

interface Setup {
  readonly ranges?: readonly string[];
  readonly refusing?: (name: string) => boolean;
  readonly clock?: FakeClock;
  /** Whether allocators use claims. Default: with several servers. */
  readonly shares?: boolean;
}

/** Services with 14 addresses and 10 node ports, in a namespace of a store. Each request goes to the next server. */
class Services {
  private turn = 0;

  private constructor(
    private readonly running: TestRegistry,
    readonly registries: readonly Registry[],
  ) {}

  /** @param servers that share the store. */
  static async start(servers: number, setup: Setup = {}): Promise<Services> {
    const parts = Array.from({ length: servers }, () => new PartsOfServer({ shares: servers > 1, ...setup }));
    const running = await startTestRegistry({ admission: (registry) => parts[0]!.guard(registry) });
    const definitions = compileKinds(builtinKinds, vocabularies.orch);
    const others = parts
      .slice(1)
      .map((part) => Registry.start({ storage: running.storage, definitions, admission: (r) => part.guard(r) }));
    const registries = [running.registry, ...(await Promise.all(others))];
    for (const [index, part] of parts.entries()) part.follow(registries[index]!, running.storage);
    return new Services(running, registries);
  }

  async close(): Promise<void> {
    for (const registry of this.registries.slice(1)) registry.close();
    await this.running.close();
  }

  get storage(): Storage {
    return this.running.storage;
  }

  /** Names of the claims in the store. */
  async claims(): Promise<string[]> {
    const names: string[] = [];
    for (const prefix of [':address\0', ':port\0'])
      for await (const { key } of (await this.storage.list(prefix)).items) names.push(key.slice(prefix.length));
    return names.sort();
  }

  async create(name: string, spec: Spec = {}, dryRun = false): Promise<Spec> {
    const body = { metadata: { name }, spec: { selector: { app: 'a' }, ports: [{ port: 80 }], ...spec } };
    const { bytes } = await this.writer.create(testWrite('t1', { dryRun }), { value: body, duplicateFields: [] });
    return specOf(bytes);
  }

  async change(name: string, spec: Spec, dryRun = false): Promise<Spec> {
    const { bytes } = await this.writer.patch(testWrite('t1', { dryRun }), name, (old) => ({
      value: { ...old, spec: { ...(old['spec'] as object), ...spec } },
      duplicateFields: [],
    }));
    return specOf(bytes);
  }

  async remove(name: string): Promise<void> {
    await this.writer.delete(testWrite('t1'), name, {});
  }

  stored(): Spec[] {
    return [...this.running.registry.readAll(SERVICES)].map((o) => o['spec'] as Spec);
  }

  names(): string[] {
    return [...this.running.registry.readAll(SERVICES)].map((o) => o.metadata.name!);
  }

  private get writer() {
    const registry = this.registries[this.turn++ % this.registries.length]!;
    return registry.resource('', 'v1', 'services')!.writer;
  }
}

/** Admission and allocator of one server. */
class PartsOfServer {
  private allocator: ServiceAllocator | undefined;

  constructor(private readonly setup: Setup) {}

  guard(_registry: unknown): Admission {
    const late = serviceAllocation(lateAllocator(() => this.allocator!));
    const chain = admissionChain([late]);
    return {
      mutate: (a) => chain.mutate(a),
      validate: (a) => {
        if (this.setup.refusing?.(a.name))
          throw ApiError.forbidden({ group: '', resource: 'services', name: a.name }, 'no');
      },
    };
  }

  follow(registry: Registry, storage: Storage): void {
    const { ranges = ['10.0.0.0/28'], clock = systemClock, shares } = this.setup;
    const memory = new MemoryAllocator(parseClusterIpRanges(ranges), parsePortRange('30000-30009'), Math.random);
    const claims = new AddressClaims(new SharedRecords(storage), clock, ABANDONED_AFTER_MS);
    this.allocator = shares ? new ClaimingAllocator(memory, claims) : memory;
    followServices(registry, this.allocator);
  }
}

/** The storage of the registry exists only after its admission. */
const lateAllocator = (allocator: () => ServiceAllocator): ServiceAllocator => ({
  get families() {
    return allocator().families;
  },
  reserve: (...given) => allocator().reserve(...given),
  giveBack: (...given) => allocator().giveBack(...given),
  hold: (...given) => allocator().hold(...given),
  release: (...given) => allocator().release(...given),
});

const specOf = (bytes: Buffer): Spec => (JSON.parse(bytes.toString()) as ApiObject)['spec'] as Spec;
const why = (write: Promise<unknown>): Promise<string> =>
  write.then(
    () => 'stored',
    (error: unknown) => (error as Error).message,
  );

for (const servers of [1, 2])
  describe(`addresses and node ports of services, by ${servers} server(s)`, () => {
    let services: Services;
    afterEach(() => services.close());

    it('C-235 allocates an address, which does not change', async () => {
      services = await Services.start(servers);
      const { clusterIP, clusterIPs } = await services.create('a');
      expect(clusterIP).toMatch(/^10\.0\.0\.\d+$/);
      expect(clusterIPs).toEqual([clusterIP]);
      expect(await services.change('a', { clusterIP: undefined, clusterIPs: undefined })).toMatchObject({ clusterIP });
      const other = clusterIP === '10.0.0.9' ? '10.0.0.8' : '10.0.0.9';
      expect(await why(services.change('a', { clusterIP: other }))).toBe(
        `Service "a" is invalid: spec.clusterIPs[0]: Invalid value: []string{"${other}"}: may not change once set`,
      );
      expect(await services.create('b', { clusterIP: other })).toMatchObject({ clusterIP: other });
    });

    it('refuses invalid requests with field errors', async () => {
      services = await Services.start(servers);
      await services.create('a', { type: 'NodePort', clusterIP: '10.0.0.9', ports: [{ port: 80, nodePort: 30_001 }] });
      const rows: [Spec, string][] = [
        [
          { clusterIP: '10.0.0.9' },
          'spec.clusterIPs: Invalid value: []string{"10.0.0.9"}: failed to allocate IP 10.0.0.9: provided IP is already allocated',
        ],
        [
          { clusterIP: '10.0.1.9' },
          'spec.clusterIPs: Invalid value: []string{"10.0.1.9"}: failed to allocate IP 10.0.1.9: the provided IP (10.0.1.9) is not in the valid range. The range of valid IPs is 10.0.0.0/28',
        ],
        [{ clusterIP: '10.0.0.15' }, 'is not in the valid range'],
        [{ clusterIP: '10.0.0.0' }, 'is not in the valid range'],
        [
          { clusterIP: 'x' },
          'spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
        ],
        [
          { type: 'NodePort', ports: [{ port: 80, nodePort: 30_001 }] },
          'spec.ports[0].nodePort: Invalid value: 30001: provided port is already allocated',
        ],
        [
          { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] },
          'spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-30009',
        ],
        [
          { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30_001 },
          'spec.healthCheckNodePort: Invalid value: 30001: provided port is already allocated',
        ],
      ];
      for (const [spec, message] of rows) expect(await why(services.create('b', spec))).toContain(message);
      expect(services.names()).toEqual(['a']);
    });

    it('an address in an older form is stored as written, and allocated once', async () => {
      services = await Services.start(servers);
      expect(await services.create('a', { clusterIP: '10.0.0.09' })).toMatchObject({
        clusterIP: '10.0.0.09',
        clusterIPs: ['10.0.0.09'],
        ipFamilies: ['IPv4'],
      });
      for (const clusterIP of ['10.0.0.9', '010.0.0.9', '::ffff:10.0.0.9'])
        expect(await why(services.create('b', { clusterIP }))).toBe(
          `Service "b" is invalid: spec.clusterIPs: Invalid value: []string{"${clusterIP}"}: failed to allocate IP ${clusterIP}: provided IP is already allocated`,
        );
      expect(await why(services.create('b', { clusterIP: '10.0.1.09' }))).toContain(
        'failed to allocate IP 10.0.1.09: the provided IP (10.0.1.9) is not in the valid range',
      );
      expect(await why(services.change('a', { clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'] }))).toContain(
        'may not change once set',
      );
      expect(await services.change('a', { sessionAffinity: 'ClientIP' })).toMatchObject({ clusterIP: '10.0.0.09' });
      await expectAllFree(services, ADDRESSES - 1, PORTS);
      await services.remove('a');
      expect(await services.create('b', { clusterIP: '10.0.0.9' })).toMatchObject({ clusterIP: '10.0.0.9' });
      await services.remove('b');
      expect(await services.create('b', { clusterIP: '10.0.0.009' }, true)).toMatchObject({ clusterIP: '10.0.0.009' });
      await expectAllFree(services, ADDRESSES, PORTS);
    });

    it('A-129 a dry run allocates nothing', async () => {
      services = await Services.start(servers);
      const port = { type: 'NodePort', clusterIP: '10.0.0.9', ports: [{ port: 80, nodePort: 30_001 }] };
      expect(await services.create('a', port, true)).toMatchObject({ clusterIP: '10.0.0.9' });
      for (let i = 0; i < ADDRESSES + 1; i++) {
        const { clusterIP, ports } = await services.create('a', { type: 'NodePort' }, true);
        expect([clusterIP, ports![0]!.nodePort]).toEqual([expect.any(String), expect.any(Number)]);
      }
      await services.create('a', port);
      expect(await why(services.create('b', port))).toContain('provided IP is already allocated');
      // As in kube-apiserver, a dry run does not look for other services.
      expect(await services.create('b', port, true)).toMatchObject({ clusterIP: '10.0.0.9' });
      await services.create('c');
      await services.change('c', { type: 'NodePort' }, true);
      await expectAllFree(services, ADDRESSES - 2, PORTS - 1);
    });

    it('a change of type allocates and releases', async () => {
      services = await Services.start(servers);
      const made = await services.create('a', { type: 'LoadBalancer', externalTrafficPolicy: 'Local' });
      expect([made.healthCheckNodePort, made.ports![0]!.nodePort]).toEqual([expect.any(Number), expect.any(Number)]);
      const plain = await services.change('a', { type: 'ClusterIP' });
      expect([plain.clusterIP, plain.healthCheckNodePort, plain.ports![0]!.nodePort]).toEqual([
        made.clusterIP,
        undefined,
        undefined,
      ]);
      const alias = await services.change('a', { type: 'ExternalName', externalName: 'example.com' });
      expect([alias.clusterIP, alias.clusterIPs, alias.ipFamilies]).toEqual([undefined, undefined, undefined]);
      await expectAllFree(services, ADDRESSES, PORTS);
      expect((await services.change('a', { type: 'ClusterIP' })).clusterIP).toMatch(/^10\./);
      await services.remove('a');
      await expectAllFree(services, ADDRESSES, PORTS);
    });

    it('a write refused after allocation releases', async () => {
      services = await Services.start(servers, { refusing: (name) => name.startsWith('refused') });
      await services.create('a');
      for (let i = 0; i < ADDRESSES + 1; i++) {
        await expect(services.create('refused', { type: 'NodePort' })).rejects.toThrow('forbidden');
        await expect(services.create('a', { type: 'NodePort' })).rejects.toThrow('already exists');
        await expect(services.create('b', { sessionAffinity: 'Bad' })).rejects.toThrow('sessionAffinity');
        await expect(services.change('a', { type: 'NodePort', sessionAffinity: 'Bad' })).rejects.toThrow('Affinity');
      }
      await expectAllFree(services, ADDRESSES - 1, PORTS);
    });

    it('allocates an address of each family', async () => {
      services = await Services.start(servers, { ranges: ['10.0.0.0/28', 'fd00::/120'] });
      const made = await services.create('a', { ipFamilyPolicy: 'PreferDualStack' });
      expect(made.clusterIPs).toEqual([expect.stringMatching(/^10\.0\.0\./), expect.stringMatching(/^fd00::/)]);
      expect(made.ipFamilies).toEqual(['IPv4', 'IPv6']);
      const single = await services.change('a', { ipFamilyPolicy: 'SingleStack' });
      expect([single.clusterIPs, single.ipFamilies]).toEqual([[made.clusterIP], ['IPv4']]);
      expect(await services.create('b', { clusterIP: made.clusterIPs![1]!, ipFamilies: ['IPv6'] })).toMatchObject({
        clusterIP: made.clusterIPs![1],
      });
    });

    it('C-235 one of several concurrent requests for the same address gets it', async () => {
      services = await Services.start(servers);
      const spec = { type: 'NodePort', clusterIP: '10.0.0.9', ports: [{ port: 80, nodePort: 30_001 }] };
      const named = await Promise.all(['a', 'b', 'c', 'd'].map((n) => why(services.create(n, spec))));
      expect(named.filter((answer) => answer === 'stored')).toHaveLength(1);
      const any = Array.from({ length: ADDRESSES + 2 }, (_, i) => why(services.create(`s${i}`)));
      expect((await Promise.all(any)).filter((answer) => answer === 'stored')).toHaveLength(ADDRESSES - 1);
      expectDistinct(services.stored());
    });

    it('reports a full range', async () => {
      services = await Services.start(servers);
      for (let i = 0; i < ADDRESSES; i++) await services.create(`s${i}`);
      expect(await why(services.create('last'))).toBe(
        'Internal error occurred: failed to allocate a serviceIP: range is full',
      );
      expect(await services.create('headless', { clusterIP: 'None' })).toMatchObject({ clusterIPs: ['None'] });
    });

    it('C-235 no two services have the same address or port under concurrent writes', () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { maxLength: 8 }),
          async (rounds) => {
            services = await Services.start(servers);
            try {
              for (const round of rounds) {
                await Promise.all(round.map((run) => why(run(services))));
                expectDistinct(services.stored());
              }
              await Promise.all(services.names().map((name) => services.remove(name)));
              await expectAllFree(services, ADDRESSES, PORTS);
            } finally {
              await services.close();
            }
            services = await Services.start(servers);
            await services.close();
            services = { close: () => Promise.resolve() } as Services;
          },
        ),
        { numRuns: 15 },
      ));
  });

const NO_WRITES = {
  create: () => Promise.reject(new Error('not to be called')),
  replace: () => Promise.reject(new Error('not to be called')),
};

describe('claims on addresses and node ports', () => {
  let services: Services;
  afterEach(() => services.close());
  const claim = (address: string) => new SharedRecords(services.storage).createIfAbsent('address', address, DEAD);
  const DEAD = { namespace: 't1', name: 'dead', uid: 'dead' };

  it('exist as long as the service, and not after a refused write or a dry run', async () => {
    services = await Services.start(2, { refusing: (name) => name === 'refused' });
    await services.create('a', { type: 'NodePort', clusterIP: '10.0.0.9', ports: [{ port: 80, nodePort: 30_001 }] });
    expect(await services.claims()).toEqual(['10.0.0.9', '30001']);
    await services.create('tried', { type: 'NodePort' }, true);
    await expect(services.create('refused', { type: 'NodePort' })).rejects.toThrow('forbidden');
    const taken = { type: 'NodePort', clusterIP: '10.0.0.8', ports: [{ port: 80, nodePort: 30_001 }] };
    expect(await why(services.create('b', taken))).toContain('provided port is already allocated');
    expect(await services.claims()).toEqual(['10.0.0.9', '30001']);
    await services.change('a', { type: 'ClusterIP' });
    await services.change('a', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_002 }] });
    await services.remove('a');
    // A new claim waits until the old one is removed.
    await services.create('c', { clusterIP: '10.0.0.9' });
    await services.remove('c');
    for (const nodePort of [30_001, 30_002]) {
      await services.create('d', { type: 'NodePort', ports: [{ port: 80, nodePort }] });
      await services.remove('d');
    }
  });

  it('of a crashed server are skipped, and taken over after the abandon time', async () => {
    const clock = new FakeClock();
    services = await Services.start(1, { shares: true, clock });
    await claim('10.0.0.9');
    const named = () => why(services.create('a', { clusterIP: '10.0.0.9' }));
    expect(await named()).toContain('provided IP is already allocated');
    for (let i = 0; i < ADDRESSES - 1; i++) await services.create(`s${i}`);
    expect(await why(services.create('last'))).toContain('range is full');
    clock.advance(ABANDONED_AFTER_MS - 1);
    expect(await named()).toContain('provided IP is already allocated');
    clock.advance(1);
    expect(await named()).toBe('stored');
    expect(await services.claims()).toHaveLength(ADDRESSES);
  });

  it('that change their owner restart the abandon time', async () => {
    const clock = new FakeClock();
    services = await Services.start(1, { shares: true, clock });
    const { revision } = await claim('10.0.0.9');
    const named = () => why(services.create('a', { clusterIP: '10.0.0.9' }));
    expect(await named()).toContain('already allocated');
    await new SharedRecords(services.storage).replace('address', '10.0.0.9', revision, { ...DEAD, uid: 'other' });
    clock.advance(ABANDONED_AFTER_MS);
    expect(await named()).toContain('already allocated');
    clock.advance(ABANDONED_AFTER_MS);
    expect(await named()).toBe('stored');
  });

  it('of a crashed server are taken over also with more suspects than the limit', async () => {
    const clock = new FakeClock();
    services = await Services.start(1);
    const records = new SharedRecords(services.storage);
    const claims = new AddressClaims(records, clock, ABANDONED_AFTER_MS);
    const ports = Array.from({ length: 1_100 }, (_, n) => ({ kind: 'port', name: String(30_000 + n) }) as const);
    await Promise.all(ports.map(({ kind, name }) => records.createIfAbsent(kind, name, DEAD)));
    const owner = { ...DEAD, name: 'a', uid: 'a' };
    for (const port of ports) expect(await claims.take(port, owner)).toBe(false);
    expect(clock.pending).toBeLessThan(ports.length);
    clock.advance(ABANDONED_AFTER_MS);
    expect(await claims.take(ports.at(-1)!, owner)).toBe(true);
    expect(await claims.take(ports[0]!, owner)).toBe(false);
    clock.advance(ABANDONED_AFTER_MS);
    expect(await claims.take(ports[0]!, owner)).toBe(true);
  });

  it('of an earlier attempt of the same write are taken over immediately', async () => {
    services = await Services.start(1, { shares: true });
    await claim('10.0.0.9');
    expect(await services.create('dead', { clusterIP: '10.0.0.9' })).toMatchObject({ clusterIP: '10.0.0.9' });
  });

  it('are not needed by services older than claims', async () => {
    services = await Services.start(2);
    await services.create('a', { clusterIP: '10.0.0.9' });
    await services.storage.deleteRange(':address\0');
    for (const other of ['b', 'c']) {
      expect(await why(services.create(other, { clusterIP: '10.0.0.9' }))).toContain('already allocated');
    }
    await services.remove('a');
    expect(await services.create('b', { clusterIP: '10.0.0.9' })).toMatchObject({ clusterIP: '10.0.0.9' });
  });

  it('are kept after a write with an unknown outcome', async () => {
    let isUnavailable = true;
    const refusing = (): boolean => {
      if (isUnavailable) throw new StorageError('Unavailable', 'services');
      return false;
    };
    services = await Services.start(2, { refusing });
    await expect(services.create('a', { clusterIP: '10.0.0.9' })).rejects.toThrow('Unavailable');
    expect(await services.claims()).toEqual(['10.0.0.9']);
    isUnavailable = false;
    for (const other of ['b', 'c']) {
      expect(await why(services.create(other, { clusterIP: '10.0.0.9' }))).toContain('already allocated');
    }
    expect(await services.create('a', { clusterIP: '10.0.0.9' })).toMatchObject({ clusterIP: '10.0.0.9' });
  });

  it('that cannot be created fail with ServiceUnavailable, and nothing stays reserved', async () => {
    services = await Services.start(1);
    const memory = new MemoryAllocator(parseClusterIpRanges(['10.0.0.0/28']), parsePortRange('30000-30009'), () => 0);
    let isUnavailable = true;
    const answer = async (): Promise<boolean> => {
      if (isUnavailable) throw new StorageError('Unavailable', 'claims');
      return true;
    };
    const claims: Pick<AddressClaims, 'take' | 'leave'> = { take: answer, leave: () => Promise.resolve() };
    const allocator = new ClaimingAllocator(memory, claims);
    const demand: ServiceDemand = { addresses: [{ family: 'IPv4', ip: '10.0.0.9' }], ports: [30_001, undefined] };
    await expect(allocator.reserve(demand, DEAD, false)).rejects.toMatchObject({ reason: 'ServiceUnavailable' });
    isUnavailable = false;
    expect(await allocator.reserve(demand, DEAD, false)).toMatchObject({ addresses: ['10.0.0.9'] });
  });

  it.each(['Unavailable', 'Refused', 'Lost', 'Compacted'] as const)(
    'that cannot be removed (%s) stay, and the removal does not fail',
    async (code) => {
      services = await Services.start(1);
      await claim('10.0.0.9');
      const { storage } = services;
      const away = { get: storage.get.bind(storage), delete: () => Promise.reject(new StorageError(code, 'claims')) };
      const claims = new AddressClaims(new SharedRecords({ ...NO_WRITES, ...away }), systemClock, ABANDONED_AFTER_MS);
      await claims.leave({ kind: 'address', name: '10.0.0.9' }, DEAD);
      expect(await services.claims()).toEqual(['10.0.0.9']);
    },
  );

  it('have a canonical name', async () => {
    services = await Services.start(2, { ranges: ['fd00::/120'] });
    await services.create('a', { clusterIP: 'fd00:0::5' });
    expect(await services.claims()).toEqual(['fd00::5']);
    expect(await why(services.create('b', { clusterIP: 'fd00::5' }))).toContain('already allocated');
  });
});

type Step = (services: Services) => Promise<unknown>;
const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const spec: fc.Arbitrary<Spec> = fc.record(
  {
    type: fc.constantFrom('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'),
    externalName: fc.constant('example.com'),
    externalTrafficPolicy: fc.constantFrom('Local', 'Cluster'),
    clusterIP: fc.constantFrom('None', '10.0.0.1', '10.0.0.2', '10.0.0.3', '10.9.0.1'),
    ports: fc.uniqueArray(
      fc.record({
        port: fc.constantFrom(80, 81),
        name: fc.constantFrom('x', 'y'),
        nodePort: fc.option(fc.constantFrom(30_000, 30_001, 30_002), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 2, selector: (port) => port.name },
    ),
  },
  { requiredKeys: ['type', 'externalName'] },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(name, spec, fc.boolean()).map(
    ([n, s, dry]): Step =>
      (services) =>
        services.create(n, s, dry),
  ),
  fc.tuple(name, spec, fc.boolean()).map(
    ([n, s, dry]): Step =>
      (services) =>
        services.change(n, s, dry),
  ),
  name.map(
    (n): Step =>
      (services) =>
        services.remove(n),
  ),
);

function expectDistinct(stored: readonly Spec[]): void {
  const ips = stored.flatMap(({ clusterIPs = [] }) => clusterIPs).filter((ip) => ip !== 'None');
  expect(new Set(ips).size).toBe(ips.length);
  const ports = stored.flatMap(({ type, ports: list = [], healthCheckNodePort }) =>
    type === 'ExternalName'
      ? []
      : [...new Set(list.flatMap(({ nodePort }) => nodePort ?? [])), ...[healthCheckNodePort ?? []].flat()],
  );
  expect(new Set(ports).size).toBe(ports.length);
  for (const { type, clusterIPs = [], ports: list = [] } of stored) {
    expect(clusterIPs).toHaveLength(type === 'ExternalName' ? 0 : 1);
    if (type === 'NodePort') expect(list.every(({ nodePort }) => nodePort)).toBe(true);
  }
}

/** Allocates everything that should be free, expects that no more is left, and releases it. */
async function expectAllFree(services: Services, addresses: number, ports: number): Promise<void> {
  const taken: string[] = [];
  const take = async (spec: Spec): Promise<void> => {
    const made = `probe${taken.length}`;
    await services.create(made, spec);
    taken.push(made);
  };
  for (let i = 0; i < addresses; i++) await take({});
  expect(await why(take({}))).toContain('serviceIP: range is full');
  await Promise.all(taken.splice(0).map((probe) => services.remove(probe)));
  const numbers = Array.from({ length: ports }, (_, i) => ({ name: `p${i}`, port: i + 1 }));
  await take({ type: 'NodePort', ports: numbers });
  expect(await why(take({ type: 'NodePort' }))).toContain('nodePort: range is full');
  await Promise.all(taken.map((probe) => services.remove(probe)));
}
