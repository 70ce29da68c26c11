import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { siblingVersion } from '../../../definition/sibling-version.js';
import { structVersion } from '../../../definition/struct-version.js';
import { leaseCandidateStrategy } from './lease-candidate.strategy.js';
import { LeaseCandidate, type LeaseCandidateSpec } from './lease-candidate.types.js';

const cell = (name: string, field: keyof LeaseCandidateSpec, description: string) =>
  column<LeaseCandidate>({ name, type: 'string', description }, ({ spec }) => spec?.[field] ?? '');

const leaseCandidateKind: KindDeclaration = {
  type: LeaseCandidate,
  group: 'coordination',
  version: 'v1beta1',
  kind: 'LeaseCandidate',
  resource: 'leasecandidates',
  singular: 'leasecandidate',
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  allowsCreateOnUpdate: true,
  unconditionalUpdate: false,
  columns: [
    NAME_COLUMN,
    cell('LeaseName', 'leaseName', 'Lease that the candidate competes for.'),
    cell('BinaryVersion', 'binaryVersion', 'Version of its binary.'),
    cell('EmulationVersion', 'emulationVersion', 'Version that it emulates.'),
    AGE_COLUMN,
  ],
  strategy: leaseCandidateStrategy,
};

/** Disabled by default (D-231). */
export const leaseCandidateKinds: readonly KindDeclaration[] = [
  leaseCandidateKind,
  siblingVersion(leaseCandidateKind, {
    version: 'v1alpha2',
    structs: structVersion('coordination.v1beta1', 'coordination.v1alpha2', { since: { 33: 32 } }),
  }),
];
