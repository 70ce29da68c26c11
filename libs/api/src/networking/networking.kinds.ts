import type { KindDeclaration } from '../definition/kind-declaration.js';
import { ingressClassKind } from './v1/ingress-class/ingress-class.kind.js';
import { ingressKind } from './v1/ingress/ingress.kind.js';
import { ipAddressKind } from './v1/ip-address/ip-address.kind.js';
import { networkPolicyKind } from './v1/network-policy/network-policy.kind.js';
import { serviceCidrKind } from './v1/service-cidr/service-cidr.kind.js';
import { olderAddressKinds } from './v1beta1/address-versions.js';
import { networkingV1Beta1Kinds } from './v1beta1/networking-v1beta1.kinds.js';

/** Every kind of the group `networking`. */
export const networkingKinds: readonly KindDeclaration[] = [
  ingressKind,
  ingressClassKind,
  ipAddressKind,
  networkPolicyKind,
  serviceCidrKind,
  ...networkingV1Beta1Kinds,
  ...olderAddressKinds,
];
