import type { ApiObject, LabelSelectorObject } from '@orch/apimachinery';
import type { MatchRule } from '../matching/rule-match.js';

/** Requests that a policy or a binding is about. */
export interface MatchResources {
  readonly namespaceSelector?: LabelSelectorObject;
  readonly objectSelector?: LabelSelectorObject;
  readonly resourceRules?: readonly MatchRule[] | null;
  readonly excludeResourceRules?: readonly MatchRule[] | null;
  readonly matchPolicy?: string;
}

interface NamedExpression {
  readonly name: string;
  readonly expression: string;
}

/** A kind of parameter objects. */
export interface ParamKind {
  readonly apiVersion?: string;
  readonly kind?: string;
}

/** A stored ValidatingAdmissionPolicy. */
export interface PolicyObject extends ApiObject {
  readonly spec?: {
    readonly paramKind?: ParamKind;
    readonly matchConstraints?: MatchResources;
    readonly validations?: readonly {
      readonly expression: string;
      readonly message?: string;
      readonly messageExpression?: string;
      readonly reason?: string;
    }[];
    readonly failurePolicy?: string;
    readonly auditAnnotations?: readonly { readonly key: string; readonly valueExpression: string }[];
    readonly matchConditions?: readonly NamedExpression[];
    readonly variables?: readonly NamedExpression[];
  };
}

/** Parameters that a binding passes to its policy. */
export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelectorObject;
  readonly parameterNotFoundAction?: string;
}

/** A stored ValidatingAdmissionPolicyBinding. */
export interface BindingObject extends ApiObject {
  readonly spec?: {
    readonly policyName?: string;
    readonly paramRef?: ParamRef;
    readonly matchResources?: MatchResources;
    readonly validationActions?: readonly string[];
  };
}
