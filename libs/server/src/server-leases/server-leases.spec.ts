import { builtinKinds, compileKinds } from '@orch/api';
import { FakeClock, type ApiObject } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import { admitAll, Registry, LoopbackClient } from '@orch/registry';
import { startTestRegistry, type TestRegistry } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { firstValueFrom, filter, startWith, map } from 'rxjs';
import { OwnService } from './own-service.js';
import { keepOwnEndpoints } from './keep-own-endpoints.js';
import { addressText, parseAddress, type ServerAddress } from './server-address.js';
import { RENEW_MS, ServerLeases } from './server-leases.js';

const vocabulary = vocabularies.orch;
const LEASES = 'leases.coordination.orch.io';
const SLICES = 'endpointslices.discovery.orch.io';
const at = (port: number, ip = '127.0.0.1'): ServerAddress => ({ ip, port });

/** One server, with its own cache of the store and its own clock. */
class Server {
  readonly clock = new FakeClock();
  readonly writes: LoopbackClient;
  readonly leases: ServerLeases;
  readonly service: OwnService;

  constructor(
    readonly registry: Registry,
    address: ServerAddress,
  ) {
    this.writes = new LoopbackClient(registry);
    const parts = { writes: this.writes, vocabulary, clock: this.clock, log: silentLogger };
    this.leases = new ServerLeases(parts, address);
    const { changes } = this.leases;
    this.service = new OwnService(parts, { clusterIp: '10.0.0.1', live: () => this.leases.live(), changes });
  }

  async begin(): Promise<this> {
    await this.leases.begin();
    await this.service.begin();
    return this;
  }

  /** One renewal of the Lease, until it has taken effect. */
  async turn(): Promise<void> {
    this.clock.advance(RENEW_MS);
    await this.leases.settled();
    await this.service.keep();
  }

  async leave(): Promise<void> {
    await this.leases.leave();
    await this.service.keep();
  }
}

