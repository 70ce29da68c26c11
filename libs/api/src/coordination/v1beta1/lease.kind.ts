import { siblingVersion } from '../../definition/sibling-version.js';
import { leaseKind } from '../v1/lease/lease.kind.js';

/** B-485, B-486. */
export const leaseV1Beta1Kind = siblingVersion(leaseKind, {
  version: 'v1beta1',
  lifecycle: {
    deprecated: 19,
    removed: 22,
    replacement: { group: 'coordination', version: 'v1', kind: 'Lease' },
  },
});
