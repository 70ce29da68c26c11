import { FakeClock, pickMembers } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { concat, NEVER, of } from 'rxjs';
import type { KeptForm } from '../answers/kept-form.js';
import type { HasMetadata } from '../object/object-key.js';
import type { ListOptions, WatchOptions } from '../resource/call-options.js';
import { builtinResources } from '../resource/builtin-resources.js';
import type { ResourceClient } from '../resource/resource-client.js';
import { resolveResource, type ResourceLike } from '../resource/resource-type.js';
import { InformerFactory, type InformerFactoryOptions } from './informer-factory.js';

const maps = builtinResources.configMaps;

const changeOf = (resource: string) => ({
  type: 'MODIFIED',
  object: {
    metadata: { name: resource, namespace: 'x', resourceVersion: '2', managedFields: [{ manager: 'n' }] },
  },
});

const keep = (value: object, kept?: KeptForm) => (kept?.members ? pickMembers(value, kept.members) : value);

/** Lists one object of each resource, and notes what is asked for. */
function setup(options: InformerFactoryOptions = {}) {
  const lists: string[] = [];
  const viewOn = (resource: string, namespace: string): ResourceClient =>
    ({
      namespace: (ns: string) => viewOn(resource, ns),
      list: ({ labelSelector = '', fieldSelector = '', kept }: ListOptions) => {
        lists.push(`${resource} ${namespace} ${labelSelector} ${fieldSelector}`.trim());
        return Promise.resolve({
          metadata: { resourceVersion: '1' },
          items: [keep({ metadata: { name: resource, namespace: 'x', managedFields: [{ manager: 'm' }] } }, kept)],
        });
      },
      watch: ({ kept }: WatchOptions) =>
        concat(of(keep(changeOf(resource), kept && { members: { '*': true, object: kept.members ?? true } })), NEVER),
    }) as unknown as ResourceClient;
  const source = {
    vocabulary: vocabularies.orch,
    clock: new FakeClock(),
    random: () => 0,
    resource: <T extends HasMetadata>(resource: ResourceLike<T>) =>
      viewOn(resolveResource(resource, vocabularies.orch).resource, '') as unknown as ResourceClient<T>,
  };
  return { lists, factory: new InformerFactory(source, options) };
}

describe('InformerFactory', () => {
  it('shares one informer per resource, namespace and selector', async () => {
    const { factory, lists } = setup();
    const plain = factory.informer(maps);
    expect(factory.informer({ group: '', version: 'v1', resource: 'configmaps' })).toBe(plain);
    expect(factory.informer(builtinResources.secrets)).not.toBe(plain);
    expect(factory.informer(maps, { namespace: 'x' })).not.toBe(plain);
    expect(factory.informer(maps, { labelSelector: 'a=b' })).not.toBe(plain);
    expect(factory.informer(maps, { fieldSelector: 'a=b' })).not.toBe(plain);
    factory.start();
    await factory.synced();
    expect([...lists].sort()).toEqual(['configmaps', 'configmaps   a=b', 'configmaps  a=b', 'configmaps x', 'secrets']);
    factory.stop();
  });

  it('starts informers with the factory, later ones immediately', async () => {
    const { factory, lists } = setup();
    const early = factory.informer(maps);
    expect(lists).toEqual([]);
    factory.start();
    await early.synced;
    const late = factory.informer(builtinResources.secrets);
    await late.synced;
    expect(late.hasSynced).toBe(true);
    factory.stop();
  });

  it.each([
    [false, ['m', 'n']],
    [true, [undefined, undefined]],
  ])('without managed fields: %s', async (withoutManagedFields, expected) => {
    const { factory } = setup({ withoutManagedFields });
    const managers: (string | undefined)[] = [];
    const informer = factory.informer<HasMetadata & { metadata: { managedFields?: { manager: string }[] } }>(maps);
    const changed = new Promise<void>((resolve) =>
      informer.changes$.subscribe((change) => {
        managers.push(change.object.metadata.managedFields?.[0]?.manager);
        if (managers.length === 2) resolve();
      }),
    );
    factory.start();
    await changed;
    expect(managers).toEqual(expected);
    factory.stop();
  });

  it('objects have the members that are given for their resource', async () => {
    const { factory } = setup({ members: ({ resource }) => (resource === 'configmaps' ? { metadata: { name: true } } : undefined) }); // prettier-ignore
    factory.start();
    const some = factory.informer(maps);
    const all = factory.informer(builtinResources.secrets);
    await factory.synced();
    expect(some.lister.list()).toEqual([{ metadata: { name: 'configmaps' } }]);
    expect(Object.keys(all.lister.list()[0]!.metadata)).toContain('managedFields');
    factory.stop();
  });

  it('indexes added later have the cached objects', async () => {
    const { factory } = setup();
    factory.start();
    const informer = factory.informer<HasMetadata>(maps);
    await informer.synced;
    const lister = factory.lister<HasMetadata>(maps, { indexes: { first: (o) => [o.metadata.name![0]!] } });
    expect(lister.byIndex('first', 'c')).toHaveLength(1);
    expect(informer.lister.byIndex('first', 'c')).toHaveLength(1);
    factory.stop();
  });

  it('stopped, it ends those that wait; the caches stay readable', async () => {
    const { factory } = setup();
    factory.start();
    const informer = factory.informer<HasMetadata>(maps);
    await informer.synced;
    factory.stop();
    expect(informer.lister.get({ namespace: 'x', name: 'configmaps' })).toBeDefined();
    await expect(factory.informer(builtinResources.secrets).synced).rejects.toThrow('stopped before it was synced');
  });
});
