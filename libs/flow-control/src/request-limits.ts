import { LONGEST_TIMER_MS } from '@orch/apimachinery';
import type { Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { Filter } from '@orch/http';
import { type InFlightCounts, limitInFlight } from './limit-in-flight.js';
import { priorityAndFairness } from './priority-and-fairness.js';
import type { FlowControl } from './flow-control.js';
import { followFlowControl } from './follow-flow-control.js';
import type { FlowLimits } from './flow-limits.js';

/** Part of the request timeout that a request may wait for a seat, so that time is left to serve it. */
const WAIT_PART = 1 / 4;

/** Settings of the limits. */
export interface RequestLimitOptions {
  readonly flowLimits: FlowLimits;
  readonly maxRequestsInflight: number;
  readonly maxMutatingRequestsInflight: number;
  readonly requestTimeoutMs: number;
}

/** The filter that limits concurrent requests; `flows` where priority and fairness is on. An injection token. */
export abstract class RequestLimits {
  abstract readonly filter: Filter;
  abstract readonly flows: FlowControl | undefined;
}

/** The configured limits: schemas and levels with the sum of both numbers (D-224), or two plain limits (D-222). */
export function requestLimits(
  options: RequestLimitOptions,
  registry: Registry,
  vocabulary: Vocabulary,
  counts: InFlightCounts,
): RequestLimits {
  const { maxRequestsInflight: readOnly, maxMutatingRequestsInflight: mutating } = options;
  if (!options.flowLimits.priorityAndFairness || readOnly + mutating === 0) {
    return { filter: limitInFlight({ readOnly, mutating, counts }), flows: undefined };
  }
  const flows = followFlowControl(registry, vocabulary, readOnly + mutating);
  const waitLimitMs = Math.min(options.requestTimeoutMs * WAIT_PART, LONGEST_TIMER_MS);
  return { filter: priorityAndFairness({ flows, waitLimitMs, counts }), flows };
}
