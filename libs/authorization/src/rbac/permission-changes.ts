import type { UserInfo } from '@orch/api';
import type { Revision } from '@orch/storage';
import { Observable } from 'rxjs';
import { SUBJECT_KINDS, type BySubject, type SubjectKind } from './subject-names.js';

/** Maximum number of subjects with a stored revision; evicted ones count as changed at the newest evicted revision. */
const MAX_SUBJECTS = 10_000;

/** Revisions at which the permissions of users last changed, and notifications of changes. */
export class PermissionChanges {
  private readonly touched: Readonly<Record<SubjectKind, Set<string>>> = { users: new Set(), groups: new Set() };
  /** By kind and name, in the order of changes. */
  private readonly last = new Map<string, Revision>();
  private readonly listeners: BySubject<Set<() => void>> = { users: new Map(), groups: new Map() };
  private evictedUpTo: Revision = 0;

  /** The permissions of a user or group are changing. */
  touch(kind: SubjectKind, name: string): void {
    const touched = this.touched[kind];
    const listeners = this.listeners[kind];
    // More subjects need not be stored: then all count as changed.
    if (touched.size <= MAX_SUBJECTS || (listeners.size > 0 && listeners.has(name))) touched.add(name);
  }

  /** Starts at `revision`: earlier changes are unknown. */
  beginAt(revision: Revision): void {
    this.clear();
    this.evictedUpTo = revision;
  }

  /** Commits the touched subjects with this revision, and notifies each affected listener once. */
  commit(revision: Revision): void {
    if (this.touchedSubjects === 0) return;
    const affected = this.affectedListeners();
    this.store(revision);
    this.clear();
    for (const listener of affected) listener();
  }

  private get touchedSubjects(): number {
    return this.touched.users.size + this.touched.groups.size;
  }

  private clear(): void {
    for (const kind of SUBJECT_KINDS) this.touched[kind].clear();
  }

  /** The distinct listeners of touched subjects. */
  private affectedListeners(): ReadonlySet<() => void> {
    const affected = new Set<() => void>();
    const addAll = (some: Iterable<() => void> = []): void => {
      for (const listener of some) affected.add(listener);
    };
    for (const kind of SUBJECT_KINDS) {
      const touched = this.touched[kind];
      const listeners = this.listeners[kind];
      if (touched.size <= listeners.size) for (const name of touched) addAll(listeners.get(name));
      else for (const [name, some] of listeners) if (touched.has(name)) addAll(some);
    }
    return affected;
  }

  private store(revision: Revision): void {
    if (this.touchedSubjects > MAX_SUBJECTS) {
      this.last.clear();
      this.evictedUpTo = revision;
      return;
    }
    for (const kind of SUBJECT_KINDS) {
      for (const name of this.touched[kind]) {
        const key = keyOf(kind, name);
        this.last.delete(key);
        this.last.set(key, revision);
      }
    }
    for (const [key, changed] of this.last) {
      if (this.last.size <= MAX_SUBJECTS) break;
      this.last.delete(key);
      this.evictedUpTo = changed;
    }
  }

  /** A revision since which the permissions of the user are unchanged. */
  unchangedSince(user: UserInfo): Revision {
    return Math.max(this.evictedUpTo, ...subjectsOf(user).map(([kind, name]) => this.last.get(keyOf(kind, name)) ?? 0));
  }

  /** Notifies of each change of the user's permissions, before any client can read the revision of the change. */
  of(user: UserInfo): Observable<void> {
    return new Observable<void>((subscriber) => {
      const listener = () => subscriber.next();
      const subjects = subjectsOf(user);
      for (const [kind, name] of subjects) {
        const others = this.listeners[kind].get(name);
        if (others) others.add(listener);
        else this.listeners[kind].set(name, new Set([listener]));
      }
      return () => {
        for (const [kind, name] of subjects) {
          const others = this.listeners[kind].get(name);
          others?.delete(listener);
          if (others?.size === 0) this.listeners[kind].delete(name);
        }
      };
    });
  }
}

const keyOf = (kind: SubjectKind, name: string): string => `${kind} ${name}`;

const subjectsOf = ({ username, groups }: UserInfo): (readonly [SubjectKind, string])[] => [
  ['users', username],
  ...groups.map((group) => ['groups', group] as const),
];
