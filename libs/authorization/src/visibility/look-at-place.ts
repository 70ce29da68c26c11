import type { UserInfo } from '@orch/api';
import type { RequestInfo, Authorizer } from '@orch/http';
import { namesFor } from '../named-objects.js';
import { HIDDEN, type VisiblePlace } from './visible-objects.js';

/** Who looks at what, and by which verb: `list` or `watch`. */
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

/** Whether the verb may be used on everything of the resource, wherever it is. */
export const seesEverything = (viewer: Viewer): MaybeLater<boolean> => isAllowed(viewer, viewer.info.verb, '', '');

/**
 * What may be seen in one namespace: everything for who may list there; else what rules name, as it could be listed by its name or be
 * read. To be allowed to get whatever has a name that one knows does not make names known.
 *
 * @param place a namespace; empty for kinds of the cluster; for Namespaces, the one that is looked for, since roles in it may show it.
 */
export function lookAtPlace(viewer: Viewer, place: string): MaybeLater<VisiblePlace> {
  const { authorizer, user, info } = viewer;
  const { verb, group, resource } = info;
  return then(isAllowed(viewer, verb, place, ofNamespaces(info) ? place : ''), (all) => {
    if (all) return ALL;
    const named = namesFor(authorizer, user, { verbs: [verb, 'get'], group, resource }, place);
    return named.length === 0 ? HIDDEN : then(allowedNames(viewer, place, named), (names) => ({ all: false, names }));
  });
}

export const ofNamespaces = ({ group, resource }: RequestInfo): boolean => group === '' && resource === 'namespaces';

/** A rule may name what somebody who is asked before refuses. */
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
