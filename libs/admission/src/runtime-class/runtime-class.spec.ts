import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes, SteppedReader } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { runtimeClass } from './runtime-class.js';

const vocabulary = vocabularies.orch;
const labelsOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`l${i}`, 'v']));
const CLASSES: readonly ApiObject[] = [
  {
    metadata: { name: 'full' },
    overhead: { podFixed: { cpu: '250m', memory: '1Gi' } },
    scheduling: { nodeSelector: { disk: 'ssd' }, tolerations: [{ key: 'k', operator: 'Exists' }] },
  },
  { metadata: { name: 'empty' }, overhead: {}, scheduling: {} },
  { metadata: { name: 'plain' } },
  { metadata: { name: 'labels' }, scheduling: { nodeSelector: labelsOf(1_001) } },
  { metadata: { name: 'tolerations' }, scheduling: { tolerations: Array.from({ length: 1_001 }, () => ({})) } },
  { metadata: { name: 'thousand' }, scheduling: { nodeSelector: labelsOf(1_000) } },
];
const reader: Pick<SteppedReader, 'readInSteps'> = {
  // eslint-disable-next-line require-yield
  *readInSteps({ group, resource }, _namespace, name) {
    return group === vocabulary.groups.node && resource === 'runtimeclasses'
      ? CLASSES.find(({ metadata }) => metadata.name === name)
      : undefined;
  },
};
const plugin = runtimeClass(reader, vocabulary);

const write = (spec: object | undefined, change: object = {}): AdmissionAttributes =>
  ({
    definition: { gvr: { group: '', version: 'v1', resource: 'pods' } } as ResourceDefinition,
    ...{ operation: 'CREATE', subresource: '', name: 'p', object: { metadata: {}, spec } },
    ...change,
  }) as unknown as AdmissionAttributes;
/** The spec after both phases. */
const admitted = (spec: object): unknown => {
  const object = plugin.mutate!(write(spec)) as ApiObject;
  void plugin.validate!({ ...write(spec), object });
  return object['spec'];
};

const TOLERATION = { key: 'k', operator: 'Exists' };
const FROM_CLASS = {
  overhead: { cpu: '250m', memory: '1Gi' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [TOLERATION],
};
const MISMATCH = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
const TOO_MANY = 'pod rejected: its RuntimeClass has 1001 node labels or tolerations, of which a pod gets at most 1000';
const WITHOUT_CLASS = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';

describe('RuntimeClass', () => {
  it('D-183 copies overhead, node selector and tolerations of the class', () =>
    expect(admitted({ runtimeClassName: 'full' })).toEqual({ runtimeClassName: 'full', ...FROM_CLASS }));

  it('D-183 merges them with those of the pod', () =>
    expect(
      admitted({
        runtimeClassName: 'full',
        overhead: { cpu: '0.25', memory: '1024Mi' },
        nodeSelector: { zone: 'a', disk: 'ssd' },
        tolerations: [
          { key: 'other', operator: 'Exists' },
          { ...TOLERATION, effect: 'NoSchedule' },
        ],
      }),
    ).toEqual({
      runtimeClassName: 'full',
      overhead: FROM_CLASS.overhead,
      nodeSelector: { zone: 'a', disk: 'ssd' },
      tolerations: [{ key: 'other', operator: 'Exists' }, TOLERATION],
    }));

  it('an empty overhead of the pod is that of the class', () => {
    expect(admitted({ runtimeClassName: 'full', overhead: {} })).toMatchObject({ overhead: FROM_CLASS.overhead });
    expect(admitted({ runtimeClassName: 'empty', overhead: {} })).toEqual({ runtimeClassName: 'empty' });
  });

  it.each([
    ['an unknown class', { runtimeClassName: 'none' }, 'pod rejected: RuntimeClass "none" not found'],
    ['an empty class', { runtimeClassName: '' }, 'pod rejected: RuntimeClass "" not found'],
    ['another amount', { runtimeClassName: 'full', overhead: { cpu: '1', memory: '1Gi' } }, MISMATCH],
    ['a missing amount', { runtimeClassName: 'full', overhead: { cpu: '250m' } }, MISMATCH],
    ['an additional amount', { runtimeClassName: 'empty', overhead: { cpu: '1' } }, MISMATCH],
    [
      'another node selector',
      { runtimeClassName: 'full', nodeSelector: { disk: 'hdd' } },
      'conflict: runtimeClass.scheduling.nodeSelector[disk] = ssd; pod.spec.nodeSelector[disk] = hdd',
    ],
    ['a class with many node labels', { runtimeClassName: 'labels' }, TOO_MANY],
    ['a class with many tolerations', { runtimeClassName: 'tolerations' }, TOO_MANY],
    ['overhead of a class without it', { runtimeClassName: 'plain', overhead: { cpu: '1' } }, WITHOUT_CLASS],
    ['overhead without a class', { overhead: { cpu: '1' } }, WITHOUT_CLASS],
    ['empty overhead without a class', { overhead: {} }, WITHOUT_CLASS],
  ])('D-183 refuses %s', (_name, spec, why) => {
    expect(() => admitted(spec)).toThrow(expect.objectContaining({ code: 403, reason: 'Forbidden' }));
    expect(() => admitted(spec)).toThrow(`pods "p" is forbidden: ${why}`);
  });

  it('a pod gets a thousand node labels', () =>
    expect(admitted({ runtimeClassName: 'thousand' })).toMatchObject({ nodeSelector: labelsOf(1_000) }));

  it('D-183 refuses overhead that another plugin changed', () =>
    expect(() => plugin.validate!(write({ runtimeClassName: 'full', overhead: { cpu: '1' } }))).toThrow(MISMATCH));

  it.each([
    ['without a class', {}],
    ['with a class without overhead and scheduling', { runtimeClassName: 'plain' }],
  ])('keeps a pod %s', (_name, spec) => expect(admitted(spec)).toEqual(spec));

  it('keeps a pod without a spec', () => {
    const attributes = write(undefined);
    expect(plugin.mutate!(attributes)).toBe(attributes.object);
    expect(() => plugin.validate!(attributes)).not.toThrow();
  });

  it('handles creates of pods only', () => {
    expect(plugin.handles(write({}))).toBe(true);
    expect(plugin.handles(write({}, { operation: 'UPDATE' }))).toBe(false);
    expect(plugin.handles(write({}, { subresource: 'binding' }))).toBe(false);
    expect(plugin.handles(write({}, { definition: { gvr: { group: '', resource: 'nodes' } } }))).toBe(false);
    expect(plugin.handles(write({}, { definition: { gvr: { group: 'metrics', resource: 'pods' } } }))).toBe(false);
  });
});
