import { inTurns, type ObjectKey } from '@orch/client';
import { Subject, type Observable } from 'rxjs';

/** Keys that are emitted at once; further ones of the same turn follow in steps. */
const AT_ONCE = 1_000;

/** Uids of objects to reconcile, as keys in the namespaces of the objects, which take turns: the end of one owner may wake a hundred thousand dependents. */
export class WokenKeys {
  private readonly keys = new Subject<ObjectKey>();
  readonly keys$: Observable<ObjectKey> = this.keys;
  private emitted = 0;
  private waiting: ObjectKey[] | undefined;

  /** @param namespace empty for a cluster-scoped object. */
  add(namespace: string, uid: string): void {
    const key = { namespace, name: uid };
    if (this.waiting) {
      this.waiting.push(key);
      return;
    }
    if (this.emitted++ === 0) setImmediate(() => (this.emitted = 0));
    if (this.emitted <= AT_ONCE) return this.keys.next(key);
    const waiting = [key];
    this.waiting = waiting;
    setImmediate(() => void inTurns(this.emitAll(waiting)));
  }

  private *emitAll(waiting: readonly ObjectKey[]): Generator<undefined, void> {
    for (let at = 0; at < waiting.length; at++) {
      this.keys.next(waiting[at]!);
      if (at % AT_ONCE === AT_ONCE - 1) yield;
    }
    this.waiting = undefined;
  }
}
