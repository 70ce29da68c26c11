import type { ApiResource, Discovery, ResourceType, ServedVersion } from '@orch/client';
import { UserError } from '../user-error.js';

/** A served resource with the version that serves it. */
export interface CatalogEntry extends ResourceType {
  readonly singularName: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  /** Whether its version is the one its group prefers. */
  readonly preferred: boolean;
}

/** Finds resources by the names users type. Reads discovery on first use and caches it. */
export class ResourceCatalog {
  private loaded: Promise<readonly CatalogEntry[]> | undefined;

  constructor(private readonly discovery: Pick<Discovery, 'served'>) {}

  /** All resources without their subresources; the core group first, then in the server's order. */
  all(): Promise<readonly CatalogEntry[]> {
    this.loaded ??= this.load();
    return this.loaded;
  }

  /**
   * The resource of `pods`, `pod`, `po`, `Pod`, `deployments.apps` or `deployments.v1.apps`.
   * @throws UserError when the server has none.
   */
  async find(type: string): Promise<CatalogEntry> {
    const found = findEntry(await this.all(), type);
    if (!found) throw new UserError(`the server doesn't have a resource type "${type}"`);
    return found;
  }

  /** Like `find`, but a category (`all`) gives all of its resources. */
  async findAll(type: string): Promise<readonly CatalogEntry[]> {
    const entries = await this.all();
    const found = findEntry(entries, type);
    if (found) return [found];
    const inCategory = entries.filter((entry) => entry.preferred && entry.categories.includes(type.toLowerCase()));
    if (inCategory.length === 0) throw new UserError(`the server doesn't have a resource type "${type}"`);
    return inCategory;
  }

  private async load(): Promise<readonly CatalogEntry[]> {
    const versions = await this.discovery.served();
    return versions.flatMap((version) => version.resources.flatMap((resource) => entryOf(version, resource)));
  }
}

/** The best match of what was typed: the preferred version first, then the server's order. */
export function findEntry(entries: readonly CatalogEntry[], type: string): CatalogEntry | undefined {
  const [typed = '', ...suffix] = type.toLowerCase().split('.');
  const named = entries.filter(
    (entry) =>
      entry.resource === typed ||
      entry.singularName === typed ||
      entry.kind.toLowerCase() === typed ||
      entry.shortNames.includes(typed),
  );
  const group = suffix.join('.');
  const inGroup = suffix.length === 0 ? named : named.filter((entry) => entry.group === group);
  const inVersion = named.filter((entry) => suffix[0] === entry.version && entry.group === suffix.slice(1).join('.'));
  const candidates = inGroup.length > 0 ? inGroup : inVersion;
  return candidates.find((entry) => entry.preferred) ?? candidates[0];
}

/** `deployments.apps`, or `pods` in the core group. */
export function qualifiedName(resource: { readonly group: string }, name: string): string {
  return resource.group === '' ? name : `${name}.${resource.group}`;
}

/** How a message names an object: `deployment.apps/web`. */
export function objectLabel(entry: Pick<CatalogEntry, 'group' | 'kind'>, name: string): string {
  return `${qualifiedName(entry, entry.kind.toLowerCase())}/${name}`;
}

function entryOf(gv: ServedVersion, resource: ApiResource): readonly CatalogEntry[] {
  if (resource.name.includes('/')) return [];
  return [
    {
      group: gv.group,
      version: gv.version,
      resource: resource.name,
      kind: resource.kind,
      namespaced: resource.namespaced,
      singularName: resource.singularName || resource.kind.toLowerCase(),
      shortNames: resource.shortNames ?? [],
      categories: resource.categories ?? [],
      verbs: resource.verbs,
      preferred: gv.preferred,
    },
  ];
}
