import { sameJson } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';

/** What the webhooks or policies of one plugin did to one write, for the second round. @typeParam K identifies one of them. */
export class Reinvocation<K> {
  /** Called so far, and willing to be called again. */
  private readonly called = new Set<K>();
  /** To be called again: something changed after them. */
  private readonly due = new Set<K>();
  private output: ApiObject | undefined;

  /** The object changed: those called before are due. */
  changed(): void {
    for (const one of this.called) this.due.add(one);
    this.called.clear();
  }

  finished(one: K, isReinvocable: boolean): void {
    if (isReinvocable) this.called.add(one);
  }

  /** Records the result of a round. */
  ended(object: ApiObject): void {
    this.output = object;
  }

  /**
   * Another plugin changed the result of the first round. A plugin may return an equal copy, such as a pod with the priority that it had:
   * this shares the unchanged parts, which are not compared.
   */
  isChangedSince(object: ApiObject): boolean {
    return this.output !== undefined && !sameJson(this.output, object);
  }

  isDue(one: K): boolean {
    return this.due.has(one);
  }
}
