import { Entry, objectKey, type Change, type Registry, type ResourceKey } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { Subject } from 'rxjs';
import { NodeObjects } from './node-objects.js';

const entryOf = (name: string, spec: object, namespace = 'n', status?: object): Entry => {
  const object = { kind: 'X', apiVersion: 'v1', metadata: { name }, spec, status };
  return new Entry(objectKey(namespace, name), 1, Buffer.from(JSON.stringify(object)), () => ({
    labels: undefined,
    fields: {},
  }));
};
const mounting = (...secrets: string[]) => ({ imagePullSecrets: secrets.map((name) => ({ name })) });

const volume = (name: string, claim: string, more: object = {}) =>
  entryOf(
    name,
    {
      claimRef: { namespace: 'n', name: claim },
      csi: { nodeStageSecretRef: { namespace: 's', name: 'shared' }, ...more },
    },
    '',
  );

describe('objects that pods on nodes reference', () => {
  /** An index of some pods and volumes, not loaded, and their changes. */
  const indexOf = (pods: readonly Entry[], volumes: readonly Entry[] = [], more: object = {}) => {
    const changes = { pods: new Subject<Change>(), persistentvolumes: new Subject<Change>() };
    const objects = new NodeObjects();
    objects.attach(
      {
        entriesOf: ({ resource }: ResourceKey) => (resource === 'pods' ? pods : volumes),
        changesOf: ({ resource }: ResourceKey) => changes[resource as keyof typeof changes],
        ...more,
      } as unknown as Registry,
      vocabularies.orch,
    );
    return { changes, objects };
  };
  const setUp = async () => {
    const { changes: all, objects } = indexOf([entryOf('first', { nodeName: 'n1', ...mounting('a', 'b') })]);
    const changes = all.pods;
    await objects.load();
    const change = (type: Change['type'], name: string, spec: object): void =>
      changes.next({ type, entry: entryOf(name, spec) } as Change);
    const usedBy = (node: string) => ['a', 'b', 'c'].filter((name) => objects.isUsed(node, 'secrets', 'n', name));
    expect([usedBy('n1'), usedBy('n2')]).toEqual([['a', 'b'], []]);
    return { change, usedBy, objects };
  };

  it('follow the references of a pod', async () => {
    const { change, usedBy } = await setUp();
    change('MODIFIED', 'first', { nodeName: 'n1', ...mounting('b', 'c') });
    expect(usedBy('n1')).toEqual(['b', 'c']);
    change('MODIFIED', 'first', { nodeName: 'n1', ...mounting('b', 'c') });
    change('DELETED', 'first', { nodeName: 'n1', ...mounting('b', 'c') });
    expect(usedBy('n1')).toEqual([]);
  });

  it('follow a pod that comes to another node', async () => {
    const { change, usedBy, objects } = await setUp();
    change('MODIFIED', 'first', { nodeName: 'n2', ...mounting('a', 'b') });
    expect([usedBy('n1'), usedBy('n2')]).toEqual([[], ['a', 'b']]);
    expect(['n1', 'n2'].map((node) => objects.hasPod(node, 'n', 'first'))).toEqual([false, true]);
    change('MODIFIED', 'first', mounting('a'));
    expect([usedBy('n1'), usedBy('n2')]).toEqual([[], []]);
  });

  it('are the first thousand of a pod', async () => {
    const { change, objects } = await setUp();
    const names = Array.from({ length: 1_500 }, (_, i) => `s${i}`);
    const readable = () => names.filter((name) => objects.isUsed('n1', 'secrets', 'n', name));
    change('MODIFIED', 'first', { nodeName: 'n1', ...mounting(...names) });
    expect(readable()).toEqual(names.slice(0, 1_000));
    change('MODIFIED', 'first', { nodeName: 'n1', ...mounting(...names.slice(600)) });
    expect(readable()).toEqual(names.slice(600));
    change('DELETED', 'first', {});
    expect(readable()).toEqual([]);
  });

  it('are used on several nodes until the last pod of each is gone', async () => {
    const { change, usedBy } = await setUp();
    change('ADDED', 'second', { nodeName: 'n2', ...mounting('a') });
    change('ADDED', 'third', { nodeName: 'n2', ...mounting('a') });
    expect([usedBy('n1'), usedBy('n2')]).toEqual([['a', 'b'], ['a']]);
    change('DELETED', 'first', {});
    change('DELETED', 'third', {});
    expect([usedBy('n1'), usedBy('n2')]).toEqual([[], ['a']]);
    change('MODIFIED', 'second', { nodeName: 'n1', ...mounting('a') });
    expect([usedBy('n1'), usedBy('n2')]).toEqual([['a'], []]);
  });

  it('of a mirror pod are not counted', async () => {
    const pod = {
      metadata: { name: 'm', annotations: { [vocabularies.orch.annotations.mirrorPod]: '' } },
      spec: { nodeName: 'n1', ...mounting('a') },
    };
    const bytes = Buffer.from(JSON.stringify(pod));
    const { objects } = indexOf([new Entry(objectKey('n', 'm'), 1, bytes, () => ({ labels: undefined, fields: {} }))]);
    await objects.load();
    expect([objects.hasPod('n1', 'n', 'm'), objects.isUsed('n1', 'secrets', 'n', 'a')]).toEqual([true, false]);
  });

  describe('claims of devices', () => {
    const claiming = {
      nodeName: 'n1',
      resourceClaims: [
        { name: 'by-name', resourceClaimName: 'named' },
        { name: 'by-template', resourceClaimTemplateName: 't' },
      ],
    };
    const other = { name: 'by-name', resourceClaimName: 'of-the-name' };
    const made = { name: 'by-template', resourceClaimName: 'made' };
    const rows: [what: string, spec: object, status: object | undefined, want: string[]][] = [
      ['are named in the spec', claiming, undefined, ['named']],
      ['of templates are named in the status', claiming, { resourceClaimStatuses: [other, made] }, ['named', 'made']],
      ['that are not needed are not made', claiming, { resourceClaimStatuses: [{ name: 'by-template' }] }, ['named']],
      ['of no template of the pod are ignored', { nodeName: 'n1' }, { resourceClaimStatuses: [made] }, []],
      [
        'for extended resources are named in the status',
        { nodeName: 'n1' },
        { extendedResourceClaimStatus: { resourceClaimName: 'extended' } },
        ['extended'],
      ],
    ];
    it.each(rows)('%s', async (_what, spec, status, want) => {
      const { objects, changes } = indexOf([entryOf('first', spec, 'n', status)]);
      await objects.load();
      const names = ['named', 'of-the-name', 'made', 'extended'];
      const usedBy = (node: string) => names.filter((name) => objects.isUsed(node, 'resourceclaims', 'n', name));
      expect([usedBy('n1'), usedBy('n2')]).toEqual([want, []]);
      changes.pods.next({ type: 'MODIFIED', entry: entryOf('first', { nodeName: 'n1' }) } as Change);
      expect(usedBy('n1')).toEqual([]);
    });

    it('of a large pod are found', async () => {
      const filler = 'x'.repeat(100_000);
      const status = { resourceClaimStatuses: [made] };
      const { objects } = indexOf([entryOf('first', { ...claiming, filler }, 'n', status)]);
      await objects.load();
      expect(objects.isUsed('n1', 'resourceclaims', 'n', 'made')).toBe(true);
    });
  });

  it('are used until the last pod is gone', async () => {
    const { change, usedBy } = await setUp();
    change('ADDED', 'second', { nodeName: 'n1', ...mounting('b', 'c') });
    change('MODIFIED', 'first', { nodeName: 'n1' });
    expect(usedBy('n1')).toEqual(['b', 'c']);
    change('DELETED', 'second', { nodeName: 'n1', ...mounting('b', 'c') });
    expect(usedBy('n1')).toEqual([]);
  });

  it('are found without parsing whole pods', async () => {
    const parse = jest.spyOn(Entry.prototype, 'parse');
    const { change } = await setUp();
    change('MODIFIED', 'first', { nodeName: 'n1', ...mounting('c') });
    const { length } = parse.mock.calls;
    parse.mockRestore();
    expect(length).toBe(0);
  });

  it('are found by a secret that many volumes need, without reading these', async () => {
    const claiming = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c9' } }] };
    const partOf = jest.fn();
    const { changes, objects } = indexOf(
      [entryOf('first', { nodeName: 'n1', ...claiming })],
      Array.from({ length: 10 }, (_, i) => volume(`v${i}`, `c${i}`)),
      { partOf },
    );
    await objects.load();
    const usedBy = () => ['n1', 'n2'].filter((node) => objects.isSecretUsed(node, 's', 'shared'));
    expect(usedBy()).toEqual(['n1']);
    changes.persistentvolumes.next({ type: 'MODIFIED', entry: volume('v9', 'other') } as Change);
    expect(usedBy()).toEqual([]);
    changes.persistentvolumes.next({ type: 'MODIFIED', entry: volume('v9', 'c9') } as Change);
    expect(usedBy()).toEqual(['n1']);
    changes.persistentvolumes.next({ type: 'DELETED', entry: volume('v9', 'c9') } as Change);
    expect(usedBy()).toEqual([]);
    expect(partOf).not.toHaveBeenCalled();
  });

  it('are found by a large volume without parsing all of it', async () => {
    const parse = jest.spyOn(Entry.prototype, 'parse');
    const claiming = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] };
    const large = volume('v', 'c', { volumeAttributes: { a: 'x'.repeat(100_000) } });
    const { objects } = indexOf([entryOf('first', { nodeName: 'n1', ...claiming })], [large]);
    await objects.load();
    expect(['n1', 'n2'].map((node) => objects.isSecretUsed(node, 's', 'shared'))).toEqual([true, false]);
    const { length } = parse.mock.calls;
    parse.mockRestore();
    expect(length).toBe(0);
  });

  it('that change while they are loaded are newer than what is loaded', async () => {
    const pods = ['p0', 'p1', 'p2'].map((name) => entryOf(name, { nodeName: 'n1', ...mounting(name) }));
    const { changes, objects } = indexOf(pods);
    const [p0] = pods as [Entry];
    const reading = jest.spyOn(p0, 'parseMembers').mockImplementationOnce((...parts) => {
      changes.pods.next({ type: 'DELETED', entry: pods[2] } as Change);
      changes.pods.next({ type: 'MODIFIED', entry: entryOf('p1', { nodeName: 'n1', ...mounting('new') }) } as Change);
      reading.mockRestore();
      return p0.parseMembers(...parts);
    });
    const loading = objects.load();
    expect(objects.load()).toBe(loading);
    await loading;
    expect(objects.load()).toBeUndefined();
    const used = ['p0', 'p1', 'p2', 'new'].filter((name) => objects.isUsed('n1', 'secrets', 'n', name));
    expect(used).toEqual(['p0', 'new']);
  });

  it('that are large are loaded in steps, and found', async () => {
    const filler = Array.from({ length: 20_000 }, (_, at) => `filler ${at}`);
    const parse = jest.spyOn(Entry.prototype, 'parseMembers');
    const { objects } = indexOf([entryOf('first', { nodeName: 'n1', filler, ...mounting('a') })]);
    await objects.load();
    const { length } = parse.mock.calls;
    parse.mockRestore();
    expect([length, objects.isUsed('n1', 'secrets', 'n', 'a')]).toEqual([0, true]);
  });

  it('volumes and attachments are related by the parts that say so', async () => {
    const parts = new Map<string, unknown>([
      ['v spec.claimRef', { namespace: 'n', name: 'c' }],
      ['free spec.claimRef', { namespace: 'n', name: 'other' }],
      ['a spec.nodeName', 'n1'],
    ]);
    const claiming = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] };
    const { objects } = indexOf([entryOf('first', { nodeName: 'n1', ...claiming })], [], {
      partOf: (_resource: ResourceKey, _namespace: string, name: string, path: readonly string[]) => {
        const part = parts.get(`${name} ${path.join('.')}`);
        return part && Buffer.from(JSON.stringify(part));
      },
    });
    await objects.load();
    expect(['v', 'free', 'none'].map((name) => objects.isVolumeUsed('n1', name))).toEqual([true, false, false]);
    expect(
      ['n1', 'n2'].map((node) => objects.isOfNode(node, { group: 'storage', resource: 'volumeattachments' }, 'a')),
    ).toEqual([true, false]);
    expect(objects.isVolumeUsed('n2', 'v')).toBe(false);
  });
});
