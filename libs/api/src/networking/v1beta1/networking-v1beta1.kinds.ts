import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { siblingVersion } from '../../definition/sibling-version.js';
import { structVersion } from '../../definition/struct-version.js';
import { ingressClassKind } from '../v1/ingress-class/ingress-class.kind.js';
import { ingressKind } from '../v1/ingress/ingress.kind.js';
import { betaStructs } from './beta-structs.js';
import { ingressConversion } from './ingress/ingress.conversion.js';
import { Ingress } from './ingress/ingress.types.js';

const until22 = (kind: string, deprecated: number) => ({
  deprecated,
  removed: 22,
  replacement: { group: 'networking', version: 'v1', kind } as const,
});

const betaIngressKind = siblingVersion(ingressKind, {
  version: 'v1beta1',
  type: Ingress,
  convert: ingressConversion,
  lifecycle: until22('Ingress', 19),
});

/** The first group that had ingresses. */
const oldestIngressKind: KindDeclaration = {
  ...betaIngressKind,
  group: 'extensions',
  type: structVersion('networking.v1beta1', 'extensions.v1beta1')(Ingress),
  lifecycle: until22('Ingress', 14),
};

/** B-487, D-253. */
export const networkingV1Beta1Kinds: readonly KindDeclaration[] = [
  betaIngressKind,
  oldestIngressKind,
  siblingVersion(ingressClassKind, {
    version: 'v1beta1',
    structs: betaStructs,
    lifecycle: until22('IngressClass', 19),
  }),
];
