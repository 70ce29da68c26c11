import type { KindDeclaration } from '../definition/kind-declaration.js';
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

/** Devices that drivers offer, and claims for them. */
export const resourceKinds: readonly KindDeclaration[] = [
  ...stable,
  ...stable.map(resourceV1Beta2Kind),
  ...resourceV1Beta1Kinds,
];
