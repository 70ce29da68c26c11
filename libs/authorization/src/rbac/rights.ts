import type { PolicyRule, RoleRef, Subject, UserInfo } from '@orch/api';
import { Grants } from './grants.js';
import { groupHolder, RightsChanges, userHolder } from './rights-changes.js';
import { RoleSlot } from './role-slot.js';

const NO_RIGHTS: readonly Grants[] = [];

/** One binding as it counts: who has which role where. */
export interface GrantedBinding {
  /** Empty for the whole cluster. */
  readonly namespace: string;
  readonly name: string;
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

/** Subjects of one place, by kind: a service account is the user it acts as. */
interface Place {
  readonly users: Map<string, Grants>;
  readonly groups: Map<string, Grants>;
}

/**
 * Who has which roles where, found by subject. Changes one role or binding at a time; answers at once, whatever the number of
 * bindings.
 */
export class Rights {
  /** Whose rights have changed. Who makes changes here says with which revision. */
  readonly changes = new RightsChanges();
  private readonly roles = new Map<string, RoleSlot>();
  private readonly bindings = new Map<string, GrantedBinding>();
  private readonly everywhere: Place = { users: new Map(), groups: new Map() };
  private readonly namespaces = new Map<string, Place>();

  /** @param namespace empty for a cluster role. @param rules undefined when the role is gone. */
  setRole(namespace: string, name: string, rules: readonly PolicyRule[] | undefined): void {
    const slot = this.slot(namespace, name);
    // A role may be written for the sake of a label.
    if (JSON.stringify(rules) === JSON.stringify(slot.rules)) return this.dropUnused(slot);
    slot.fill(rules);
    for (const { holder } of slot.grantedIn) this.changes.touch(holder);
    this.dropUnused(slot);
  }

  /** Rules of a role as they stand; undefined when there is none. */
  rulesOf(namespace: string, name: string): readonly PolicyRule[] | undefined {
    return this.roles.get(slotKey(namespace, name))?.rules;
  }

  setBinding(binding: GrantedBinding): void {
    this.removeBinding(binding.namespace, binding.name);
    this.bindings.set(slotKey(binding.namespace, binding.name), binding);
    const role = this.roleOf(binding);
    const words = wordsOf(binding);
    for (const subject of binding.subjects) {
      const place = this.place(binding.namespace);
      const [map, name] = subjectIn(place, subject, binding.namespace);
      const holder = map === place.groups ? groupHolder(name) : userHolder(name);
      this.changes.touch(holder);
      let grants = map.get(name);
      if (!grants) map.set(name, (grants = new Grants(inWords(subject, binding.namespace), holder)));
      grants.add(role, words);
    }
    this.dropUnused(role);
  }

  removeBinding(namespace: string, name: string): void {
    const key = slotKey(namespace, name);
    const binding = this.bindings.get(key);
    if (!binding) return;
    this.bindings.delete(key);
    const role = this.roleOf(binding);
    const place = this.place(namespace);
    const words = wordsOf(binding);
    for (const subject of binding.subjects) {
      const [map, subjectName] = subjectIn(place, subject, namespace);
      const grants = map.get(subjectName);
      if (grants) this.changes.touch(grants.holder);
      grants?.remove(role, words);
      if (grants?.isEmpty) map.delete(subjectName);
    }
    if (namespace !== '' && place.users.size + place.groups.size === 0) this.namespaces.delete(namespace);
    this.dropUnused(role);
  }

  /**
   * All that somebody has, everywhere first, then in the namespace. HOT PATH (bench: rbac): lookups only.
   * @param namespace empty asks for what holds everywhere.
   */
  of(user: UserInfo, namespace: string): readonly Grants[] {
    let found: Grants[] | undefined;
    const look = (place: Place): void => {
      const own = place.users.get(user.username);
      if (own) (found ??= []).push(own);
      for (const group of user.groups) {
        const shared = place.groups.get(group);
        if (shared) (found ??= []).push(shared);
      }
    };
    look(this.everywhere);
    const place = namespace === '' ? undefined : this.namespaces.get(namespace);
    if (place) look(place);
    return found ?? NO_RIGHTS;
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
    if (slot.rules === undefined && slot.grantedIn.size === 0) this.roles.delete(slotKey(slot.namespace, slot.name));
  }

  private place(namespace: string): Place {
    if (namespace === '') return this.everywhere;
    let place = this.namespaces.get(namespace);
    if (!place) this.namespaces.set(namespace, (place = { users: new Map(), groups: new Map() }));
    return place;
  }
}

/** Neither namespaces nor names hold a slash. */
const slotKey = (namespace: string, name: string): string => `${namespace}/${name}`;

function subjectIn(place: Place, subject: Subject, namespace: string): [Map<string, Grants>, string] {
  if (subject.kind === 'Group') return [place.groups, subject.name];
  if (subject.kind === 'User') return [place.users, subject.name];
  return [place.users, `system:serviceaccount:${subject.namespace || namespace}:${subject.name}`];
}

const wordsOf = ({ namespace, name }: GrantedBinding): string =>
  namespace === ''
    ? `ClusterRoleBinding ${JSON.stringify(name)}`
    : `RoleBinding ${JSON.stringify(`${name}/${namespace}`)}`;

const inWords = ({ kind, name, namespace }: Subject, own: string): string =>
  `${kind} ${JSON.stringify(kind === 'ServiceAccount' ? `${name}/${namespace || own}` : name)}`;
