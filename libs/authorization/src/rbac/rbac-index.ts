import type { PolicyRule, Subject, UserInfo } from '@orch/api';
import { BoundRole, subjectsOf, type GrantedBinding } from './bound-role.js';
import { Grants, preparingSteps } from './grants.js';
import { PermissionChanges } from './permission-changes.js';
import { RoleSlot } from './role-slot.js';
import { SUBJECT_KINDS, type BySubject, type SubjectKind } from './subject-names.js';

const NO_GRANTS: readonly Grants[] = [];

/** Bindings of more subjects are {@link Place.crowds}. */
const CROWD_SUBJECTS = 2_000;
/** Each costs a lookup for subjects without grants. More bindings of many subjects are treated as those of few. */
const MAX_CROWDS = 16;

/** Namespaces of one step. */
const STEP_PLACES = 500;

/**
 * The grants of each subject in one namespace, or in the cluster. A subject with a single binding has only that binding until its first
 * request: a binding may have tens of thousands of subjects, of which few ever send a request.
 */
interface Place extends BySubject<Grants | BoundRole> {
  /**
   * Bindings of many subjects. A subject that has no entry is looked up in them, so a write of such a binding changes few entries: those of
   * subjects with a request, or with another binding. An entry has all bindings of its subject, crowds included.
   */
  readonly crowds: Set<BoundRole>;
}

const newPlace = (): Place => ({ users: new Map(), groups: new Map(), crowds: new Set() });

/**
 * RBAC index: roles by subject and namespace. Updated by one role or binding at a time; a query is a few lookups, whatever the number of
 * bindings.
 */
export class RbacIndex {
  /** Changes of permissions. The writer of this index commits them with their revision. */
  readonly changes = new PermissionChanges();
  private readonly roles = new Map<string, RoleSlot>();
  private readonly bindings = new Map<string, BoundRole>();
  private readonly everywhere = newPlace();
  private readonly namespaces = new Map<string, Place>();

  /** @param crowdSubjects bindings of more subjects are crowds. Default: 2,000. */
  constructor(private readonly crowdSubjects = CROWD_SUBJECTS) {}

  /** @param namespace empty for a cluster role. @param rules undefined when the role was deleted. */
  setRole(namespace: string, name: string, rules: readonly PolicyRule[] | undefined): void {
    const slot = this.slot(namespace, name);
    // A write may change only labels.
    if (sameRules(rules, slot.rules)) return this.dropUnused(slot);
    slot.fill(rules);
    for (const { subjects } of slot.bindings) {
      for (const kind of SUBJECT_KINDS) for (const subject of subjects[kind].keys()) this.changes.touch(kind, subject);
    }
    this.dropUnused(slot);
  }

  /** The current rules of a role; undefined when it does not exist. */
  rulesOf(namespace: string, name: string): readonly PolicyRule[] | undefined {
    return this.roles.get(slotKey(namespace, name))?.rules;
  }

  /** Cheap for subjects that the binding had before. */
  setBinding(binding: GrantedBinding): void {
    const { namespace, name } = binding;
    const role = this.roleOf(binding);
    const key = slotKey(namespace, name);
    if (this.bindings.get(key)?.role !== role) {
      this.removeBinding(namespace, name);
      const bound = new BoundRole(role, namespace, name);
      this.bindings.set(key, bound);
      role.bindings.add(bound);
    }
    this.changeSubjects(namespace, this.bindings.get(key)!, subjectsOf(binding));
  }

  removeBinding(namespace: string, name: string): void {
    const key = slotKey(namespace, name);
    const bound = this.bindings.get(key);
    if (!bound) return;
    this.bindings.delete(key);
    this.changeSubjects(namespace, bound, { users: new Map(), groups: new Map() });
    bound.role.bindings.delete(bound);
    this.dropUnused(bound.role);
  }

  /**
   * The grants of a user, of the cluster first, then of the namespace. HOT PATH (bench: rbac): lookups only.
   * @param namespace empty for the grants of the cluster only.
   */
  grantsFor(user: UserInfo, namespace: string): readonly Grants[] {
    const found = grantsIn(this.everywhere, user);
    const place = namespace === '' ? undefined : this.namespaces.get(namespace);
    return (place ? grantsIn(place, user, found) : found) ?? NO_GRANTS;
  }

  /** Prepares the new roles of a user in the cluster and in all namespaces. */
  *prepareInSteps(user: UserInfo): Generator<undefined, void> {
    const steps = preparingSteps();
    let places = 0;
    for (const place of [this.everywhere, ...this.namespaces.values()]) {
      if (++places % STEP_PLACES === 0) yield;
      for (const grants of grantsIn(place, user) ?? NO_GRANTS) yield* grants.prepareInSteps(steps);
    }
  }

