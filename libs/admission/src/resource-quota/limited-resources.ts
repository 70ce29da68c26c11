import { RefusalWithoutReason } from '@orch/apimachinery';
import type { ResourceQuota } from '@orch/api';
import { inScope, type Amounts } from '@orch/quota';
import type { AdmissionAttributes } from '@orch/registry';
import { forbidden } from '../forbidden.js';

/** A scope of pods or claims, as in the selector of a quota. */
export interface LimitedScope {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** A resource that may be used only where a quota limits it. */
export interface LimitedResource {
  readonly group: string;
  readonly resource: string;
  /** Parts of names that a quota limits, such as `.storageclass.storage.GROUP/requests.storage`. */
  readonly matchContains: readonly string[];
  readonly matchScopes: readonly LimitedScope[];
}

/**
 * Refuses what is limited by the configuration where no quota of the namespace limits it.
 * @param usage what the write adds.
 * @throws ApiError Forbidden for a resource; 500 without reason for a scope, as kube-apiserver.
 */
export function refuseUncovered(
  a: AdmissionAttributes,
  limited: readonly LimitedResource[],
  quotas: readonly ResourceQuota[],
  usage: Amounts,
): void {
  const { gvr } = a.definition;
  const added = [...usage].filter(([, amount]) => amount.sign > 0).map(([name]) => name);
  if (added.length === 0) return;
  const isInScope = (spec: ResourceQuota['spec']): boolean => inScope(spec ?? {}, gvr, a.object!);
  const uncovered = limitedNames(a, limited, added).filter(
    (name) => !quotas.some(({ spec }) => Object.hasOwn(spec?.hard ?? {}, name) && isInScope(spec)),
  );
  if (uncovered.length > 0) throw forbidden(a, `insufficient quota to consume: ${uncovered.sort().join(',')}`);
  const matches = (scope: LimitedScope): boolean =>
    isInScope({ scopeSelector: { matchExpressions: [{ ...scope, values: [...(scope.values ?? [])] }] } });
  const scopes = limited.flatMap(({ matchScopes }) => matchScopes.filter(matches));
  if (scopes.length === 0) return;
  const covered = new Set(quotas.flatMap((quota) => scopesOf(quota).filter(matches)).map(({ scopeName }) => scopeName));
  const missing = scopes.filter(({ scopeName }) => !covered.has(scopeName));
  if (missing.length === 0) return;
  const texts = missing.map(
    ({ scopeName, operator, values = [] }) => `{${scopeName} ${operator} [${values.join(' ')}]}`,
  );
  throw new RefusalWithoutReason(`insufficient quota to match these scopes: [${texts.join(' ')}]`);
}

/** Used names that the configuration limits. */
function limitedNames(
  { definition: { gvr } }: AdmissionAttributes,
  limited: readonly LimitedResource[],
  used: readonly string[],
): string[] {
  const parts = limited.flatMap(({ group, resource, matchContains }) =>
    group === gvr.group && resource === gvr.resource ? matchContains : [],
  );
  return used.filter((name) => parts.some((part) => name.includes(part)));
}

const scopesOf = ({ spec }: ResourceQuota): readonly LimitedScope[] => [
  ...(spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' })),
  ...(spec?.scopeSelector?.matchExpressions ?? []),
];
