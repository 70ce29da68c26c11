import type { ApiObject } from '@orch/apimachinery';
import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { siblingVersion, type SiblingVersion } from '../../definition/sibling-version.js';
import { deviceClassKind } from '../v1/device-class/device-class.kind.js';
import { resourceClaimTemplateKind } from '../v1/resource-claim-template/resource-claim-template.kind.js';
import { resourceClaimKind } from '../v1/resource-claim/resource-claim.kind.js';
import { resourceSliceKind } from '../v1/resource-slice/resource-slice.kind.js';
import { betaStructs } from './beta-structs.js';
import { betaClaim, betaSlice, storedClaim, storedSlice } from './device-forms.conversion.js';

type Convert = NonNullable<SiblingVersion['convert']>;

/** Converts what a function finds in an object, if it is there. */
const through =
  (path: readonly string[], convert: (value: never) => object) =>
  (object: ApiObject): ApiObject =>
    changed(object, path, convert) as ApiObject;

function changed(object: object, [field, ...rest]: readonly string[], convert: (value: never) => object): object {
  const value = (object as Record<string, unknown>)[field!];
  if (typeof value !== 'object' || value === null) return object;
  return { ...object, [field!]: rest.length === 0 ? convert(value as never) : changed(value, rest, convert) };
}

const DEVICES = ['spec', 'devices'];
const CLAIM: Convert = { toStored: through(DEVICES, storedClaim), fromStored: through(DEVICES, betaClaim) };
const TEMPLATE: Convert = {
  toStored: through(['spec', ...DEVICES], storedClaim),
  fromStored: through(['spec', ...DEVICES], betaClaim),
};
const SLICE: Convert = { toStored: through(['spec'], storedSlice), fromStored: through(['spec'], betaSlice) };

const beta = (stored: KindDeclaration, convert?: Convert): KindDeclaration =>
  siblingVersion(stored, { version: 'v1beta1', structs: betaStructs, ...(convert ? { convert } : {}) });

/** Disabled by default (D-231). */
export const resourceV1Beta1Kinds: readonly KindDeclaration[] = [
  beta(resourceClaimKind, CLAIM),
  beta(resourceClaimTemplateKind, TEMPLATE),
  beta(resourceSliceKind, SLICE),
  beta(deviceClassKind),
];
