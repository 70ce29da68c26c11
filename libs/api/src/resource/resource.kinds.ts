import type { KindDeclaration } from '../definition/kind-declaration.js';
import { siblingVersion } from '../definition/sibling-version.js';
import { structVersion } from '../definition/struct-version.js';
import { deviceClassKind } from './v1/device-class/device-class.kind.js';
import { deviceTaintRuleKind } from './v1/device-taint-rule/device-taint-rule.kind.js';
import { resourceClaimTemplateKind } from './v1/resource-claim-template/resource-claim-template.kind.js';
import { resourceClaimKind } from './v1/resource-claim/resource-claim.kind.js';
import { resourceSliceKind } from './v1/resource-slice/resource-slice.kind.js';
import { resourceV1Beta1Kinds } from './v1beta1/resource-v1beta1.kinds.js';
import { resourceV1Beta2Kind } from './v1beta2/resource-v1beta2.kinds.js';

const stable: readonly KindDeclaration[] = [
  resourceClaimKind,
  resourceClaimTemplateKind,
  resourceSliceKind,
  deviceClassKind,
  deviceTaintRuleKind,
];

const since31 = { since: 31 };
const since35 = { since: 35 };

/** The only kind that still had an alpha version when this server got the older forms of claims. Disabled by default (D-231). */
const alphaDeviceTaintRuleKind = siblingVersion(deviceTaintRuleKind, {
  version: 'v1alpha3',
  structs: structVersion('resource.v1', 'resource.v1alpha3', {
    since: { 34: 33, 37: 33 },
    structs: { DeviceSelector: since31, CELDeviceSelector: since31, DeviceTaintRuleStatus: since35 },
    fields: {
      'DeviceSelector.cel': since31,
      'CELDeviceSelector.expression': since31,
      'DeviceTaintRule.status': since35,
      'DeviceTaintRuleStatus.conditions': since35,
    },
  }),
});

/** Devices that drivers offer, and claims for them. */
export const resourceKinds: readonly KindDeclaration[] = [
  ...stable,
  ...stable.map(resourceV1Beta2Kind),
  ...resourceV1Beta1Kinds,
  alphaDeviceTaintRuleKind,
];
