import type { CustomResourceDefinition } from '@orch/api';
import { deprecationWarnings } from './deprecation.js';

const versions = [
  { name: 'v1alpha1', served: true, storage: false, deprecated: true },
  { name: 'v1beta1', served: true, storage: false, deprecated: true, deprecationWarning: 'own text' },
  { name: 'v1', served: true, storage: true },
  { name: 'v2', served: false, storage: false },
];
const warningOf = (name: string, all = versions) =>
  deprecationWarnings(
    { spec: { group: 'k.io', names: { plural: 'widgets', kind: 'Widget' }, scope: 'Cluster', versions: all } } as CustomResourceDefinition, // prettier-ignore
  )(all.find((version) => version.name === name)!);

it.each([
  ['v1', undefined],
  ['v1beta1', 'own text'],
  ['v1alpha1', 'k.io/v1alpha1 Widget is deprecated; use k.io/v1 Widget'],
])('the warning of %s is %p', (name, text) => expect(warningOf(name)).toBe(text));

it('names no version where none is newer', () =>
  expect(warningOf('v1alpha1', versions.slice(0, 2))).toBe('k.io/v1alpha1 Widget is deprecated'));
