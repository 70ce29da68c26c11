import { Entry, objectKey, type Change, type Registry, type ResourceKey } from '@orch/registry';
import { NEVER, Subject } from 'rxjs';
import { NodeObjects } from './node-objects.js';

const entryOf = (name: string, spec: object): Entry => {
  const pod = { kind: 'Pod', apiVersion: 'v1', metadata: { name, namespace: 'n' }, spec };
  return new Entry(objectKey('n', name), 1, Buffer.from(JSON.stringify(pod)), () => ({
    labels: undefined,
    fields: {},
  }));
};
const mounting = (...secrets: string[]) => ({ imagePullSecrets: secrets.map((name) => ({ name })) });

describe('objects that pods on nodes reference', () => {
  const setUp = () => {
    const changes = new Subject<Change>();
    const objects = new NodeObjects();
    objects.attach({
      entriesOf: () => [entryOf('first', { nodeName: 'n1', ...mounting('a', 'b') })],
      readUndamaged: () => [],
      changesOf: ({ resource }: ResourceKey) => (resource === 'pods' ? changes : NEVER),
    } as unknown as Registry);
    const change = (type: Change['type'], name: string, spec: object): void =>
      changes.next({ type, entry: entryOf(name, spec) } as Change);
    const usedBy = (node: string) => ['a', 'b', 'c'].filter((name) => objects.isUsed(node, 'secrets', 'n', name));
    expect([usedBy('n1'), usedBy('n2')]).toEqual([['a', 'b'], []]);
    return { change, usedBy, objects };
  };

  it('follow the references of a pod', () => {
    const { change, usedBy } = setUp();
    change('MODIFIED', 'first', { nodeName: 'n1', ...mounting('b', 'c') });
    expect(usedBy('n1')).toEqual(['b', 'c']);
    change('MODIFIED', 'first', { nodeName: 'n1', ...mounting('b', 'c') });
    change('DELETED', 'first', { nodeName: 'n1', ...mounting('b', 'c') });
    expect(usedBy('n1')).toEqual([]);
  });

  it('follow a pod that comes to another node', () => {
    const { change, usedBy, objects } = setUp();
    change('MODIFIED', 'first', { nodeName: 'n2', ...mounting('a', 'b') });
    expect([usedBy('n1'), usedBy('n2')]).toEqual([[], ['a', 'b']]);
    expect(['n1', 'n2'].map((node) => objects.hasPod(node, 'n', 'first'))).toEqual([false, true]);
    change('MODIFIED', 'first', mounting('a'));
    expect([usedBy('n1'), usedBy('n2')]).toEqual([[], []]);
  });

  it('are used until the last pod is gone', () => {
    const { change, usedBy } = setUp();
    change('ADDED', 'second', { nodeName: 'n1', ...mounting('b', 'c') });
    change('MODIFIED', 'first', { nodeName: 'n1' });
    expect(usedBy('n1')).toEqual(['b', 'c']);
    change('DELETED', 'second', { nodeName: 'n1', ...mounting('b', 'c') });
    expect(usedBy('n1')).toEqual([]);
  });

  it('are found without parsing whole pods', () => {
    const parse = jest.spyOn(Entry.prototype, 'parse');
    const { change } = setUp();
    change('MODIFIED', 'first', { nodeName: 'n1', ...mounting('c') });
    const { length } = parse.mock.calls;
    parse.mockRestore();
    expect(length).toBe(0);
  });

  it('are found by a secret that many volumes need, without reading these', () => {
    const volume = (name: string, claim: string) => ({
      metadata: { name },
      spec: {
        claimRef: { namespace: 'n', name: claim },
        csi: { nodeStageSecretRef: { namespace: 's', name: 'shared' } },
      },
    });
    const changes = new Subject<Change>();
    const read = jest.fn();
    const objects = new NodeObjects();
    const claiming = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c9' } }] };
    objects.attach({
      entriesOf: () => [entryOf('first', { nodeName: 'n1', ...claiming })],
      readUndamaged: () => Array.from({ length: 10 }, (_, i) => volume(`v${i}`, `c${i}`)),
      changesOf: ({ resource }: ResourceKey) => (resource === 'pods' ? NEVER : changes),
      read,
    } as unknown as Registry);
    const usedBy = () => ['n1', 'n2'].filter((node) => objects.isSecretUsed(node, 's', 'shared'));
    expect(usedBy()).toEqual(['n1']);
    changes.next({ type: 'MODIFIED', entry: { parse: () => volume('v9', 'other') } } as unknown as Change);
    expect(usedBy()).toEqual([]);
    expect(read).not.toHaveBeenCalled();
  });
});
