import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { Registry } from '@orch/registry';

/** Another version of a resource, to which its objects can be converted. */
export interface EquivalentVersion {
  readonly definition: ResourceDefinition;
  readonly convert: (object: ApiObject) => ApiObject;
  /** Back to the version it was converted from. */
  readonly restore: (object: ApiObject) => ApiObject;
}

/** Other versions of a resource that have the same group and name. */
export interface EquivalentResource {
  readonly group: string;
  readonly resource: string;
  /** By version. */
  readonly versions: ReadonlyMap<string, OrderedVersion>;
  readonly first: OrderedVersion;
}

/** A version with its place among all equivalents of a resource: of several that a rule names, the first is used. */
export interface OrderedVersion {
  readonly place: number;
  readonly equivalent: EquivalentVersion;
}

/** Finds the other served versions of a resource: those that share its stored objects. Known ones are kept as long as the definition. */
export class EquivalentVersions {
  private readonly known = new WeakMap<ResourceDefinition, readonly EquivalentResource[]>();

  constructor(private readonly registry: Pick<Registry, 'resources' | 'resource'>) {}

  of(definition: ResourceDefinition): readonly EquivalentResource[] {
    let found = this.known.get(definition);
    if (!found) this.known.set(definition, (found = byResource(this.find(definition))));
    return found;
  }

  private find(definition: ResourceDefinition): readonly EquivalentVersion[] {
    const { group, version, resource } = definition.gvr;
    const own = this.registry.resource(group, version, resource)?.writer.parts;
    if (!own) return [];
    const others: EquivalentVersion[] = [];
    for (const { definition: other, writer } of this.registry.resources) {
      if (other === definition || writer.parts.actor !== own.actor) continue;
      const between = (from: ResourceDefinition, to: ResourceDefinition) => (object: ApiObject) => ({
        ...(own.versions.convert(object, from.apiVersion, to.apiVersion) as ApiObject),
        apiVersion: to.apiVersion,
        kind: to.gvk.kind,
      });
      others.push({ definition: other, convert: between(definition, other), restore: between(other, definition) });
    }
    return others;
  }
}

function byResource(equivalents: readonly EquivalentVersion[]): readonly EquivalentResource[] {
  const found = new Map<string, EquivalentResource & { readonly versions: Map<string, OrderedVersion> }>();
  for (const [place, equivalent] of equivalents.entries()) {
    const { group, version, resource } = equivalent.definition.gvr;
    const key = `${group}/${resource}`;
    const ordered: OrderedVersion = { place, equivalent };
    const known = found.get(key);
    if (known) known.versions.set(version, ordered);
    else found.set(key, { group, resource, versions: new Map([[version, ordered]]), first: ordered });
  }
  return [...found.values()];
}
