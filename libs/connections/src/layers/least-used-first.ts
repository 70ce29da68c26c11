import type { WaitingLine } from '@orch/apimachinery';
import type { RecentUse } from './recent-use.js';

/** A step that waits. */
export interface WaitingStep {
  readonly run: () => void;
  /** Of its connection. */
  readonly use: RecentUse;
}

/**
 * Steps of the connections of one flow. The connection that used least is next, and every second time the one that has waited longest, so that endless new connections do not
 * stop others.
 */
export class LeastUsedFirst implements WaitingLine<WaitingStep> {
  /** In order of arrival. */
  private readonly steps = new Set<WaitingStep>();
  private isLongestNext = false;

  get length(): number {
    return this.steps.size;
  }

  add(step: WaitingStep): void {
    this.steps.add(step);
  }

  take(): WaitingStep {
    const [first] = this.steps;
    let next = first!;
    if (!this.isLongestNext) for (const step of this.steps) if (step.use.order < next.use.order) next = step;
    this.isLongestNext = !this.isLongestNext;
    this.steps.delete(next);
    return next;
  }
}