describe('several servers in the endpoints of their service', () => {
  let running: TestRegistry;
  const registries: Registry[] = [];
  beforeEach(async () => {
    running = await startTestRegistry();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const registry of registries.splice(0)) registry.close();
    await running.close();
  });
  const server = async (address: ServerAddress): Promise<Server> => {
    const registry = await Registry.start({
      storage: running.storage,
      definitions: compileKinds(builtinKinds, vocabulary),
      admission: () => admitAll,
    });
    registries.push(registry);
    return new Server(registry, address).begin();
  };
  const read = (resource: string, name = 'orch') =>
    new LoopbackClient(running.registry).read(resource, 'default', name);
  const leases = () => [...new LoopbackClient(running.registry).readAll(LEASES)];
  interface Subset {
    readonly addresses: readonly { readonly ip: string }[];
    readonly ports: readonly { readonly port: number }[];
  }
  const shown = () =>
    ((read('endpoints')?.['subsets'] ?? []) as readonly Subset[]).flatMap(({ addresses, ports }) =>
      addresses.map(({ ip }) => `${ip}:${ports[0]!.port}`),
    );
  /** Waits until a change by another server was processed. */
  const untilShown = (...addresses: string[]) =>
    firstValueFrom(
      running.registry.changesOf({ group: '', resource: 'endpoints' }).pipe(
        startWith(undefined),
        map(shown),
        filter((now) => String(now) === String(addresses)),
      ),
    );

  it('each have a Lease with their address', async () => {
    await server(at(1));
    await server(at(2));
    expect(leases()).toHaveLength(2);
    for (const lease of leases())
      expect(lease).toMatchObject({
        metadata: {
          name: expect.stringMatching(/^apiserver-[\da-f]{26}$/),
          namespace: 'orch-system',
          labels: { 'apiserver.orch.io/identity': 'orch-apiserver' },
          annotations: { 'apiserver.orch.io/address': expect.stringMatching(/^127\.0\.0\.1:[12]$/) },
        },
        spec: {
          holderIdentity: expect.stringMatching(/^apiserver-[\da-f]{26}_[\da-f-]{36}$/),
          leaseDurationSeconds: 30,
        },
      });
  });

  it('publish all ports, each in its own subset and slice', async () => {
    const first = await server(at(2));
    expect(shown()).toEqual(['127.0.0.1:2']);
    await server(at(1));
    await untilShown('127.0.0.1:1', '127.0.0.1:2');
    await first.service.keep();
    expect(read(SLICES)).toMatchObject({ endpoints: [{ addresses: ['127.0.0.1'] }], ports: [{ port: 1 }] });
    expect(read(SLICES, 'orch-ipv4-2')).toMatchObject({
      metadata: { labels: { 'orch.io/service-name': 'orch' } },
      endpoints: [{ addresses: ['127.0.0.1'] }],
      ports: [{ port: 2 }],
    });
  });

  it('publish servers with the same port in one subset', async () => {
    await server(at(6443, '10.0.0.9'));
    await server(at(6443, '10.0.0.8'));
    await untilShown('10.0.0.8:6443', '10.0.0.9:6443');
    expect(read('endpoints')?.['subsets']).toHaveLength(1);
    expect(read(SLICES)?.['endpoints']).toHaveLength(2);
  });

  it('remove a server that stops, and its slice', async () => {
    const first = await server(at(1));
    const second = await server(at(2));
    await untilShown('127.0.0.1:1', '127.0.0.1:2');
    await first.leave();
    await untilShown('127.0.0.1:2');
    await second.service.keep();
    expect(leases()).toHaveLength(1);
    expect(read(SLICES, 'orch-ipv4-2')).toBeUndefined();
    await second.leave();
    expect([shown(), leases()]).toEqual([[], []]);
  });

  it('remove a server that no longer renews, and no other', async () => {
    const first = await server(at(1));
    const second = await server(at(2));
    const dead = await server(at(3));
    await untilShown('127.0.0.1:1', '127.0.0.1:2', '127.0.0.1:3');
    dead.registry.close(); // stops watching and writing
    for (let turn = 0; turn < 4; turn++) {
      await first.turn();
      await second.turn();
      expect(shown()).toHaveLength(3);
    }
    await first.turn();
    await second.turn();
    await untilShown('127.0.0.1:1', '127.0.0.1:2');
    expect(leases()).toHaveLength(2);
  });

  it('add a server again that was removed and is alive', async () => {
    const first = await server(at(1));
    const frozen = await server(at(2));
    for (let turn = 0; turn < 5; turn++) await first.turn();
    await untilShown('127.0.0.1:1', '127.0.0.1:2'); // it observes that its Lease was deleted, and creates another
    await frozen.turn();
    await first.turn();
    expect(shown()).toHaveLength(2);
  });

  it('write nothing but renewals while nothing changes', async () => {
    const first = await server(at(1));
    const second = await server(at(2));
    await untilShown('127.0.0.1:1', '127.0.0.1:2');
    await Promise.all([first.service.keep(), second.service.keep()]);
    const versions = () => [read('endpoints'), read(SLICES), read(SLICES, 'orch-ipv4-2')].map(versionOf);
    const before = versions();
    const { revision } = running.storage;
    await first.turn();
    await second.turn();
    expect(versions()).toEqual(before);
    expect(running.storage.revision).toBe(revision + 2);
  });

  it('recognize a server that restarts with the same address', async () => {
    await server(at(1));
    const [lease] = leases();
    const before = (lease!['spec'] as { holderIdentity: string }).holderIdentity;
    await server(at(1));
    expect(leases()).toHaveLength(1);
    expect((leases()[0]!['spec'] as { holderIdentity: string }).holderIdentity).not.toBe(before);
  });

  it('log an unexpected error and continue', async () => {
    const first = await server(at(1));
    const broken = new TypeError('a bug');
    const errors: unknown[] = [];
    jest.spyOn(silentLogger, 'error').mockImplementation((_text, fields) => void errors.push(fields?.['error']));
    jest.spyOn(first.writes, 'change').mockRejectedValueOnce(broken);
    await first.turn();
    expect(errors).toEqual([broken]);
    jest.spyOn(first.writes, 'read').mockImplementation(() => {
      throw broken;
    });
    await first.service.keep();
    expect(errors).toEqual([broken, broken, broken, broken]);
    jest.restoreAllMocks();
    await first.writes.remove('endpoints', 'default', 'orch');
    await first.turn();
    expect(shown()).toEqual(['127.0.0.1:1']);
    jest.spyOn(silentLogger, 'error').mockImplementation((_text, fields) => void errors.push(fields?.['error']));
    jest.spyOn(first.writes, 'remove').mockRejectedValueOnce(broken);
    await first.leases.leave();
    expect(errors).toHaveLength(5);
  });

  it('an embedded store that was copied from a shared one loses its server Leases', async () => {
    const { writes } = await server(at(1));
    await server(at(2));
    const metadata = { name: 'some-controller' };
    await writes.createIfAbsent(LEASES, 'orch-system', {
      apiVersion: 'coordination.orch.io/v1',
      kind: 'Lease',
      metadata,
    });
    for (const registry of registries.splice(0)) registry.close();
    const parts = {
      writes: new LoopbackClient(running.registry),
      vocabulary,
      clock: new FakeClock(),
      log: silentLogger,
    };
    await keepOwnEndpoints(running.storage, parts, '10.0.0.1', at(3));
    expect(leases()).toMatchObject([{ metadata }]);
    expect(shown()).toEqual(['127.0.0.1:3']);
  });

  it('leave other Leases unchanged', async () => {
    const first = await server(at(1));
    await first.writes.createIfAbsent(LEASES, 'orch-system', {
      apiVersion: 'coordination.orch.io/v1',
      kind: 'Lease',
      metadata: { name: 'some-controller' },
    });
    for (let turn = 0; turn < 6; turn++) await first.turn();
    expect(leases()).toHaveLength(2);
    expect(shown()).toEqual(['127.0.0.1:1']);
  });
});

const versionOf = (object: ApiObject | undefined): string | undefined => object?.metadata.resourceVersion;

describe('a server address as text', () => {
  for (const address of [at(6443), at(1, 'fd00::1')])
    it(addressText(address), () => expect(parseAddress(addressText(address))).toEqual(address));
  for (const text of ['', 'x', '1.2.3.4', 'host:80', '1.2.3.4:port'])
    it(`${JSON.stringify(text)} is invalid`, () => expect(parseAddress(text)).toBeUndefined());
});
