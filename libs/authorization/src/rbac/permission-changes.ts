import type { UserInfo } from '@orch/api';
import type { Revision } from '@orch/storage';
import { Observable } from 'rxjs';

/** Maximum number of subjects with a stored revision; evicted ones count as changed at the newest evicted revision. */
const MAX_SUBJECTS = 10_000;

/** Keys of users and groups. */
export const userKey = (name: string): string => `user ${name}`;
export const groupKey = (name: string): string => `group ${name}`;

/** Revisions at which the permissions of users last changed, and notifications of changes. */
export class PermissionChanges {
  private readonly touched = new Set<string>();
  /** In the order of changes. */
  private readonly last = new Map<string, Revision>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private evictedUpTo: Revision = 0;

  /** @param subject a user or group whose permissions are changing. */
  touch(subject: string): void {
    const { touched, listeners } = this;
    // More subjects need not be stored: then all count as changed.
    if (touched.size <= MAX_SUBJECTS || (listeners.size > 0 && listeners.has(subject))) touched.add(subject);
  }

  /** Starts at `revision`: earlier changes are unknown. */
  beginAt(revision: Revision): void {
    this.touched.clear();
    this.evictedUpTo = revision;
  }

  /** Commits the touched subjects with this revision, and notifies each affected listener once. */
  commit(revision: Revision): void {
    if (this.touched.size === 0) return;
    const affected = this.affectedListeners();
    this.store(revision);
    this.touched.clear();
    for (const listener of affected) listener();
  }

  /** The distinct listeners of touched subjects. */
  private affectedListeners(): ReadonlySet<() => void> {
    const { touched, listeners } = this;
    const affected = new Set<() => void>();
    const addAll = (some: Iterable<() => void> = []): void => {
      for (const listener of some) affected.add(listener);
    };
    if (touched.size <= listeners.size) for (const subject of touched) addAll(listeners.get(subject));
    else for (const [subject, some] of listeners) if (touched.has(subject)) addAll(some);
    return affected;
  }

  private store(revision: Revision): void {
    if (this.touched.size > MAX_SUBJECTS) {
      this.last.clear();
      this.evictedUpTo = revision;
      return;
    }
    for (const subject of this.touched) {
      this.last.delete(subject);
      this.last.set(subject, revision);
    }
    for (const [subject, changed] of this.last) {
      if (this.last.size <= MAX_SUBJECTS) break;
      this.last.delete(subject);
      this.evictedUpTo = changed;
    }
  }

  /** A revision since which the permissions of the user are unchanged. */
  unchangedSince(user: UserInfo): Revision {
    return Math.max(this.evictedUpTo, ...subjectKeysOf(user).map((subject) => this.last.get(subject) ?? 0));
  }

  /** Notifies of each change of the user's permissions, before any client can read the revision of the change. */
  of(user: UserInfo): Observable<void> {
    return new Observable<void>((subscriber) => {
      const listener = () => subscriber.next();
      const subjects = subjectKeysOf(user);
      for (const subject of subjects) {
        const others = this.listeners.get(subject);
        if (others) others.add(listener);
        else this.listeners.set(subject, new Set([listener]));
      }
      return () => {
        for (const subject of subjects) {
          const others = this.listeners.get(subject);
          others?.delete(listener);
          if (others?.size === 0) this.listeners.delete(subject);
        }
      };
    });
  }
}

const subjectKeysOf = ({ username, groups }: UserInfo): string[] => [userKey(username), ...groups.map(groupKey)];