  private changeSubjects(namespace: string, bound: BoundRole, subjects: BySubject<Subject>): void {
    const place = this.place(namespace);
    const before = bound.subjects;
    const wasCrowd = place.crowds.delete(bound);
    for (const kind of SUBJECT_KINDS) {
      for (const [name, subject] of before[kind]) {
        if (subjects[kind].get(name)?.kind === subject.kind) continue;
        this.changes.touch(kind, name);
        const held = place[kind].get(name);
        if (held instanceof Grants) held.remove(bound.role, bound.words);
        if (held === bound || (held instanceof Grants && held.isEmpty)) place[kind].delete(name);
      }
    }
    bound.subjects = subjects;
    const isCrowd = sizeOf(subjects) > this.crowdSubjects && place.crowds.size < MAX_CROWDS;
    for (const kind of SUBJECT_KINDS) {
      for (const [name, subject] of subjects[kind]) {
        const isNew = before[kind].get(name)?.kind !== subject.kind;
        if (isNew) this.changes.touch(kind, name);
        if (!isNew && (isCrowd || !wasCrowd)) continue;
        const held = isCrowd ? place[kind].get(name) : heldIn(place, kind, name);
        if (held && held !== bound) grantsOf(place, kind, name, held).add(bound.role, bound.words);
        else if (!isCrowd) place[kind].set(name, bound);
      }
    }
    if (isCrowd) place.crowds.add(bound);
    if (sizeOf(place) + place.crowds.size === 0) this.namespaces.delete(namespace);
  }

  private roleOf({ roleRef, namespace }: GrantedBinding): RoleSlot {
    return this.slot(roleRef.kind === 'Role' ? namespace : '', roleRef.name);
  }

  private slot(namespace: string, name: string): RoleSlot {
    const key = slotKey(namespace, name);
    let slot = this.roles.get(key);
    if (!slot) this.roles.set(key, (slot = new RoleSlot(namespace === '' ? 'ClusterRole' : 'Role', namespace, name)));
    return slot;
  }

  private dropUnused(slot: RoleSlot): void {
    if (slot.rules === undefined && slot.bindings.size === 0) this.roles.delete(slotKey(slot.namespace, slot.name));
  }

  private place(namespace: string): Place {
    if (namespace === '') return this.everywhere;
    let place = this.namespaces.get(namespace);
    if (!place) this.namespaces.set(namespace, (place = newPlace()));
    return place;
  }
}

/** Neither namespaces nor names contain a slash. */
const slotKey = (namespace: string, name: string): string => `${namespace}/${name}`;

const sizeOf = ({ users, groups }: BySubject<unknown>): number => users.size + groups.size;

/** What a subject has; undefined: nothing. */
const heldIn = (place: Place, kind: SubjectKind, name: string): Grants | BoundRole | undefined =>
  place[kind].get(name) ?? grantsOfCrowds(place, kind, name);

/** Adds the grants of a user in a place. */
function grantsIn(place: Place, user: UserInfo, before?: Grants[]): Grants[] | undefined {
  let found = before;
  if (place.crowds.size > 0) enterSubjects(place, user);
  const own = place.users.get(user.username);
  if (own) (found ??= []).push(grantsOf(place, 'users', user.username, own));
  for (const group of user.groups) {
    const shared = place.groups.get(group);
    if (shared) (found ??= []).push(grantsOf(place, 'groups', group, shared));
  }
  return found;
}

/** Makes the entries of a user and his groups that have none but are in crowds. */
function enterSubjects(place: Place, { username, groups }: UserInfo): void {
  heldIn(place, 'users', username);
  for (const group of groups) heldIn(place, 'groups', group);
}

/** The grants of a subject that has only bindings of many subjects, if any. */
function grantsOfCrowds(place: Place, kind: SubjectKind, name: string): Grants | undefined {
  let grants: Grants | undefined;
  for (const crowd of place.crowds) {
    if (!crowd.subjects[kind].has(name)) continue;
    grants ??= new Grants(crowd.wordsOf(kind, name));
    grants.add(crowd.role, crowd.words);
  }
  if (grants) place[kind].set(name, grants);
  return grants;
}

/** The grants of a subject; replaces a single binding by its grants. */
function grantsOf(place: Place, kind: SubjectKind, name: string, held: Grants | BoundRole): Grants {
  if (held instanceof Grants) return held;
  const grants = new Grants(held.wordsOf(kind, name));
  grants.add(held.role, held.words);
  place[kind].set(name, grants);
  return grants;
}

const RULE_FIELDS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const;

/** Whether two lists of rules are equal, including their order. */
const sameRules = (a: readonly PolicyRule[] | undefined, b: readonly PolicyRule[] | undefined): boolean =>
  sameList(a, b, (one, other) => RULE_FIELDS.every((field) => sameList(one[field], other[field], Object.is)));

function sameList<T>(
  a: readonly T[] | undefined,
  b: readonly T[] | undefined,
  isSame: (one: T, other: T) => boolean,
): boolean {
  if (!a || !b) return a === b;
  return a.length === b.length && a.every((one, at) => isSame(one, b[at]!));
}
