import { aggregatedText } from '@orch/apimachinery';
import type { Finding } from '@orch/api';
import type { DefinitionParts, KindNames } from './definition-parts.js';

/** Names that other definitions of the group have. Resources (plural, singular, short) and kinds are distinct sets. */
export interface NamesInUse {
  readonly resources: Pick<ReadonlySet<string>, 'has'>;
  readonly kinds: Pick<ReadonlySet<string>, 'has'>;
}

/** Names of a definition that are in force, and the condition `NamesAccepted`. */
export interface AcceptedNames {
  readonly names: Partial<KindNames>;
  readonly finding: Finding;
}

/** Whether the accepted names are those that a definition asks for. They are stored in one order of fields. */
export const hasItsNames = ({ spec, status }: DefinitionParts): boolean =>
  JSON.stringify(status?.acceptedNames) === JSON.stringify(spec.names);

/**
 * Accepts each requested name that is accepted already or free. A name in conflict keeps its accepted value; the last conflict is
 * the one reported. Categories cannot conflict.
 */
export function acceptNames(requested: KindNames, accepted: Partial<KindNames>, inUse: NamesInUse): AcceptedNames {
  const names: { -readonly [K in keyof KindNames]?: KindNames[K] } = { ...accepted };
  let conflict: Omit<Finding, 'type' | 'status'> | undefined;
  const accept = (
    key: 'plural' | 'singular' | 'kind' | 'listKind',
    used: Pick<ReadonlySet<string>, 'has'>,
    reason: string,
  ): void => {
    const name = requested[key];
    if (name === accepted[key] || name === undefined || !used.has(name)) names[key] = name as string;
    else conflict = { reason, message: alreadyInUse(name) };
  };
  accept('plural', inUse.resources, 'PluralConflict');
  accept('singular', inUse.resources, 'SingularConflict');
  const short = requested.shortNames ?? [];
  const own = new Set(accepted.shortNames);
  const taken = short.filter((name) => !own.has(name) && inUse.resources.has(name));
  if (taken.length === 0) names.shortNames = requested.shortNames;
  else conflict = { reason: 'ShortNamesConflict', message: aggregatedText(taken.map(alreadyInUse)) };
  accept('kind', inUse.kinds, 'KindConflict');
  accept('listKind', inUse.kinds, 'ListKindConflict');
  names.categories = requested.categories;
  const type = 'NamesAccepted';
  const finding: Finding = conflict
    ? { type, status: 'False', ...conflict }
    : { type, status: 'True', reason: 'NoConflicts', message: 'no conflicts found' };
  return { names: withoutAbsent(names), finding };
}

const alreadyInUse = (name: string): string => `${JSON.stringify(name)} is already in use`;

/** In the order of the fields of the kind. */
function withoutAbsent({
  plural,
  singular,
  shortNames,
  kind,
  listKind,
  categories,
}: Partial<KindNames>): Partial<KindNames> {
  const all = Object.entries({ plural, singular, shortNames, kind, listKind, categories });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}
