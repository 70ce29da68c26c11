import type { ApiClient } from './client';
import { apiVersionOf, pathOf, type Resource } from './resource';

export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[] | null;
  readonly resources?: readonly string[] | null;
  readonly resourceNames?: readonly string[] | null;
}

/** What the user may do in one namespace, or everywhere. */
export interface Rights {
  readonly rules: readonly ResourceRule[];
  /** Paths other than those of resources that may be read, as in `/metrics` and `/logs/*`. */
  readonly paths: readonly string[];
  /** The server could not name all rules: what is not among them may be allowed too. */
  readonly isIncomplete: boolean;
}

interface RulesReview {
  readonly status?: {
    readonly resourceRules?: readonly ResourceRule[] | null;
    readonly nonResourceRules?:
      | readonly { readonly verbs: readonly string[]; readonly nonResourceURLs?: readonly string[] | null }[]
      | null;
    readonly incomplete?: boolean;
  };
}

/** No namespace has this name, so the rules "in" it are those that hold in all namespaces and for kinds without one. */
export const EVERYWHERE = '*';

/** Asks for the rules in a namespace. @throws ApiFailure */
export async function rightsIn(client: ApiClient, review: Resource, namespace: string): Promise<Rights> {
  const body = { apiVersion: apiVersionOf(review), kind: review.kind, spec: { namespace } };
  const answer = await client.json<RulesReview>(pathOf(review), { method: 'POST', body });
  const paths = (answer.status?.nonResourceRules ?? [])
    .filter(({ verbs }) => has(verbs, 'get'))
    .flatMap(({ nonResourceURLs }) => nonResourceURLs ?? []);
  return { rules: answer.status?.resourceRules ?? [], paths, isIncomplete: answer.status?.incomplete === true };
}

const has = (list: readonly string[] | null | undefined, ...values: readonly string[]): boolean =>
  list?.some((entry) => entry === '*' || values.includes(entry)) === true;

/**
 * Whether the rules allow the verb. `resource` may name a subresource: `pods/log`.
 * @param name of one object: rules for that object count too.
 */
export function allows(rights: Rights, verb: string, group: string, resource: string, name?: string): boolean {
  const subresource = resource.includes('/') ? [`*/${resource.slice(resource.indexOf('/') + 1)}`] : [];
  return rights.rules.some(
    (rule) =>
      has(rule.verbs, verb) &&
      has(rule.apiGroups, group) &&
      has(rule.resources, resource, ...subresource) &&
      ((rule.resourceNames ?? []).length === 0 || (name !== undefined && rule.resourceNames?.includes(name) === true)),
  );
}

/** Whether a path other than that of a resource may be read. */
export function allowsPath(rights: Rights, path: string): boolean {
  return rights.paths.some((pattern) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );
}
