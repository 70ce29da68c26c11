import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes, Registry, UnreadAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionValues } from '../expressions/admission-expression.js';
import { admissionValues, type ValueSources } from '../expressions/admission-values.js';
import { dynamicValue } from '../expressions/dynamic-value.js';
import type { EquivalentVersions } from '../matching/equivalent-versions.js';
import { isExempt } from '../matching/exempt-kinds.js';
import type { MatchedVersion } from '../matching/matched-version.js';
import { isNamespaceKind } from '../matching/selector-match.js';
import { ConfigurationError, type Param, type ParamObjects } from './params.js';
import type { RegisteredBinding, RegisteredPolicy } from './registered-policy.js';
import { matchesSelectors, matchScope } from './scope-match.js';

/** Dependencies of both policy plugins. */
export interface PolicyDependencies extends ValueSources {
  readonly registry: Registry;
  readonly params: ParamObjects;
  readonly versions: EquivalentVersions;
  readonly vocabulary: Vocabulary;
}

/** A policy that applies to a request, by a binding, with one of its parameter objects. */
export interface PolicyInvocation<P extends RegisteredPolicy> {
  readonly policy: P;
  readonly binding: RegisteredBinding;
  readonly matched: MatchedVersion;
  /** Undefined: without parameters. */
  readonly param: Param | undefined;
}

/** An invocation whose parameter object is decoded. */
export interface ReadInvocation<P extends RegisteredPolicy> extends Omit<PolicyInvocation<P>, 'param'> {
  readonly param: ApiObject | undefined;
}

/** A policy cannot be applied as it or its binding is configured. */
export interface ConfigurationFault<P extends RegisteredPolicy> {
  readonly policy: P;
  /** Undefined: the policy itself. */
  readonly binding: RegisteredBinding | undefined;
  readonly message: string;
}

/** Whether the rules of a policy match a write. Reads no objects. HOT PATH (bench: create): called for every write. */
export function isMatched(
  policies: readonly RegisteredPolicy[],
  attributes: UnreadAttributes,
  { versions, vocabulary }: PolicyDependencies,
): boolean {
  if (policies.length === 0 || isExempt(attributes, vocabulary)) return false;
  return policies.some(({ scope }) => matchScope(scope, attributes, versions) !== undefined);
}

/**
 * The invocations of a policy for a request, in the order of its bindings. Match conditions are not evaluated.
 * @param onFault gets what is wrong with the configuration, unless the policy ignores failures.
 * @throws ApiError NotFound when the namespace of a selector does not exist.
 */
export function invocationsOf<P extends RegisteredPolicy>(
  policy: P,
  attributes: AdmissionAttributes,
  dependencies: PolicyDependencies,
  onFault: (fault: ConfigurationFault<P>) => void,
): readonly PolicyInvocation<P>[] {
  const { versions, registry, params } = dependencies;
  const matched = matchScope(policy.scope, attributes, versions);
  if (!matched || !matchesSelectors(policy.scope, attributes, registry)) return [];
  const problem = params.problem(policy.policy.spec?.paramKind);
  if (problem !== undefined) {
    if (!policy.ignoresFailures)
      onFault({ policy, binding: undefined, message: `failed to configure policy: ${problem}` });
    return [];
  }
  return policy.bindings.flatMap((binding) => {
    const { scope } = binding;
    if (scope && !(matchScope(scope, attributes, versions) && matchesSelectors(scope, attributes, registry))) return [];
    try {
      const found = params.of(policy.policy.spec?.paramKind, binding.binding.spec?.paramRef, attributes.namespace);
      return found.map((param) => ({ policy, binding, matched, param }));
    } catch (error) {
      reportFault(error, { policy, binding }, onFault);
      return [];
    }
  });
}

/**
 * Decodes the parameter object of an invocation.
 * @param onFault gets why it cannot be read, unless the policy ignores failures.
 * @returns undefined when it cannot.
 */
export function readParam<P extends RegisteredPolicy>(
  invocation: PolicyInvocation<P>,
  onFault: (fault: ConfigurationFault<P>) => void,
): ReadInvocation<P> | undefined {
  const { policy, binding, param } = invocation;
  try {
    return { ...invocation, param: param?.read() };
  } catch (error) {
    reportFault(error, { policy, binding }, onFault);
    return undefined;
  }
}

/** @throws what is not a fault of the configuration. */
function reportFault<P extends RegisteredPolicy>(
  error: unknown,
  { policy, binding }: Pick<PolicyInvocation<P>, 'policy' | 'binding'>,
  onFault: (fault: ConfigurationFault<P>) => void,
): void {
  if (!(error instanceof ConfigurationError)) throw error;
  if (!policy.ignoresFailures) onFault({ policy, binding, message: `failed to configure binding: ${error.message}` });
}

/** Values of all variables of a policy but `variables`. @throws ApiError NotFound when the namespace of the object does not exist. */
export const policyValues = (
  { matched, param }: ReadInvocation<RegisteredPolicy>,
  attributes: AdmissionAttributes,
  dependencies: PolicyDependencies,
): AdmissionValues => ({
  ...admissionValues(attributes, matched, dependencies),
  namespaceObject: dynamicValue(namespaceOf(attributes, dependencies.registry)),
  params: dynamicValue(param),
});

/** What expressions see of the namespace of the object; undefined for cluster-scoped objects. */
function namespaceOf({ namespace, definition }: AdmissionAttributes, registry: Registry): ApiObject | undefined {
  if (namespace === '' || isNamespaceKind(definition)) return undefined;
  const found = registry.read({ group: '', resource: 'namespaces' }, '', namespace);
  if (!found) throw ApiError.notFound({ group: '', resource: 'namespaces', name: namespace });
  return found;
}
