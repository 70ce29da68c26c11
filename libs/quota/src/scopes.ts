import type { ApiObject } from '@orch/apimachinery';
import type { CountedResource } from './usage-of.js';
import { podAmounts, type QuotaPod } from './pod-usage.js';

/** The spec of a quota: hard limits and scopes. */
export interface QuotaSpec {
  readonly hard?: Readonly<Record<string, string>>;
  readonly scopes?: readonly string[];
  readonly scopeSelector?: {
    readonly matchExpressions?: readonly {
      readonly scopeName: string;
      readonly operator: string;
      readonly values?: readonly string[];
    }[];
  };
}

/**
 * Whether the object matches all scopes of a quota. Scopes apply to pods and to claims: a quota with scopes matches no other objects. A scope may
 * be named tens of thousands of times: what needs the whole pod is computed once.
 */
export function inScope(spec: QuotaSpec, { group, resource }: CountedResource, object: ApiObject): boolean {
  const { scopes = [], scopeSelector } = spec;
  const expressions = scopeSelector?.matchExpressions ?? [];
  if (scopes.length === 0 && expressions.length === 0) return true;
  if (group !== '') return false;
  if (resource === 'persistentvolumeclaims') {
    const isMatched = (scopeName: string, operator: string, values: readonly string[]): boolean =>
      scopeName === 'VolumeAttributesClass' && matchesClass(object as ScopedClaim, operator, values);
    return (
      scopes.every((scopeName) => isMatched(scopeName, 'Exists', [])) &&
      expressions.every(({ scopeName, operator, values = [] }) => isMatched(scopeName, operator, values))
    );
  }
  if (resource !== 'pods') return false;
  const pod = object as QuotaPod;
  const known = new Map<string, boolean>();
  const isPlain = (scope: string): boolean => {
    let found = known.get(scope);
    if (found === undefined) known.set(scope, (found = hasScope(pod, scope)));
    return found;
  };
  const isMatched = (scope: string, operator: string, values: readonly string[]): boolean =>
    scope === 'PriorityClass' ? selects(operator, values, pod.spec?.priorityClassName || undefined) : isPlain(scope);
  return (
    scopes.every((scope) => isMatched(scope, 'Exists', [])) &&
    expressions.every(({ scopeName, operator, values = [] }) => isMatched(scopeName, operator, values))
  );
}

/** Work of `inScope`: scopes of the quota and their values. */
export function scopeWork({ scopes = [], scopeSelector }: QuotaSpec): number {
  let work = scopes.length;
  for (const { values } of scopeSelector?.matchExpressions ?? []) work += 1 + (values?.length ?? 0);
  return work;
}

/** The fields of a claim that scopes read. */
interface ScopedClaim extends ApiObject {
  readonly spec?: { readonly volumeAttributesClassName?: string };
  readonly status?: {
    readonly currentVolumeAttributesClassName?: string;
    readonly modifyVolumeStatus?: { readonly targetVolumeAttributesClassName?: string };
  };
}

/** Of the class asked for, the current one and the one that a change is about, one that matches suffices. */
function matchesClass({ spec, status }: ScopedClaim, operator: string, values: readonly string[]): boolean {
  const names = [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ].filter((name) => name);
  return names.length === 0
    ? selects(operator, values, undefined)
    : names.some((name) => selects(operator, values, name));
}

/** Whether a pod is in the scope `Terminating`; otherwise it is in `NotTerminating`. */
export function hasDeadline(pod: QuotaPod | undefined): boolean {
  return (pod?.spec?.activeDeadlineSeconds ?? -1) >= 0;
}

/** Scopes without values to choose by: the operator says nothing. */
function hasScope(pod: QuotaPod, scope: string): boolean {
  switch (scope) {
    case 'Terminating':
      return hasDeadline(pod);
    case 'NotTerminating':
      return !hasDeadline(pod);
    case 'BestEffort':
      return isBestEffort(pod);
    case 'NotBestEffort':
      return !isBestEffort(pod);
    case 'CrossNamespacePodAffinity':
      return namesOtherNamespaces(pod.spec?.affinity);
    default:
      return false;
  }
}

function selects(operator: string, values: readonly string[], value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'DoesNotExist':
      return value === undefined;
    default:
      return value !== undefined;
  }
}

/** Requests neither cpu nor memory. */
const isBestEffort = (pod: QuotaPod): boolean =>
  (['requests', 'limits'] as const).every((which) => {
    const amounts = podAmounts({ ...pod, spec: { ...pod.spec, overhead: {} } }, which);
    return ['cpu', 'memory'].every((name) => (amounts.get(name)?.sign ?? 0) === 0);
  });

interface Affinity {
  readonly podAffinity?: Terms;
  readonly podAntiAffinity?: Terms;
}
interface Terms {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly Term[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly { readonly podAffinityTerm?: Term }[];
}
interface Term {
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: unknown;
}

function namesOtherNamespaces(affinity: unknown): boolean {
  const { podAffinity, podAntiAffinity } = (affinity ?? {}) as Affinity;
  return [podAffinity, podAntiAffinity].some((terms) =>
    [
      ...(terms?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
      ...(terms?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((one) => one.podAffinityTerm ?? {}),
    ].some((term) => (term.namespaces?.length ?? 0) > 0 || term.namespaceSelector !== undefined),
  );
}
