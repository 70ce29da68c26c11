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

/** Finds the other served versions of a resource: those that share its stored objects. Known ones are kept as long as the definition. */
export class EquivalentVersions {
  private readonly known = new WeakMap<ResourceDefinition, readonly EquivalentVersion[]>();

  constructor(private readonly registry: Pick<Registry, 'resources' | 'resource'>) {}

  of(definition: ResourceDefinition): readonly EquivalentVersion[] {
    let found = this.known.get(definition);
    if (!found) this.known.set(definition, (found = this.find(definition)));
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
