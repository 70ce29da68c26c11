import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { siblingVersion } from '../../definition/sibling-version.js';
import { structVersion } from '../../definition/struct-version.js';
import { ipAddressKind } from '../v1/ip-address/ip-address.kind.js';
import { serviceCidrKind } from '../v1/service-cidr/service-cidr.kind.js';

const beta = structVersion('networking.v1', 'networking.v1beta1', { since: { 33: 31 } });
/** Addresses came two releases before ranges. */
const alpha = (since: number) =>
  structVersion('networking.v1', 'networking.v1alpha1', {
    since: { 33: since },
    last: 33,
    added: {
      ParentReference: [
        { name: 'uid', number: 5, type: 'string', options: { since: 27, last: 28, description: 'UID of the object.' } },
      ],
    },
  });

/** Ranges and addresses of services before they were stable: disabled by default (D-231). */
export const olderAddressKinds: readonly KindDeclaration[] = [
  siblingVersion(serviceCidrKind, { version: 'v1beta1', structs: beta }),
  siblingVersion(ipAddressKind, { version: 'v1beta1', structs: beta }),
  siblingVersion(serviceCidrKind, { version: 'v1alpha1', structs: alpha(29), lifecycle: { introduced: 27 } }),
  siblingVersion(ipAddressKind, { version: 'v1alpha1', structs: alpha(27) }),
];
