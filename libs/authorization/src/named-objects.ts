import type { UserInfo } from '@orch/api';
import type { Authorizer, Requester } from '@orch/http';

/** Selects names of objects of one resource, in rules with any of these verbs. */
export interface NamesQuery {
  readonly verbs: readonly string[];
  readonly group: string;
  readonly resource: string;
  /** Only rules with this name. Default: all with names. */
  readonly only?: string | undefined;
}

/** Names of objects in rules. */
export interface NamedObjects {
  /** Those of each rule, not copied: there may be a hundred thousand. */
  readonly sets: readonly ReadonlySet<string>[];
  /** An earlier authorizer may deny a name: whether a request is allowed must be checked separately. */
  readonly mayBeDenied: boolean;
}

/** An authorizer that lists the object names for which its rules allow one of the verbs to a user. */
export interface NameResolver {
  namesFor(user: UserInfo, question: NamesQuery, namespace: string): NamedObjects;
  /** Prepares the rules of a user for queries in all namespaces, if that takes long. */
  prepare(requester: Requester): Promise<void> | undefined;
}

const NO_NAMES: NamedObjects = { sets: [], mayBeDenied: false };

/** The names of an authorizer; empty if it does not resolve names. */
export const namesFor = (
  authorizer: Authorizer,
  user: UserInfo,
  question: NamesQuery,
  namespace: string,
): NamedObjects => (resolvesNames(authorizer) ? authorizer.namesFor(user, question, namespace) : NO_NAMES);

export const prepare = (authorizer: Authorizer, requester: Requester): Promise<void> | undefined =>
  resolvesNames(authorizer) ? authorizer.prepare(requester) : undefined;

const resolvesNames = (authorizer: Authorizer): authorizer is Authorizer & NameResolver => 'namesFor' in authorizer;
