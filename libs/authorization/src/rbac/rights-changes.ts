import type { UserInfo } from '@orch/api';
import type { Revision } from '@orch/storage';
import { Observable } from 'rxjs';

/** Holders whose last change is remembered; what is forgotten counts as changed when the last forgotten one was. */
const REMEMBERED = 10_000;

/** How a user is named here, and a group. */
export const userHolder = (name: string): string => `user ${name}`;
export const groupHolder = (name: string): string => `group ${name}`;

/** When somebody's rights last changed, and word of it as it happens. */
export class RightsChanges {
  private readonly touched = new Set<string>();
  /** The one that changed last comes last. */
  private readonly last = new Map<string, Revision>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private forgottenUpTo: Revision = 0;

  /** @param holder a user or group whose rights are changing. */
  touch(holder: string): void {
    const { touched, listeners } = this;
    // More cannot be remembered, and need not be: all count as changed.
    if (touched.size <= REMEMBERED || (listeners.size > 0 && listeners.has(holder))) touched.add(holder);
  }

  /** What was touched until now is how things were at `revision`: nothing is known of what was before. */
  beginAt(revision: Revision): void {
    this.touched.clear();
    this.forgottenUpTo = revision;
  }

  /** What was touched has changed, with this revision. Tells everybody it concerns, each once. */
  commit(revision: Revision): void {
    if (this.touched.size === 0) return;
    const concerned = this.concerned();
    this.remember(revision);
    this.touched.clear();
    for (const listener of concerned) listener();
  }

  /** Listeners of what was touched, each once. */
  private concerned(): ReadonlySet<() => void> {
    const { touched, listeners } = this;
    const concerned = new Set<() => void>();
    const addAll = (some: Iterable<() => void> = []): void => {
      for (const listener of some) concerned.add(listener);
    };
    if (touched.size <= listeners.size) for (const holder of touched) addAll(listeners.get(holder));
    else for (const [holder, some] of listeners) if (touched.has(holder)) addAll(some);
    return concerned;
  }

  private remember(revision: Revision): void {
    if (this.touched.size > REMEMBERED) {
      this.last.clear();
      this.forgottenUpTo = revision;
      return;
    }
    for (const holder of this.touched) {
      this.last.delete(holder);
      this.last.set(holder, revision);
    }
    for (const [holder, changed] of this.last) {
      if (this.last.size <= REMEMBERED) break;
      this.last.delete(holder);
      this.forgottenUpTo = changed;
    }
  }

  /** From this revision on at least, the rights of that user are what they are now. */
  unchangedSince(user: UserInfo): Revision {
    return Math.max(this.forgottenUpTo, ...holdersOf(user).map((holder) => this.last.get(holder) ?? 0));
  }

  /** Tells of each change of that user's rights, before anybody can read the revision that made it. */
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
