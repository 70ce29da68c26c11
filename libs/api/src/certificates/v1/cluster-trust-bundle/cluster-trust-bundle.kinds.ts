import { column, NAME_COLUMN } from '../../../definition/columns.js';
import { fieldReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { siblingVersion } from '../../../definition/sibling-version.js';
import { structVersion } from '../../../definition/struct-version.js';
import { clusterTrustBundleStrategy } from './cluster-trust-bundle.strategy.js';
import { ClusterTrustBundle } from './cluster-trust-bundle.types.js';

const betaStructs = structVersion('certificates.v1', 'certificates.v1beta1', { since: { 37: 33 } });

/** Disabled by default (D-231), and yet the stored version: bundles that were stored before there was v1 are answered in both. */
const clusterTrustBundleKind: KindDeclaration = {
  type: betaStructs(ClusterTrustBundle),
  group: 'certificates',
  version: 'v1beta1',
  kind: 'ClusterTrustBundle',
  resource: 'clustertrustbundles',
  singular: 'clustertrustbundle',
  namespaced: false,
  // Names of bundles with a signer contain colons.
  nameRule: 'path-segment',
  deleteAnswers: 'status',
  unconditionalUpdate: false,
  lifecycle: {
    deprecated: 37,
    replacement: { group: 'certificates', version: 'v1', kind: 'ClusterTrustBundle' },
  },
  selectableFields: { 'spec.signerName': fieldReader('spec', 'signerName') },
  columns: [
    NAME_COLUMN,
    column<ClusterTrustBundle>(
      { name: 'SignerName', type: 'string', description: 'Signer whose authorities these are.' },
      ({ spec }) => spec?.signerName ?? '<none>',
    ),
  ],
  strategy: clusterTrustBundleStrategy,
};

export const clusterTrustBundleKinds: readonly KindDeclaration[] = [
  siblingVersion(clusterTrustBundleKind, { version: 'v1', type: ClusterTrustBundle }),
  clusterTrustBundleKind,
  siblingVersion(clusterTrustBundleKind, {
    version: 'v1alpha1',
    structs: structVersion('certificates.v1beta1', 'certificates.v1alpha1', { since: { 33: 27 } }),
    lifecycle: { introduced: 26, deprecated: 34 },
  }),
];
