import { pathsOf, type Paths, type ResourceServer } from './resource-fixtures.js';

/** Creates a new namespace. @returns the collections in it. */
export async function freshNamespace(server: ResourceServer): Promise<Paths> {
  const { metadata } = await server.create(server.paths.namespaces, { metadata: { generateName: 'fresh-' } });
  return pathsOf(server.vocabulary, metadata.name);
}

/** Makes ConfigMaps of these names, one after the other, so that their versions stand in the order of the names. */
export async function makeMaps(server: ResourceServer, maps: string, ...names: readonly string[]): Promise<void> {
  for (const name of names) await server.create(maps, { metadata: { name } });
}
