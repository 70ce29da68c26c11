import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { defaultTolerationSeconds } from './default-toleration-seconds.js';

const plugin = defaultTolerationSeconds(
  { defaultNotReadyTolerationSeconds: 300, defaultUnreachableTolerationSeconds: 20 },
  vocabularies.orch,
);
const write = (spec: object | undefined, change: object = {}): AdmissionAttributes =>
  ({
    definition: { gvr: { group: '', version: 'v1', resource: 'pods' } } as ResourceDefinition,
    ...{ operation: 'CREATE', subresource: '', name: 'x', object: { metadata: {}, spec } },
    ...change,
  }) as unknown as AdmissionAttributes;
const tolerations = (...sent: object[]): unknown =>
  ((plugin.mutate!(write({ tolerations: sent })) as ApiObject)['spec'] as { tolerations: unknown }).tolerations;

const NOT_READY = { key: 'node.orch.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 };
const UNREACHABLE = { key: 'node.orch.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 20 };

describe('DefaultTolerationSeconds', () => {
  it('D-182 adds both tolerations to a pod without any', () => {
    expect(tolerations()).toEqual([NOT_READY, UNREACHABLE]);
    expect(plugin.mutate!(write(undefined))).toEqual({ metadata: {}, spec: { tolerations: [NOT_READY, UNREACHABLE] } });
  });

  const other = { key: 'other', operator: 'Exists' };
  const anyEffect = { key: NOT_READY.key, operator: 'Equal', value: 'v' };
  const noSchedule = { operator: 'Exists', effect: 'NoSchedule' };
  it.each([
    ['another key', other, [other, NOT_READY, UNREACHABLE]],
    ['another effect', noSchedule, [noSchedule, NOT_READY, UNREACHABLE]],
    ['one of the keys with any effect', anyEffect, [anyEffect, UNREACHABLE]],
    ['the other key', { ...UNREACHABLE, tolerationSeconds: 1 }, [{ ...UNREACHABLE, tolerationSeconds: 1 }, NOT_READY]],
  ])('D-182 adds the missing ones to a pod that tolerates %s', (_name, sent, expected) =>
    expect(tolerations(sent)).toEqual(expected),
  );

  it.each([
    ['every taint', [{ operator: 'Exists' }]],
    ['every NoExecute taint', [{ operator: 'Exists', effect: 'NoExecute' }]],
    ['both taints', [NOT_READY, UNREACHABLE]],
  ])('keeps a pod that tolerates %s', (_name, sent) => {
    const attributes = write({ tolerations: sent });
    expect(plugin.mutate!(attributes)).toBe(attributes.object);
  });

  it('handles creates and updates of pods only', () => {
    expect(plugin.handles(write({}))).toBe(true);
    expect(plugin.handles(write({}, { operation: 'UPDATE' }))).toBe(true);
    expect(plugin.handles(write({}, { operation: 'DELETE' }))).toBe(false);
    expect(plugin.handles(write({}, { subresource: 'status' }))).toBe(false);
    expect(plugin.handles(write({}, { definition: { gvr: { group: '', resource: 'nodes' } } }))).toBe(false);
    expect(plugin.handles(write({}, { definition: { gvr: { group: 'metrics', resource: 'pods' } } }))).toBe(false);
  });
});
