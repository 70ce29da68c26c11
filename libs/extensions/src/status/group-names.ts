import type { NamesInUse } from './accepted-names.js';
import type { DefinitionParts, KindNames } from './definition-parts.js';

/** Accepted names of every definition, by group. A definition is known by its own name. */
export class GroupNames {
  private readonly groups = new Map<string, Map<string, Partial<KindNames>>>();

  /** Records the accepted names of a definition. */
  set({ metadata, spec, status }: DefinitionParts): void {
    let group = this.groups.get(spec.group);
    if (!group) this.groups.set(spec.group, (group = new Map()));
    group.set(metadata.name!, status?.acceptedNames ?? {});
  }

  delete({ metadata, spec }: DefinitionParts): void {
    const group = this.groups.get(spec.group);
    group?.delete(metadata.name!);
    if (group?.size === 0) this.groups.delete(spec.group);
  }

  /** Definitions of the group, by name. */
  definitionsOf(group: string): Iterable<string> {
    return this.groups.get(group)?.keys() ?? [];
  }

  /** Names of the definitions of the group other than `own`. */
  takenByOthers(group: string, own: string): NamesInUse {
    const resources = new Set<string>();
    const kinds = new Set<string>();
    for (const [definition, names] of this.groups.get(group) ?? []) {
      if (definition === own) continue;
      for (const name of [names.plural, names.singular, ...(names.shortNames ?? [])]) if (name) resources.add(name);
      for (const kind of [names.kind, names.listKind]) if (kind) kinds.add(kind);
    }
    return { resources, kinds };
  }
}
