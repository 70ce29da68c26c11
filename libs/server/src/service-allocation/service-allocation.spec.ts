import { ApiError, type ApiObject } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import fc from 'fast-check';
import type { Admission } from '@orch/registry';
import { admissionChain } from '../admission/admission-chain.js';
import { serviceAllocation } from './allocate-service.js';
import { followServices } from './follow-services.js';
import { MemoryAllocator } from './memory-allocator.js';
import { parseClusterIpRanges, parsePortRange } from './service-ranges.js';

const ADDRESSES = 14;
const PORTS = 10;

interface Spec {
  readonly type?: string;
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
  readonly ipFamilies?: readonly string[];
  readonly ports?: readonly { readonly name?: string; readonly port?: number; readonly nodePort?: number }[];
  readonly healthCheckNodePort?: number;
  readonly [field: string]: unknown;
}

/** Services with 14 addresses and 10 node ports, in a namespace of a registry. */
class Services {
  private constructor(private readonly running: TestRegistry) {}

  static async start(
    ranges: readonly string[] = ['10.0.0.0/28'],
    refusing?: (name: string) => boolean,
  ): Promise<Services> {
    const allocator = new MemoryAllocator(parseClusterIpRanges(ranges), parsePortRange('30000-30009'), Math.random);
    const chain = admissionChain([serviceAllocation(allocator)]);
    const admission: Admission = {
      mutate: (a) => chain.mutate(a),
      validate: (a) => {
        if (refusing?.(a.name)) throw ApiError.forbidden({ group: '', resource: 'services', name: a.name }, 'no');
      },
    };
    const running = await startTestRegistry({ admission: () => admission });
    followServices(running.registry, allocator);
    return new Services(running);
  }

  close(): Promise<void> {
    return this.running.close();
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
    return [...this.running.registry.readAll({ group: '', resource: 'services' })].map((o) => o['spec'] as Spec);
  }

  names(): string[] {
    return [...this.running.registry.readAll({ group: '', resource: 'services' })].map((o) => o.metadata.name!);
  }

  private get writer() {
    return this.running.store('services').writer;
  }
}

const specOf = (bytes: Buffer): Spec => (JSON.parse(bytes.toString()) as ApiObject)['spec'] as Spec;
const why = (write: Promise<unknown>): Promise<string> =>
  write.then(
    () => 'stored',
    (error: unknown) => (error as Error).message,
  );

describe('addresses and node ports of services', () => {
  let services: Services;
  afterEach(() => services.close());

  it('C-235 a service gets an address, which stays', async () => {
    services = await Services.start();
    const { clusterIP, clusterIPs } = await services.create('a');
    expect(clusterIP).toMatch(/^10\.0\.0\.\d+$/);
    expect(clusterIPs).toEqual([clusterIP]);
    expect(await services.change('a', { clusterIP: undefined, clusterIPs: undefined })).toMatchObject({ clusterIP });
    const other = clusterIP === '10.0.0.9' ? '10.0.0.8' : '10.0.0.9';
    expect(await why(services.change('a', { clusterIP: other }))).toBe(
      `Service "a" is invalid: spec.clusterIPs[0]: Invalid value: ["${other}"]: may not change once set`,
    );
    expect(await services.create('b', { clusterIP: other })).toMatchObject({ clusterIP: other });
  });

  it('says what it refuses', async () => {
    services = await Services.start();
    await services.create('a', { type: 'NodePort', clusterIP: '10.0.0.9', ports: [{ port: 80, nodePort: 30_001 }] });
    const rows: [Spec, string][] = [
      [
        { clusterIP: '10.0.0.9' },
        'spec.clusterIPs: Invalid value: ["10.0.0.9"]: failed to allocate IP 10.0.0.9: provided IP is already allocated',
      ],
      [
        { clusterIP: '10.0.1.9' },
        'spec.clusterIPs: Invalid value: ["10.0.1.9"]: failed to allocate IP 10.0.1.9: the provided IP (10.0.1.9) is not in the valid range. The range of valid IPs is 10.0.0.0/28',
      ],
      [{ clusterIP: '10.0.0.15' }, 'is not in the valid range'],
      [{ clusterIP: '10.0.0.0' }, 'is not in the valid range'],
      [{ clusterIP: 'x' }, 'spec.clusterIPs[0]: Invalid value: "x": must be empty, \'None\', or a valid IP address'],
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

  it('A-129 a dry run takes nothing', async () => {
    services = await Services.start();
    const port = { type: 'NodePort', clusterIP: '10.0.0.9', ports: [{ port: 80, nodePort: 30_001 }] };
    expect(await services.create('a', port, true)).toMatchObject({ clusterIP: '10.0.0.9' });
    for (let i = 0; i < ADDRESSES + 1; i++) {
      const { clusterIP, ports } = await services.create('a', { type: 'NodePort' }, true);
      expect([clusterIP, ports![0]!.nodePort]).toEqual([expect.any(String), expect.any(Number)]);
    }
    await services.create('a', port);
    expect(await why(services.create('b', port, true))).toContain('provided IP is already allocated');
    await services.create('c');
    await services.change('c', { type: 'NodePort' }, true);
    await expectAllFree(services, ADDRESSES - 2, PORTS - 1);
  });

  it('a change of type takes and gives back', async () => {
    services = await Services.start();
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

  it('what is refused later gives back', async () => {
    services = await Services.start(undefined, (name) => name.startsWith('refused'));
    await services.create('a');
    for (let i = 0; i < ADDRESSES + 1; i++) {
      await expect(services.create('refused', { type: 'NodePort' })).rejects.toThrow('forbidden');
      await expect(services.create('a', { type: 'NodePort' })).rejects.toThrow('already exists');
      await expect(services.create('b', { sessionAffinity: 'Bad' })).rejects.toThrow('sessionAffinity');
      await expect(services.change('a', { type: 'NodePort', sessionAffinity: 'Bad' })).rejects.toThrow('Affinity');
    }
    await expectAllFree(services, ADDRESSES - 1, PORTS);
  });

  it('gives an address of each family', async () => {
    services = await Services.start(['10.0.0.0/28', 'fd00::/120']);
    const made = await services.create('a', { ipFamilyPolicy: 'PreferDualStack' });
    expect(made.clusterIPs).toEqual([expect.stringMatching(/^10\.0\.0\./), expect.stringMatching(/^fd00::/)]);
    expect(made.ipFamilies).toEqual(['IPv4', 'IPv6']);
    const single = await services.change('a', { ipFamilyPolicy: 'SingleStack' });
    expect([single.clusterIPs, single.ipFamilies]).toEqual([[made.clusterIP], ['IPv4']]);
    expect(await services.create('b', { clusterIP: made.clusterIPs![1]!, ipFamilies: ['IPv6'] })).toMatchObject({
      clusterIP: made.clusterIPs![1],
    });
  });

  it('used up is told as such', async () => {
    services = await Services.start();
    for (let i = 0; i < ADDRESSES; i++) await services.create(`s${i}`);
    expect(await why(services.create('last'))).toBe(
      'Internal error occurred: failed to allocate a serviceIP: range is full',
    );
    expect(await services.create('headless', { clusterIP: 'None' })).toMatchObject({ clusterIPs: ['None'] });
  });

  it('C-235 no two services ever have the same, whatever runs at once', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { maxLength: 8 }), async (rounds) => {
        services = await Services.start();
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
        services = await Services.start();
        await services.close();
        services = { close: () => Promise.resolve() } as Services;
      }),
      { numRuns: 15 },
    ));
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

/** Takes everything that should be free, sees that there is no more, and gives it back. */
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
