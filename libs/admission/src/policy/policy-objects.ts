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

/** What policies of both kinds have. */
export interface PolicySpec {
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchResources;
  readonly failurePolicy?: string;
  readonly matchConditions?: readonly NamedExpression[];
  readonly variables?: readonly NamedExpression[];
}

/** A stored policy of either kind. */
export interface PolicyObject<S extends PolicySpec = PolicySpec> extends ApiObject {
  readonly spec?: S;
}

/** Parameters that a binding passes to its policy. */
export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelectorObject;
  readonly parameterNotFoundAction?: string;
}

/** A stored binding of either kind. */
export interface BindingObject extends ApiObject {
  readonly spec?: {
    readonly policyName?: string;
    readonly paramRef?: ParamRef;
    readonly matchResources?: MatchResources;
    /** Of a ValidatingAdmissionPolicyBinding. */
    readonly validationActions?: readonly string[];
  };
}
