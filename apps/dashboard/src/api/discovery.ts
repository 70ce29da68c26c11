import type { ApiClient } from './client';
import { discoveryType } from './media-types';
import { at, listAt, textAt } from './object';
import type { Resource } from './resource';

/** Every kind in aggregated discovery, once: each in the first version of its group that has it. */
export async function discover(client: ApiClient): Promise<Resource[]> {
  const roots = await Promise.all(
    ['/api', '/apis'].map((path) => client.json<unknown>(path, { accept: discoveryType() })),
  );
  return roots.flatMap((root) => listAt(root, 'items').flatMap(resourcesOf));
}

/** What a group, a version and a plural consist of. They are parts of paths, so a name of dots or slashes would lead to other objects. */
const NAME = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/;

/** The kinds of a group. An extension API server may answer anything: what is not a kind is left out, lists that are none are empty. */
export function resourcesOf(group: unknown): Resource[] {
  const found = new Map<string, Resource>();
  const name = textAt(group, 'metadata', 'name');
  if (name !== '' && !NAME.test(name)) return [];
  for (const entry of listAt(group, 'versions')) {
    const version = textAt(entry, 'version');
    if (!NAME.test(version)) continue;
    for (const kind of listAt(entry, 'resources')) {
      const resource = textAt(kind, 'resource');
      if (NAME.test(resource) && !found.has(resource)) found.set(resource, resourceOf(name, version, resource, kind));
    }
  }
  return [...found.values()];
}

function resourceOf(group: string, version: string, resource: string, entry: unknown): Resource {
  return {
    group,
    version,
    resource,
    kind: textAt(entry, 'responseKind', 'kind') || resource,
    singular: textAt(entry, 'singularResource'),
    shortNames: textsAt(entry, 'shortNames'),
    categories: textsAt(entry, 'categories'),
    namespaced: at(entry, 'scope') !== 'Cluster',
    verbs: textsAt(entry, 'verbs'),
    subresources: listAt(entry, 'subresources').map((part) => textAt(part, 'subresource')),
  };
}

const textsAt = (entry: unknown, field: string): string[] => listAt(entry, field).map(String);
