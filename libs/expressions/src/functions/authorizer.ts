import type { Declaration, Implementation } from '../types/declarations.js';
import { Fault, OpaqueValue } from '../values/values.js';

/** What an expression asks the authorizer. */
export interface AuthorizationQuestion {
  /** Name of a service account that is asked about instead of the user of the request. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
  readonly path?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  readonly verb: string;
}

export interface AuthorizationAnswer {
  readonly allowed: boolean;
  readonly reason: string;
  /** Message of a failed check. */
  readonly error?: string;
}

/** Answers questions of an expression, synchronously. What it throws ends the evaluation. */
export type AskAuthorizer = (question: AuthorizationQuestion) => AuthorizationAnswer;

type Stage = 'Authorizer' | 'PathCheck' | 'GroupCheck' | 'ResourceCheck';

/** A question that is being built. */
export class AuthorizerValue extends OpaqueValue {
  override readonly typeName: string;
  constructor(
    readonly ask: AskAuthorizer,
    readonly stage: Stage = 'Authorizer',
    readonly question: Omit<AuthorizationQuestion, 'verb'> = {},
  ) {
    super();
    this.typeName = `kubernetes.authorization.${stage}`;
  }
  override equals(other: OpaqueValue): boolean {
    return other === this;
  }
  with(stage: Stage, more: Omit<AuthorizationQuestion, 'verb'>): AuthorizerValue {
    return new AuthorizerValue(this.ask, stage, { ...this.question, ...more });
  }
}

class Decision extends OpaqueValue {
  override readonly typeName = 'kubernetes.authorization.Decision';
  constructor(readonly answer: AuthorizationAnswer) {
    super();
  }
  override equals(other: OpaqueValue): boolean {
    return other === this;
  }
}

const refine =
  (
    stage: Stage,
    field: keyof Omit<AuthorizationQuestion, 'verb' | 'serviceAccount'>,
    required = false,
  ): Implementation =>
  ([value, text]) =>
    required && text === ''
      ? new Fault(`${field} must not be empty`)
      : (value as AuthorizerValue).with(stage, { [field]: text as string });

const check: Implementation = ([value, verb]) => {
  const { ask, question } = value as AuthorizerValue;
  return new Decision(ask({ ...question, verb: verb as string }));
};
const answer = (value: unknown): AuthorizationAnswer => (value as Decision).answer;

const serviceAccount: Implementation = ([value, namespace, name]) =>
  (value as AuthorizerValue).with('Authorizer', {
    serviceAccount: { namespace: namespace as string, name: name as string },
  });

const A = 'kubernetes.authorization.Authorizer';
const P = 'kubernetes.authorization.PathCheck';
const G = 'kubernetes.authorization.GroupCheck';
const R = 'kubernetes.authorization.ResourceCheck';
const D = 'kubernetes.authorization.Decision';

/** The variable `authorizer` of admission, since release 1.27. Declared in all environments, as the reference server does. */
export const AUTHORIZER_LIBRARY: readonly Declaration[] = [
  ['path', 'authorizer_path', `${A}.(string): ${P}`, refine('PathCheck', 'path', true)],
  ['group', 'authorizer_group', `${A}.(string): ${G}`, refine('GroupCheck', 'group')],
  ['serviceAccount', 'authorizer_serviceaccount', `${A}.(string, string): ${A}`, serviceAccount],
  ['resource', 'groupcheck_resource', `${G}.(string): ${R}`, refine('ResourceCheck', 'resource', true)],
  ['subresource', 'resourcecheck_subresource', `${R}.(string): ${R}`, refine('ResourceCheck', 'subresource')],
  ['namespace', 'resourcecheck_namespace', `${R}.(string): ${R}`, refine('ResourceCheck', 'namespace')],
  ['name', 'resourcecheck_name', `${R}.(string): ${R}`, refine('ResourceCheck', 'name')],
  ['check', 'pathcheck_check', `${P}.(string): ${D}`, check],
  ['check', 'resourcecheck_check', `${R}.(string): ${D}`, check],
  ['errored', 'decision_errored', `${D}.(): bool`, ([value]) => answer(value).error !== undefined],
  ['error', 'decision_error', `${D}.(): string`, ([value]) => answer(value).error ?? ''],
  ['allowed', 'decision_allowed', `${D}.(): bool`, ([value]) => answer(value).allowed],
  ['reason', 'decision_reason', `${D}.(): string`, ([value]) => answer(value).reason],
];

/** Since release 1.31. */
export const AUTHORIZER_SELECTORS: readonly Declaration[] = [
  ['fieldSelector', 'authorizer_fieldselector', `${R}.(string): ${R}`, refine('ResourceCheck', 'fieldSelector')],
  ['labelSelector', 'authorizer_labelselector', `${R}.(string): ${R}`, refine('ResourceCheck', 'labelSelector')],
];
