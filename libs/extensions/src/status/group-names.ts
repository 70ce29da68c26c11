import { hasItsNames, type NamesInUse } from './accepted-names.js';
import type { DefinitionParts, KindNames } from './definition-parts.js';

interface Member {
  readonly accepted: Partial<KindNames>;
  /** It asks for other names. */
  readonly isWaiting: boolean;
}

/** Accepted names of every definition, by group. A definition is known by its own name. */
export class GroupNames {
  private readonly groups = new Map<string, Map<string, Member>>();

  /** Records the accepted names of a definition. */
  set(definition: DefinitionParts): void {
    const { metadata, spec, status } = definition;
    let group = this.groups.get(spec.group);
    if (!group) this.groups.set(spec.group, (group = new Map()));
    group.set(metadata.name!, { accepted: status?.acceptedNames ?? {}, isWaiting: !hasItsNames(definition) });
  }

  delete({ metadata, spec }: DefinitionParts): void {
    const group = this.groups.get(spec.group);
    group?.delete(metadata.name!);
    if (group?.size === 0) this.groups.delete(spec.group);
  }

  /** Definitions of the group, by name, that ask for names they do not have: no other one depends on the names of others. */
  *waitingIn(group: string): Iterable<string> {
    for (const [definition, { isWaiting }] of this.groups.get(group) ?? []) if (isWaiting) yield definition;
  }

  /** Names of the definitions of the group other than `own`. */
  takenByOthers(group: string, own: string): NamesInUse {
    const resources = new Set<string>();
    const kinds = new Set<string>();
    for (const [definition, { accepted }] of this.groups.get(group) ?? []) {
      if (definition === own) continue;
      const { plural, singular, shortNames, kind, listKind } = accepted;
      for (const name of [plural, singular, ...(shortNames ?? [])]) if (name) resources.add(name);
      for (const name of [kind, listKind]) if (name) kinds.add(name);
    }
    return { resources, kinds };
  }
}
