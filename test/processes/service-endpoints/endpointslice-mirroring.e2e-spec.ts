import type { Endpoints } from '@orch/api';
import { builtinResources, type HasMetadata } from '@orch/client';
import { runOrch, startControlPlane, type OrchProcess, type TestControlPlane } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { filter, firstValueFrom, map, timeout } from 'rxjs';
import { endpointsOf, readyAddresses, ServiceWorld, type Slice } from './service-world.js';

interface CoreEvent extends HasMetadata {
  readonly involvedObject: { readonly kind: string; readonly name: string };
  readonly reason: string;
  readonly message: string;
}

describe.each(VOCABULARY_NAMES)('mirrors of Endpoints in the %s vocabulary', (name) => {
  let plane: TestControlPlane;
  let world: ServiceWorld;
  let controller: OrchProcess | undefined;
  const start = async (): Promise<void> => {
    controller = runOrch(['endpointslice-mirroring', `--data-dir=${plane.dataDir}`, `--vocabulary=${name}`]);
    await controller.line((line) => line === 'synced');
  };

  beforeAll(async () => {
    plane = await startControlPlane({ vocabulary: name, command: 'apiserver' });
    world = new ServiceWorld(plane, 'web');
    await world.begin();
    await start();
  });
  afterAll(async () => {
    await controller?.stop();
    await plane?.stop();
  });

  const own = (service: string, ips: readonly string[], metadata: object = {}) =>
    world.endpoints().create({
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { ...world.at(service), ...metadata },
      subsets: [{ addresses: ips.map((ip) => ({ ip })), ports: [{ name: 'http', port: 80 }] }],
    } as Endpoints);
  const change = (service: string, patch: object) => world.endpoints().patch(world.at(service), 'merge', patch);
  const untilMirrors = (service: string, what: string, wanted: (slices: readonly Slice[]) => boolean) =>
    world.untilSlices(service, what, wanted, plane.vocabulary.labels.sliceManager.mirroring);
  const untilReady = (service: string, ...ips: string[]) =>
    untilMirrors(service, ips.join(), (slices) => readyAddresses(slices).join() === ips.toSorted().join());
  const isEmpty = ({ length }: readonly Slice[]): boolean => length === 0;

  it('follow the addresses, one slice for each family', async () => {
    const { labels, groups } = plane.vocabulary;
    const made = await own('a', ['192.0.2.1'], { labels: { team: 'x' }, annotations: { note: 'y' } });
    await world.service('a', { selector: undefined });
    const [slice] = await untilReady('a', '192.0.2.1');
    expect(slice).toMatchObject({
      apiVersion: `${groups.discovery}/v1`,
      addressType: 'IPv4',
      endpoints: [{ addresses: ['192.0.2.1'], conditions: { ready: true } }],
      ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
      metadata: {
        labels: { team: 'x', [labels.serviceName]: 'a' },
        annotations: { note: 'y' },
        ownerReferences: [{ apiVersion: 'v1', kind: 'Endpoints', name: 'a', uid: made.metadata.uid, controller: true }],
      },
    });
    await change('a', { subsets: [{ notReadyAddresses: [{ ip: '192.0.2.1' }], ports: [{ name: 'http', port: 80 }] }] });
    const isReady = (slices: readonly Slice[]) => endpointsOf(slices).some(({ conditions }) => conditions.ready);
    const [after] = await untilMirrors(
      'a',
      'the lack of readiness',
      (slices) => slices.length === 1 && !isReady(slices),
    );
    expect(after!.metadata.uid).toBe(slice!.metadata.uid);
    await change('a', {
      subsets: [{ addresses: [{ ip: '192.0.2.2' }, { ip: '2001:db8::2' }], ports: [{ port: 81 }] }],
    });
    const both = await untilReady('a', '192.0.2.2', '2001:db8::2');
    expect(both.map(({ addressType }) => addressType).toSorted()).toEqual(['IPv4', 'IPv6']);
    await change('a', { subsets: [] });
    await untilMirrors('a', 'the end of the slices', isEmpty);
  });

  it('end with the Endpoints, the service, a selector and the permission', async () => {
    const ends: [service: string, end: () => Promise<unknown>][] = [
      ['b1', () => world.endpoints().delete(world.at('b1'))],
      ['b2', () => world.services().delete(world.at('b2'))],
      ['b3', () => world.services().patch(world.at('b3'), 'merge', { spec: { selector: { app: 'x' } } })],
      ['b4', () => change('b4', { metadata: { labels: { [plane.vocabulary.labels.skipMirror]: 'true' } } })],
    ];
    for (const [service, end] of ends) {
      await own(service, ['192.0.2.1']);
      await world.service(service, { selector: undefined });
      await untilReady(service, '192.0.2.1');
      await end();
      await untilMirrors(service, 'the end of the slices', isEmpty);
    }
  });

  it('hold 1,000 addresses of a subset, and an event says so', async () => {
    await world.service('many', { selector: undefined });
    await own(
      'many',
      Array.from({ length: 1_100 }, (_, n) => `10.5.${n >> 8}.${n & 255}`),
    );
    const [slice] = await untilMirrors('many', 'a slice', ({ length }) => length === 1);
    expect(slice!.endpoints).toHaveLength(1_000);
    const events = plane.client.resource<CoreEvent>(builtinResources.events).namespace('web');
    const message = 'A max of 1000 addresses can be mirrored to EndpointSlices per Endpoints subset. 100 addresses were skipped'; // prettier-ignore
    const seen = events.watch().pipe(
      filter(({ type, object }) => type === 'ADDED' && (object as CoreEvent).involvedObject.name === 'many'),
      map(({ object }) => object as CoreEvent),
      timeout(30_000),
    );
    expect(await firstValueFrom(seen)).toMatchObject({ reason: 'TooManyAddressesToMirror', message });
  });

  it('changes while no controller runs are made up for, and what is right is not written again', async () => {
    for (const service of ['c1', 'c2', 'c3']) {
      await own(service, ['192.0.2.1']);
      await world.service(service, { selector: undefined });
    }
    const [right] = await untilReady('c1', '192.0.2.1');
    await untilReady('c2', '192.0.2.1');
    await untilReady('c3', '192.0.2.1');
    await controller!.stop();
    await change('c2', { subsets: [{ addresses: [{ ip: '192.0.2.9' }], ports: [{ name: 'http', port: 80 }] }] });
    await world.endpoints().delete(world.at('c3'));
    await start();
    await untilReady('c2', '192.0.2.9');
    await untilMirrors('c3', 'the end of the slices', isEmpty);
    const [same] = await untilReady('c1', '192.0.2.1');
    expect(same!.metadata.resourceVersion).toBe(right!.metadata.resourceVersion);
  });

  it('Endpoints of the API server and of leader election have none', async () => {
    const { apiServerService, annotations, labels } = plane.vocabulary;
    await own('lock', ['192.0.2.1'], { annotations: { [annotations.leader]: '{}' } });
    await world.service('lock', { selector: undefined });
    await own('last', ['192.0.2.1']);
    await world.service('last', { selector: undefined });
    await untilReady('last', '192.0.2.1'); // created later, mirrored before: the lock was looked at
    const mirrors = await world.slices().list({
      labelSelector: `${labels.sliceManager.label}=${labels.sliceManager.mirroring},${labels.serviceName} in (lock,${apiServerService})`,
    });
    expect(mirrors.items).toEqual([]);
  });
});
