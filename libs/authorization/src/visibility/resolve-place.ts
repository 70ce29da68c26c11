import type { UserInfo } from '@orch/api';
import type { RequestInfo, Authorizer } from '@orch/http';
import { namesFor } from '../named-objects.js';
import { HIDDEN, type VisiblePlace } from './visible-objects.js';

/** User and request of a visibility filter. */
export interface Viewer {
  readonly authorizer: Authorizer;
  readonly user: UserInfo;
  /** Of the list or watch. */
  readonly info: RequestInfo;
}

const ALL: VisiblePlace = Object.freeze({ all: true, names: new Set<string>() });

type MaybeLater<T> = T | Promise<T>;

const then = <T, U>(value: MaybeLater<T>, use: (value: T) => MaybeLater<U>): MaybeLater<U> =>
  value instanceof Promise ? value.then(use) : use(value);

/** Whether the verb is allowed for the whole resource, in all namespaces. */
export const seesEverything = (viewer: Viewer): MaybeLater<boolean> => isAllowed(viewer, viewer.info.verb, '', '');

/**
 * The visible objects of one namespace: all if the user may list there; else the objects that rules name, if a list by that name or a get
 * is allowed. A right to get any name does not reveal names.
 *
 * @param place a namespace; empty for cluster-scoped kinds; for Namespaces, the name of the object, since roles in it may make it visible.
 */
export function resolvePlace(viewer: Viewer, place: string): MaybeLater<VisiblePlace> {
  const { authorizer, user, info } = viewer;
  const { verb, group, resource } = info;
  return then(isAllowed(viewer, verb, place, ofNamespaces(info) ? place : ''), (all) => {
    if (all) return ALL;
    const named = namesFor(authorizer, user, { verbs: [verb, 'get'], group, resource }, place);
    return named.length === 0 ? HIDDEN : then(allowedNames(viewer, place, named), (names) => ({ all: false, names }));
  });
}

export const ofNamespaces = ({ group, resource }: RequestInfo): boolean => group === '' && resource === 'namespaces';

/** Checks each name, since an earlier authorizer may deny what a rule names. */
function allowedNames(viewer: Viewer, place: string, named: readonly string[]): MaybeLater<ReadonlySet<string>> {
  const answers = named.map((name) =>
    then(isAllowed(viewer, viewer.info.verb, place, name), (listed) => listed || isAllowed(viewer, 'get', place, name)),
  );
  const chosen = (allowed: readonly boolean[]) => new Set(named.filter((_, at) => allowed[at]));
  return answers.some((answer) => answer instanceof Promise)
    ? Promise.all(answers.map(async (answer) => answer)).then(chosen)
    : chosen(answers as boolean[]);
}

const isAllowed = (
  { authorizer, user, info }: Viewer,
  verb: string,
  namespace: string,
  name: string,
): MaybeLater<boolean> => then(authorizer.decide(user, { ...info, verb, namespace, name }), ({ allowed }) => allowed);
