import type { UserInfo } from '@orch/api';
import { atOnceOrInTurns, flowOf, type Authorizer, type Pause, type RequestInfo } from '@orch/http';
import { namesFor } from '../named-objects.js';
import { HIDDEN, type VisiblePlace } from './visible-objects.js';

/** User and request of a visibility filter. */
export interface Viewer {
  readonly authorizer: Authorizer;
  readonly user: UserInfo;
  /** Of the list or watch. */
  readonly info: RequestInfo;
}

const ALL: VisiblePlace = Object.freeze({ all: true, names: [] });

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
    const only = ofNamespaces(info) ? place : undefined;
    const named = namesFor(authorizer, user, { verbs: [verb, 'get'], group, resource, only }, place);
    if (named.sets.length === 0) return HIDDEN;
    if (!named.mayBeDenied) return { all: false, names: named.sets };
    const names = only === undefined ? firstOf(named.sets) : [only];
    return then(allowedNames(viewer, place, names), (allowed) => ({ all: false, names: [allowed] }));
  });
}

/** Most names in one place about which authorizers are asked one by one. */
const MAX_NAMES = 1_000;

function firstOf(sets: readonly ReadonlySet<string>[]): readonly string[] {
  const names = new Set<string>();
  for (const set of sets) {
    for (const name of set) {
      if (names.size === MAX_NAMES) return [...names];
      names.add(name);
    }
  }
  return [...names];
}

export const ofNamespaces = ({ group, resource }: RequestInfo): boolean => group === '' && resource === 'namespaces';

/** Names that are decided in one step: a user may have thousands of rules. */
const NAMES_IN_STEP = 16;

/** Checks each name, since an earlier authorizer may deny what a rule names. */
const allowedNames = (viewer: Viewer, place: string, named: readonly string[]): MaybeLater<ReadonlySet<string>> =>
  atOnceOrInTurns(allowedInSteps(viewer, place, named), () => ({ flow: flowOf(viewer.user) }));

function* allowedInSteps(
  viewer: Viewer,
  place: string,
  named: readonly string[],
): Generator<Pause, ReadonlySet<string>> {
  const allowed = new Set<string>();
  const failures: unknown[] = [];
  for (let at = 0; at < named.length; at += NAMES_IN_STEP) {
    if (at > 0) yield;
    const waits: Promise<void>[] = [];
    for (const name of named.slice(at, at + NAMES_IN_STEP)) {
      const listed = isAllowed(viewer, viewer.info.verb, place, name);
      const visible = then(listed, (is) => is || isAllowed(viewer, 'get', place, name));
      const added = then(visible, (is) => void (is && allowed.add(name)));
      if (added instanceof Promise) waits.push(added);
    }
    if (waits.length > 0) yield Promise.all(waits).catch((error: unknown) => void failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
  return allowed;
}

const isAllowed = (
  { authorizer, user, info }: Viewer,
  verb: string,
  namespace: string,
  name: string,
): MaybeLater<boolean> => then(authorizer.decide(user, { ...info, verb, namespace, name }), ({ allowed }) => allowed);
