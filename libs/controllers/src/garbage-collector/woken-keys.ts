import { inTurns, type ObjectKey } from '@orch/client';
import { Subject, type Observable } from 'rxjs';

/** Keys that are emitted at once; further ones of the same turn follow in steps. */
const AT_ONCE = 1_000;

/** Uids of objects to reconcile, as keys: the end of one owner may wake a hundred thousand dependents. */
export class WokenKeys {
  private readonly keys = new Subject<ObjectKey>();
  readonly keys$: Observable<ObjectKey> = this.keys;
  private emitted = 0;
  private waiting: string[] | undefined;

  add(uid: string): void {
    if (this.waiting) {
      this.waiting.push(uid);
      return;
    }
    if (this.emitted++ === 0) setImmediate(() => (this.emitted = 0));
    if (this.emitted <= AT_ONCE) return this.emit(uid);
    const waiting = [uid];
    this.waiting = waiting;
    setImmediate(() => void inTurns(this.emitAll(waiting)));
  }

  private *emitAll(waiting: readonly string[]): Generator<undefined, void> {
    for (let at = 0; at < waiting.length; at++) {
      this.emit(waiting[at]!);
      if (at % AT_ONCE === AT_ONCE - 1) yield;
    }
    this.waiting = undefined;
  }

  private emit(uid: string): void {
    this.keys.next({ namespace: '', name: uid });
  }
}
