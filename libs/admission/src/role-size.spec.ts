import type { ResourceDefinition } from '@orch/api';
import type { AdmissionAttributes, Registry, ResourceKey } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { attributesOf } from './attributes.fixture.js';
import { roleSize } from './role-size.js';

const vocabulary = vocabularies.orch;
const group = vocabulary.groups.rbac;

/** The namespace `t1` has 900 and 200 bytes of roles, and 1,000 of bindings; the limit is 1,000. */
const plugin = roleSize(
  {
    entriesOf: ({ resource }: ResourceKey, namespace?: string) =>
      namespace !== 't1' ? [] : (resource === 'roles' ? [900, 200] : [1_000]).map((length) => ({ length })),
  } as unknown as Registry,
  vocabulary,
  1_000,
);
const write = (resource: string, change: Partial<AdmissionAttributes> = {}): AdmissionAttributes => ({
  ...attributesOf({ rules: [{ verbs: ['get'], resources: ['a'] }] }, change),
  definition: { gvr: { group, version: 'v1', resource } } as ResourceDefinition,
});
const withNames = (...resourceNames: string[]) => ({ metadata: { name: 'x' }, rules: [{ resourceNames }] });

describe('RoleSize', () => {
  it('refuses a role where the roles of the namespace have too many bytes', () =>
    expect(() => plugin.validate!(write('roles'))).toThrow(
      'the roles of namespace t1 have more than 1000 bytes together',
    ));

  it.each([
    ['where bindings have no more than the limit', write('rolebindings')],
    ['in another namespace', write('roles', { namespace: 't2' })],
    ['that becomes smaller', write('roles', { object: withNames('a'), oldObject: withNames('a', 'b') })],
    ['of which only metadata changes', write('roles', { object: { ...withNames('a'), metadata: { name: 'x', labels: { a: 'b' } } }, oldObject: withNames('a') })],
  ])('admits one %s', (_what, attributes) => expect(() => plugin.validate!(attributes)).not.toThrow()); // prettier-ignore

  it('refuses an update that makes a role larger', () =>
    expect(() => plugin.validate!(write('roles', { object: withNames('a', 'b'), oldObject: withNames('a') }))).toThrow(
      'have more than 1000 bytes',
    ));

  it('handles writes of roles and bindings of namespaces', () => {
    expect([
      plugin.handles(write('roles')),
      plugin.handles(write('rolebindings', { operation: 'UPDATE' })),
      plugin.handles(write('roles', { operation: 'DELETE' })),
      plugin.handles(write('clusterroles', { namespace: '' })),
      plugin.handles(attributesOf({})),
    ]).toEqual([true, true, false, false, false]);
  });
});
