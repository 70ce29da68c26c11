import { hasItsNames, type NamesInUse } from './accepted-names.js';
import type { DefinitionParts, KindNames } from './definition-parts.js';

interface Member {
  readonly accepted: Partial<KindNames>;
  /** It asks for other names. */
  readonly isWaiting: boolean;
}

/** How many definitions have a name. */
type Counts = Map<string, number>;

/** The definitions of a group, by their own names, and the names that they have. */
interface Group {
  readonly members: Map<string, Member>;
  readonly resources: Counts;
  readonly kinds: Counts;
}

/** Accepted names of every definition, by group. A definition is known by its own name. */
export class GroupNames {
  private readonly groups = new Map<string, Group>();

  /** Records the accepted names of a definition. */
  set(definition: DefinitionParts): void {
    const { metadata, spec, status } = definition;
    let group = this.groups.get(spec.group);
    if (!group) this.groups.set(spec.group, (group = { members: new Map(), resources: new Map(), kinds: new Map() }));
    const member = { accepted: status?.acceptedNames ?? {}, isWaiting: !hasItsNames(definition) };
    count(group, group.members.get(metadata.name!), -1);
    count(group, member, 1);
    group.members.set(metadata.name!, member);
  }

  delete({ metadata, spec }: DefinitionParts): void {
    const group = this.groups.get(spec.group);
    if (!group) return;
    count(group, group.members.get(metadata.name!), -1);
    group.members.delete(metadata.name!);
    if (group.members.size === 0) this.groups.delete(spec.group);
  }

  /** Definitions of the group, by name, that ask for names they do not have: no other one depends on the names of others. */
  *waitingIn(group: string): Iterable<string> {
    for (const [definition, { isWaiting }] of this.groups.get(group)?.members ?? []) if (isWaiting) yield definition;
  }

  /** Names of the definitions of the group other than `own`. Nothing is copied: a group may have hundreds of thousands of names. */
  takenByOthers(group: string, own: string): NamesInUse {
    const { members, resources, kinds } = this.groups.get(group) ?? NO_GROUP;
    const accepted = members.get(own)?.accepted ?? {};
    const byOthers = (counts: Counts, mine: ReadonlySet<string>): NamesInUse['kinds'] => ({
      has: (name) => (counts.get(name) ?? 0) > (mine.has(name) ? 1 : 0),
    });
    return {
      resources: byOthers(resources, resourceNames(accepted)),
      kinds: byOthers(kinds, kindNames(accepted)),
    };
  }
}

const NO_GROUP: Group = { members: new Map(), resources: new Map(), kinds: new Map() };

const distinct = (...names: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set(names.filter((name): name is string => !!name));

const resourceNames = ({ plural, singular, shortNames }: Partial<KindNames>): ReadonlySet<string> =>
  distinct(plural, singular, ...(shortNames ?? []));

const kindNames = ({ kind, listKind }: Partial<KindNames>): ReadonlySet<string> => distinct(kind, listKind);

/** Adds a definition to the counts, or takes it away. */
function count({ resources, kinds }: Group, member: Member | undefined, step: 1 | -1): void {
  if (!member) return;
  for (const name of resourceNames(member.accepted)) add(resources, name, step);
  for (const name of kindNames(member.accepted)) add(kinds, name, step);
}

function add(counts: Counts, name: string, step: 1 | -1): void {
  const now = (counts.get(name) ?? 0) + step;
  if (now === 0) counts.delete(name);
  else counts.set(name, now);
}
