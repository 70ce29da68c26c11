import type { GroupVersionKind } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { ApiResource, ServedVersion } from './served-version.js';

const KIND = 'APIGroupDiscoveryList';

interface AggregatedDocument {
  readonly items?:
    | readonly {
        readonly metadata?: { readonly name?: string };
        readonly versions?:
          | readonly { readonly version: string; readonly resources?: readonly AggregatedResource[] | null }[]
          | null;
      }[]
    | null;
}

interface AggregatedResource {
  readonly resource: string;
  /** Absent, or without a kind, where the resource has sub-resources only. */
  readonly responseKind?: Partial<GroupVersionKind>;
  readonly scope: string;
  readonly singularResource?: string;
  readonly verbs?: readonly string[] | null;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?:
    | readonly {
        readonly subresource: string;
        readonly responseKind?: Partial<GroupVersionKind>;
        readonly verbs?: readonly string[] | null;
      }[]
    | null;
}

/** `Accept` of `/api` and `/apis`: aggregated discovery, newest version first; plain documents from servers without it (C-292). */
export function aggregatedAccept({ groups }: Pick<Vocabulary, 'groups'>): string {
  const aggregated = (version: string): string => `application/json;g=${groups.apidiscovery};v=${version};as=${KIND}`;
  return `${aggregated('v2')},${aggregated('v2beta1')},application/json`;
}

export function isAggregatedDocument(document: object): document is AggregatedDocument {
  return 'kind' in document && document.kind === KIND;
}

/** Group versions in the order of the document; the first version of a group is the preferred one. */
export function readAggregatedDocument({ items }: AggregatedDocument): readonly ServedVersion[] {
  return (items ?? []).flatMap(({ metadata, versions }) =>
    (versions ?? []).map(({ version, resources }, index) => ({
      group: metadata?.name ?? '',
      version,
      preferred: index === 0,
      resources: (resources ?? []).flatMap(resourcesOf),
    })),
  );
}

/** The resource, then its sub-resources, as in an APIResourceList. */
function resourcesOf(aggregated: AggregatedResource): readonly ApiResource[] {
  const { resource, responseKind, scope, singularResource = '', verbs, shortNames, categories } = aggregated;
  const namespaced = scope === 'Namespaced';
  const subresources = (aggregated.subresources ?? []).map((sub) => ({
    name: `${resource}/${sub.subresource}`,
    singularName: '',
    namespaced,
    kind: sub.responseKind?.kind ?? '',
    verbs: sub.verbs ?? [],
  }));
  if (!responseKind?.kind) return subresources;
  return [
    {
      name: resource,
      singularName: singularResource,
      namespaced,
      kind: responseKind.kind,
      verbs: verbs ?? [],
      ...(shortNames ? { shortNames } : {}),
      ...(categories ? { categories } : {}),
    },
    ...subresources,
  ];
}
