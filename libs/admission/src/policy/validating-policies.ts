import { ApiError, type ApiObject, type StatusReason } from '@orch/apimachinery';
import type { AdmissionAttributes, Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { admissionValues, type ValueSources } from '../expressions/admission-values.js';
import { dynamicValue } from '../expressions/dynamic-value.js';
import type { EquivalentVersions } from '../matching/equivalent-versions.js';
import { isExempt } from '../matching/exempt-kinds.js';
import type { MatchedVersion } from '../matching/matched-version.js';
import { isNamespaceKind } from '../matching/selector-match.js';
import { evaluatePolicy, type PolicyFailure } from './evaluate-policy.js';
import { ConfigurationError, paramsOf } from './params.js';
import type { RegisteredBinding, RegisteredPolicy } from './registered-policy.js';
import type { RegisteredPolicies } from './registered-policies.js';
import { matchesSelectors, matchScope } from './scope-match.js';

/** Dependencies of the plugin. */
export interface PolicyDependencies extends ValueSources {
  readonly registered: RegisteredPolicies;
  readonly registry: Registry;
  readonly versions: EquivalentVersions;
  readonly vocabulary: Vocabulary;
}

/** Longest value of an audit annotation. */
const MAX_ANNOTATION_LENGTH = 10 * 1_024;

/** Evaluates ValidatingAdmissionPolicies for the requests that they and their bindings match. */
export const validatingPolicies = (dependencies: PolicyDependencies): AdmissionPlugin => ({
  name: 'ValidatingAdmissionPolicy',
  handles: (attributes) => {
    const { registered, versions, vocabulary } = dependencies;
    if (registered.all.length === 0 || isExempt(attributes, vocabulary)) return false;
    return registered.all.some(({ scope }) => matchScope(scope, attributes, versions) !== undefined);
  },
  validate: (attributes) => {
    const request = new PolicyRequest(attributes, dependencies);
    for (const policy of dependencies.registered.all) request.apply(policy);
    request.refuseIfDenied();
  },
});

interface Denial {
  readonly policy: RegisteredPolicy;
  readonly binding: RegisteredBinding | undefined;
  readonly message: string;
  readonly reason?: string | undefined;
}

/** The policies of one request. */
class PolicyRequest {
  private readonly denials: Denial[] = [];

  constructor(
    private readonly attributes: AdmissionAttributes,
    private readonly dependencies: PolicyDependencies,
  ) {}

  apply(policy: RegisteredPolicy): void {
    const { attributes, dependencies } = this;
    const matched = matchScope(policy.scope, attributes, dependencies.versions);
    if (!matched) return;
    const annotations = new Map<string, Set<string>>();
    if (this.configured(policy, undefined, () => matchesSelectors(policy.scope, attributes, dependencies.registry))) {
      for (const binding of policy.bindings) {
        if (this.configured(policy, binding, () => this.matchesBinding(binding)))
          this.configured(policy, binding, () => this.evaluate(policy, binding, matched, annotations));
      }
    }
    for (const [key, values] of annotations) attributes.annotate(`${policy.name}/${key}`, [...values].join(', '));
  }

  /** @throws ApiError of the first denial. */
  refuseIfDenied(): void {
    const [denial] = this.denials;
    if (!denial) return;
    const { policy, binding, message, reason = 'Invalid' } = denial;
    const by = `ValidatingAdmissionPolicy '${policy.name}'${binding ? ` with binding '${binding.name}'` : ''}`;
    const why = `${by} denied request: ${message}`;
    const { definition, name } = this.attributes;
    const { message: text, details } = ApiError.forbidden({ ...definition.gvr, name }, why, [{ message: why }]);
    throw new ApiError(reason as StatusReason, text, details ? { details } : {});
  }

  private matchesBinding({ scope }: RegisteredBinding): boolean {
    if (!scope) return true;
    const { versions, registry } = this.dependencies;
    return (
      matchScope(scope, this.attributes, versions) !== undefined && matchesSelectors(scope, this.attributes, registry)
    );
  }

  private evaluate(
    policy: RegisteredPolicy,
    binding: RegisteredBinding,
    matched: MatchedVersion,
    annotations: Map<string, Set<string>>,
  ): void {
    const { attributes, dependencies } = this;
    const { paramKind } = policy.policy.spec ?? {};
    const params = paramsOf(paramKind, binding.binding.spec?.paramRef, attributes.namespace, dependencies.registry);
    if (params.length === 0) return;
    const values = admissionValues(attributes, matched, dependencies);
    const namespaceObject = dynamicValue(this.namespaceObject());
    for (const param of params) {
      const result = evaluatePolicy(policy, { ...values, namespaceObject, params: dynamicValue(param) });
      for (const failure of result.failures) this.failed(policy, binding, failure);
      for (const message of result.annotationFailures) this.denials.push({ policy, binding, message });
      for (const { key, value } of result.annotations) {
        const known = annotations.get(key) ?? new Set();
        annotations.set(key, known.add(value.slice(0, MAX_ANNOTATION_LENGTH)));
      }
    }
  }

  private failed(
    policy: RegisteredPolicy,
    binding: RegisteredBinding,
    { message, reason, index }: PolicyFailure,
  ): void {
    for (const action of binding.actions) {
      switch (action) {
        case 'Deny':
          this.denials.push({ policy, binding, message, reason });
          break;
        case 'Warn':
          this.attributes.warn(
            `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}': ${message}`,
          );
          break;
        case 'Audit':
          this.attributes.annotate(
            `validation.policy.${this.dependencies.vocabulary.groups.admission}/validation_failure`,
            JSON.stringify([
              {
                message,
                policy: policy.name,
                binding: binding.name,
                expressionIndex: index,
                validationActions: binding.actions,
              },
            ]),
          );
      }
    }
  }

  /** What expressions see of the namespace of the object; undefined for cluster-scoped objects. */
  private namespaceObject(): ApiObject | undefined {
    const { namespace, definition } = this.attributes;
    if (namespace === '' || isNamespaceKind(definition)) return undefined;
    const found = this.dependencies.registry.read({ group: '', resource: 'namespaces' }, '', namespace);
    if (!found) throw ApiError.notFound({ group: '', resource: 'namespaces', name: namespace });
    return found;
  }

  /** Runs a step whose errors are those of the configuration, to which the failure policy applies. */
  private configured<T>(
    policy: RegisteredPolicy,
    binding: RegisteredBinding | undefined,
    step: () => T,
  ): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const message = `failed to configure ${binding ? 'binding' : 'policy'}: ${error.message}`;
      if (!policy.ignoresFailures) this.denials.push({ policy, binding, message });
      return undefined;
    }
  }
}
