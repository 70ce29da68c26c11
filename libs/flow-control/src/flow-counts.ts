import { Buckets } from '@orch/http';
import type { Refusal } from './priority-level.js';

/** Upper bounds of the waiting times, seconds. */
const WAIT_BUCKETS: readonly number[] = [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];

/** The same of the time with a seat. */
const EXECUTION_BUCKETS: readonly number[] = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];
/** Upper bounds of the lengths of queues. */
const LENGTH_BUCKETS: readonly number[] = [0, 10, 25, 50, 100, 250, 500, 1_000];

/** Counters of one FlowSchema, for metrics. */
export class FlowCounts {
  /** Requests that got a seat. */
  dispatched = 0;
  executing = 0;
  waiting = 0;
  readonly rejected: Record<Refusal, number> = { 'concurrency-limit': 0, 'queue-full': 0, 'time-out': 0, cancelled: 0 };
  /** Waiting times in seconds, of dispatched requests and of all others. */
  readonly waits = { served: new Buckets(WAIT_BUCKETS), unserved: new Buckets(WAIT_BUCKETS) };
  /** Seconds with a seat: of a watch until its initial state was sent. */
  readonly executions = { regular: new Buckets(EXECUTION_BUCKETS), watch: new Buckets(EXECUTION_BUCKETS) };
  /** Requests in its queue as each found it once it waited, itself included. */
  readonly queueLengths = new Buckets(LENGTH_BUCKETS);
}
