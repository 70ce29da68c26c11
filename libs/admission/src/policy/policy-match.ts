import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes, Registry, UnreadAttributes } from '@orch/registry';
import type { Pause } from '@orch/http';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionValues } from '../expressions/admission-expression.js';
import type { RequestValues } from '../expressions/admission-values.js';
import type { DecisionSource } from '../expressions/request-decisions.js';
import type { ConditionMetrics } from '../expressions/condition-metrics.js';
import { dynamicValue } from '../expressions/dynamic-value.js';
import type { EquivalentVersions } from '../matching/equivalent-versions.js';
import { isExempt, isReview } from '../matching/exempt-kinds.js';
import type { MatchedVersion } from '../matching/matched-version.js';
import { isNamespaceKind } from '../matching/selector-match.js';
import { StepWork } from '../matching/step-work.js';
import { ConfigurationError, type Param, type ParamObjects } from './params.js';
import type { RegisteredPolicies } from './registered-policies.js';
import type { BoundPolicy, RegisteredBinding, RegisteredPolicy } from './registered-policy.js';

/** Dependencies of both policy plugins. */
export interface PolicyDependencies extends DecisionSource {
  readonly registry: Registry;
  readonly conditionMetrics: ConditionMetrics;
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

/**
 * Whether the rules of a policy match a write. Reads no objects. What takes more than one step is left to the evaluation: then the write counts as
 * matched. HOT PATH (bench: create, policies): called for every write.
 */
export function isMatched<P extends RegisteredPolicy>(
  { all, candidates }: RegisteredPolicies<P>,
  attributes: UnreadAttributes,
  { versions, vocabulary }: PolicyDependencies,
): boolean {
  if (all.length === 0 || candidates.known(all, attributes)?.length === 0) return false;
  if (isExempt(attributes, vocabulary) || isReview(attributes, vocabulary)) return false;
  const first = anyMatches({ all, candidates }, attributes, versions).next();
  return first.done !== true || first.value;
}

function* anyMatches<P extends RegisteredPolicy>(
  { all, candidates }: Pick<RegisteredPolicies<P>, 'all' | 'candidates'>,
  attributes: UnreadAttributes,
  versions: EquivalentVersions,
): Generator<undefined, boolean> {
  const work = new StepWork();
  for (const { policy } of yield* candidates.of(all, attributes, versions, work)) {
    if (work.add(1)) yield;
    if (yield* policy.scope.matchRules(attributes, versions, work)) return true;
  }
  return false;
}

/** The policies whose rules name the resource of a write, in order. */
export const candidatesOf = <P extends RegisteredPolicy>(
  { all, candidates }: RegisteredPolicies<P>,
  attributes: UnreadAttributes,
  { versions }: PolicyDependencies,
  work: StepWork,
): Generator<undefined, readonly BoundPolicy<P>[]> => candidates.of(all, attributes, versions, work);

/**
 * The invocations of a policy for a request, in the order of its bindings. Match conditions are not evaluated.
 * @param work of the request.
 * @param onFault gets what is wrong with the configuration, unless the policy ignores failures.
 * @throws ApiError NotFound when the namespace of a selector does not exist.
 */
export function* invocationsOf<P extends RegisteredPolicy>(
  { policy, bindings }: BoundPolicy<P>,
  attributes: AdmissionAttributes,
  dependencies: PolicyDependencies,
  work: StepWork,
  onFault: (fault: ConfigurationFault<P>) => void,
): Generator<undefined, readonly PolicyInvocation<P>[]> {
  const { versions, registry, params } = dependencies;
  const matched = yield* policy.scope.matchRules(attributes, versions, work);
  if (!matched || !(yield* policy.scope.selectors.match(attributes, registry, work))) return [];
  const problem = params.problem(policy.policy.spec?.paramKind);
  if (problem !== undefined) {
    if (!policy.ignoresFailures)
      onFault({ policy, binding: undefined, message: `failed to configure policy: ${problem}` });
    return [];
  }
  const found: PolicyInvocation<P>[] = [];
  for (const binding of bindings) {
    if (work.add(1)) yield;
    const { scope } = binding;
    if (scope && !(yield* scope.matchRules(attributes, versions, work))) continue;
    if (scope && !(yield* scope.selectors.match(attributes, registry, work))) continue;
    try {
      const { paramKind } = policy.policy.spec ?? {};
      for (const param of yield* params.of(paramKind, binding.binding.spec?.paramRef, attributes.namespace, work))
        found.push({ policy, binding, matched, param });
    } catch (error) {
      reportFault(error, { policy, binding }, onFault);
    }
  }
  return found;
}

/**
 * The steps of a request's policies while it is open: with thousands of parameter objects they take longer than its client waits.
 * @throws after a pause, the reason why the request has ended meanwhile.
 */
export function* whileOpen<T>(
  work: Generator<Pause, T>,
  { assertOpen }: Pick<AdmissionAttributes, 'assertOpen'>,
): Generator<Pause, T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield step.value;
    assertOpen?.();
  }
}

/**
 * Decodes the parameter object of an invocation, in steps.
 * @param onFault gets why it cannot be read, unless the policy ignores failures.
 * @returns undefined when it cannot.
 */
export function* readParam<P extends RegisteredPolicy>(
  invocation: PolicyInvocation<P>,
  onFault: (fault: ConfigurationFault<P>) => void,
): Generator<undefined, ReadInvocation<P> | undefined> {
  const { policy, binding, param } = invocation;
  try {
    return { ...invocation, param: param && (yield* param.read()) };
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
export function* policyValues(
  { matched, param }: ReadInvocation<RegisteredPolicy>,
  attributes: AdmissionAttributes,
  registry: Pick<Registry, 'readInSteps'>,
  values: RequestValues,
): Generator<undefined, AdmissionValues> {
  return {
    ...values.of(attributes, matched),
    namespaceObject: dynamicValue(yield* namespaceOf(attributes, registry)),
    params: dynamicValue(param),
  };
}

/** What expressions see of the namespace of the object; undefined for cluster-scoped objects. */
function* namespaceOf(
  { namespace, definition }: AdmissionAttributes,
  registry: Pick<Registry, 'readInSteps'>,
): Generator<undefined, ApiObject | undefined> {
  if (namespace === '' || isNamespaceKind(definition)) return undefined;
  const found = yield* registry.readInSteps({ group: '', resource: 'namespaces' }, '', namespace);
  if (!found) throw ApiError.notFound({ group: '', resource: 'namespaces', name: namespace });
  return found;
}
