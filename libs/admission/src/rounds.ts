import type { MutationRounds } from './admission-plugin.js';

/** The rounds of one write. Made for every write: it holds nothing until a plugin needs it. */
export class Rounds implements MutationRounds {
  isSecond = false;
  private isAsked = false;
  private memos: Map<string, unknown> | undefined;

  again(): void {
    this.isAsked = true;
  }

  memo<T>(key: string, make: () => T): T {
    this.memos ??= new Map();
    if (!this.memos.has(key)) this.memos.set(key, make());
    return this.memos.get(key) as T;
  }

  /** After a round: whether another one follows. */
  beginSecond(): boolean {
    if (!this.isAsked || this.isSecond) return false;
    return (this.isSecond = true);
  }
}
