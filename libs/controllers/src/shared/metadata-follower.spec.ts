import { ApiError, FakeClock } from '@orch/apimachinery';
import type { HasMetadata, ReflectorEvent, WatchEvent } from '@orch/client';
import { silentLogger } from '@orch/controller-kit';
import { Subject } from 'rxjs';
import { MetadataFollower } from './metadata-follower.js';
import type { ServedResource } from './served-resources.js';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const verbs = ['list', 'watch', 'delete'];

/** A server with resources `a` and `definitions` of group `x.example`; `serve` changes what is there. */
function setUp(first = ['as'], wanted: (r: ServedResource) => boolean = () => true) {
  const clock = new FakeClock();
  let names = first;
  let discovery: Error | undefined;
  const failing = new Set<string>();
  const watches = new Map<string, Subject<WatchEvent<HasMetadata>>>();
  const received: string[] = [];
  const record = (name: string, event: ReflectorEvent) =>
    received.push(`${event.type} ${name} ${event.type === 'REPLACE' ? event.objects.length : ''}`.trim());
  const follower = new MetadataFollower({
    clock,
    logger: silentLogger,
    wanted,
    client: {
      random: () => 0,
      discovery: {
        coreVersions: () => Promise.resolve([]),
        groups: async () => {
          if (discovery) throw discovery;
          return [{ name: 'x.example', versions: [{ groupVersion: 'x.example/v1', version: 'v1' }] }];
        },
        resources: () =>
          Promise.resolve(names.map((name) => ({ name, singularName: '', namespaced: true, kind: 'K', verbs }))),
      },
      metadata: ({ resource }: { resource: string }) => ({
        list: () =>
          failing.has(resource)
            ? Promise.reject(ApiError.forbidden({ group: '', resource }, 'no'))
            : Promise.resolve({ metadata: { resourceVersion: '1' }, items: [{ metadata: { name: 'o' } }] }),
        watch: () => {
          const watch = new Subject<WatchEvent<HasMetadata>>();
          watches.set(resource, watch);
          return watch;
        },
      }),
    } as never,
    onEvent: (resource, event) => record(resource.resource, event),
    onGone: (resource) => received.push(`gone ${resource.resource}`),
  });
  return {
    ...{ clock, follower, received, watches, failing },
    serve: (...next: string[]) => (names = next),
    failDiscovery: (error?: Error) => (discovery = error),
  };
}

describe('a follower of metadata', () => {
  it('emits the state of every wanted resource, then its changes', async () => {
    const { follower, received, watches } = setUp(['as', 'bs'], ({ resource }) => resource === 'as');
    follower.start();
    await follower.synced;
    await settle();
    watches.get('as')!.next({ type: 'DELETED', object: { metadata: { name: 'o', resourceVersion: '2' } } });
    expect(received).toEqual(['REPLACE as 1', 'DELETED as']);
    expect(follower.resources.map(({ resource }) => resource)).toEqual(['as']);
    follower.stop();
  });

  it('discovers new kinds and drops removed ones at the next poll', async () => {
    const { follower, received, clock, serve } = setUp(['as']);
    follower.start();
    await follower.synced;
    serve('bs');
    clock.advance(29_999);
    await settle();
    expect(follower.isFollowing({ group: 'x.example', resource: 'bs' })).toBe(false);
    clock.advance(1);
    await settle();
    await settle();
    expect(received).toEqual(['REPLACE as 1', 'gone as', 'REPLACE bs 1']);
    follower.stop();
  });

  it('refreshes discovery soon after a CustomResourceDefinition or APIService changes', async () => {
    const { follower, clock, serve, watches } = setUp(['customresourcedefinitions']);
    follower.start();
    await follower.synced;
    const look = async () => {
      for (let turn = 0; turn < 5; turn++) await settle();
      clock.advance(500);
      for (let turn = 0; turn < 5; turn++) await settle();
    };
    // The first state may bring kinds too.
    await look();
    serve('customresourcedefinitions', 'bs');
    watches
      .get('customresourcedefinitions')!
      .next({ type: 'ADDED', object: { metadata: { name: 'd', resourceVersion: '3' } } });
    await look();
    expect(follower.resources.map(({ resource }) => resource)).toEqual(['customresourcedefinitions', 'bs']);
    follower.stop();
  });

  it('catchUp uses discovery of the last half second, else reads it again', async () => {
    let wanted = ['as'];
    const { follower, clock, serve, failDiscovery } = setUp(['as', 'bs'], ({ resource }) => wanted.includes(resource));
    const followed = () => follower.resources.map(({ resource }) => resource);
    follower.start();
    await follower.synced;
    wanted = ['as', 'bs', 'cs'];
    failDiscovery(new Error('away'));
    expect(await follower.catchUp()).toBe(true);
    expect(followed()).toEqual(['as', 'bs']);
    clock.advance(500);
    expect(await follower.catchUp()).toBe(false);
    failDiscovery(undefined);
    serve('as', 'bs', 'cs');
    expect(await Promise.all([follower.catchUp(), follower.catchUp()])).toEqual([true, true]);
    expect(followed()).toEqual(['as', 'bs', 'cs']);
    follower.stop();
    expect(await follower.catchUp()).toBe(false);
  });

  it('a resource that cannot be read does not block the others', async () => {
    const { follower, received, failing } = setUp(['as', 'bs']);
    failing.add('as');
    follower.start();
    await follower.synced;
    expect(received).toEqual(['REPLACE bs 1']);
    follower.stop();
  });

  it('keeps what it follows while discovery fails, and tries again', async () => {
    const { follower, clock, failDiscovery } = setUp(['as']);
    failDiscovery(new Error('away'));
    follower.start();
    await settle();
    failDiscovery(undefined);
    clock.advance(1_000);
    await follower.synced;
    failDiscovery(new Error('away'));
    clock.advance(30_000);
    await settle();
    expect(follower.resources).toHaveLength(1);
    follower.stop();
  });
});
