import type { UserInfo } from '@orch/api';
import type { Revision } from '@orch/storage';
import { Observable } from 'rxjs';

/** Maximum number of holders with a stored revision; evicted ones count as changed at the newest evicted revision. */
const MAX_HOLDERS = 10_000;

/** Keys of users and groups. */
export const userHolder = (name: string): string => `user ${name}`;
export const groupHolder = (name: string): string => `group ${name}`;

/** Revisions at which the rights of users last changed, and notifications of changes. */
export class RightsChanges {
  private readonly touched = new Set<string>();
  /** In the order of changes. */
  private readonly last = new Map<string, Revision>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private evictedUpTo: Revision = 0;

  /** @param holder a user or group whose rights are changing. */
  touch(holder: string): void {
    const { touched, listeners } = this;
    // More holders need not be stored: then all count as changed.
    if (touched.size <= MAX_HOLDERS || (listeners.size > 0 && listeners.has(holder))) touched.add(holder);
  }

  /** Starts at `revision`: earlier changes are unknown. */
  beginAt(revision: Revision): void {
    this.touched.clear();
    this.evictedUpTo = revision;
  }

  /** Commits the touched holders with this revision, and notifies each affected listener once. */
  commit(revision: Revision): void {
    if (this.touched.size === 0) return;
    const affected = this.affectedListeners();
    this.store(revision);
    this.touched.clear();
    for (const listener of affected) listener();
  }

  /** The distinct listeners of touched holders. */
  private affectedListeners(): ReadonlySet<() => void> {
    const { touched, listeners } = this;
    const affected = new Set<() => void>();
    const addAll = (some: Iterable<() => void> = []): void => {
      for (const listener of some) affected.add(listener);
    };
    if (touched.size <= listeners.size) for (const holder of touched) addAll(listeners.get(holder));
    else for (const [holder, some] of listeners) if (touched.has(holder)) addAll(some);
    return affected;
  }

  private store(revision: Revision): void {
    if (this.touched.size > MAX_HOLDERS) {
      this.last.clear();
      this.evictedUpTo = revision;
      return;
    }
    for (const holder of this.touched) {
      this.last.delete(holder);
      this.last.set(holder, revision);
    }
    for (const [holder, changed] of this.last) {
      if (this.last.size <= MAX_HOLDERS) break;
      this.last.delete(holder);
      this.evictedUpTo = changed;
    }
  }

  /** A revision since which the rights of the user are unchanged. */
  unchangedSince(user: UserInfo): Revision {
    return Math.max(this.evictedUpTo, ...holdersOf(user).map((holder) => this.last.get(holder) ?? 0));
  }

  /** Notifies of each change of the user's rights, before any client can read the revision of the change. */
  of(user: UserInfo): Observable<void> {
    return new Observable<void>((subscriber) => {
      const listener = () => subscriber.next();
      const holders = holdersOf(user);
      for (const holder of holders) {
        const others = this.listeners.get(holder);
        if (others) others.add(listener);
        else this.listeners.set(holder, new Set([listener]));
      }
      return () => {
        for (const holder of holders) {
          const others = this.listeners.get(holder);
          others?.delete(listener);
          if (others?.size === 0) this.listeners.delete(holder);
        }
      };
    });
  }
}

const holdersOf = ({ username, groups }: UserInfo): string[] => [userHolder(username), ...groups.map(groupHolder)];
