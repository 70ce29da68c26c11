import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { leaseStrategy } from './lease.strategy.js';
import { Lease } from './lease.types.js';

export const leaseKind: KindDeclaration = {
  type: Lease,
  group: 'coordination',
  version: 'v1',
  kind: 'Lease',
  resource: 'leases',
  singular: 'lease',
  namespaced: true,
  nameRule: 'dns-subdomain',
  plainFinalizers: true,
  deleteAnswers: 'status',
  allowsCreateOnUpdate: true,
  unconditionalUpdate: false,
  columns: [
    NAME_COLUMN,
    column<Lease>(
      { name: 'Holder', type: 'string', description: 'Current holder of the lease.' },
      (lease) => lease.spec?.holderIdentity ?? '',
    ),
    AGE_COLUMN,
  ],
  strategy: leaseStrategy,
};
