import { signal } from '@preact/signals';
import type { Resource } from '../api/resource';

/** What the page shows: the parts of the path in the hash, and its parameters. */
export interface Route {
  readonly parts: readonly string[];
  readonly parameters: URLSearchParams;
}

/** In a path: the core group, or an object without a namespace. No group and no namespace has this name. */
const NONE = '-';

/** Before the code of a one-time link. */
export const LINK = '#link=';

/** `#/list/apps/v1/deployments?namespace=x`. Whatever cannot be read becomes the first page. */
export function parseRoute(hash: string): Route {
  // A code is not a view: it must not come back into the address.
  if (hash.startsWith(LINK)) return { parts: [], parameters: new URLSearchParams() };
  const text = hash.replace(/^#\/?/, '');
  const end = text.indexOf('?');
  const path = end < 0 ? text : text.slice(0, end);
  const parameters = new URLSearchParams(end < 0 ? '' : text.slice(end + 1));
  try {
    return {
      parts: path
        .split('/')
        .filter((part) => part !== '')
        .map(decodeURIComponent),
      parameters,
    };
  } catch {
    return { parts: [], parameters };
  }
}

export function hashOf(parts: readonly string[], parameters: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
  const query = search.size === 0 ? '' : `?${search}`;
  return `#/${parts.map(encodeURIComponent).join('/')}${query}`;
}

type Address = Pick<Resource, 'group' | 'version' | 'resource'>;

export function listHash(
  { group, version, resource }: Address,
  parameters: Readonly<Record<string, string>> = {},
): string {
  return hashOf(['list', group || NONE, version, resource], parameters);
}

/** Where an object of the kind is created. */
export function newHash(
  { group, version, resource }: Address,
  namespace: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  return hashOf(['new', group || NONE, version, resource], { namespace, ...parameters });
}

export function objectHash(
  { group, version, resource }: Address,
  namespace: string,
  name: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  return hashOf(['object', group || NONE, version, resource, namespace || NONE, name], parameters);
}

/** The part of a path that `listHash` or `objectHash` wrote. */
export const fromPart = (part: string | undefined): string => (part === undefined || part === NONE ? '' : part);

export const route = signal<Route>(parseRoute(location.hash));

addEventListener('hashchange', () => {
  route.value = parseRoute(location.hash);
});

/** Goes to another view; the browser's back button returns. */
export function goTo(hash: string): void {
  location.hash = hash;
}

/** Changes parameters of the view that is shown, without a step in the browser's history. Empty values are removed. */
export function setParameters(changes: Readonly<Record<string, string>>): void {
  const { parts, parameters } = route.value;
  const hash = hashOf(parts, { ...Object.fromEntries(parameters), ...changes });
  history.replaceState(null, '', hash);
  route.value = parseRoute(hash);
}
