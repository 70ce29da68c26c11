import { ApiError, parseFieldSelector } from '@orch/apimachinery';
import {
  accessSelectors,
  fieldRequirements,
  labelRequirements,
  type AccessSelectors,
  type RequestInfo,
} from '@orch/http';

const SELECTING_VERBS: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection']);

/**
 * A collection narrowed to one object by `fieldSelector=metadata.name=x` is authorized as that object (C-036): a role
 * that names `x` may watch it. The request info itself stays that of a collection.
 */
export function withSelectedName(info: RequestInfo, url: string, query: () => URLSearchParams): RequestInfo {
  if (info.name !== '' || !url.includes('fieldSelector') || !SELECTING_VERBS.has(info.verb)) return info;
  const name = selectedName(query().get('fieldSelector'));
  return name === undefined ? info : { ...info, name };
}

/**
 * The only name that a field selector matches; undefined when it matches several, or is invalid. Parsed exactly like the selector of the
 * list: a different handling of escapes would expose hidden objects.
 */
export function selectedName(selector: string | null): string | undefined {
  if (selector === null) return undefined;
  try {
    return parseFieldSelector(selector).valueOf('metadata.name') || undefined;
  } catch (error) {
    if (error instanceof ApiError) return undefined; // rejected later, by the handler
    throw error;
  }
}

/** The request with its selectors, for authorizers that look at them: they are parsed when one does. Those of other requests than of collections have no meaning. */
export function withSelectors(info: RequestInfo, url: string, query: () => URLSearchParams): RequestInfo {
  if (!url.includes('Selector') || !SELECTING_VERBS.has(info.verb)) return info;
  let read: { readonly selectors: AccessSelectors | undefined } | undefined;
  return {
    ...info,
    get selectors() {
      read ??= { selectors: selectorsIn(query()) };
      return read.selectors;
    },
  };
}

const selectorsIn = (query: URLSearchParams): AccessSelectors | undefined =>
  accessSelectors(
    fieldRequirements(query.get('fieldSelector') ?? ''),
    labelRequirements(query.get('labelSelector') ?? ''),
  );
