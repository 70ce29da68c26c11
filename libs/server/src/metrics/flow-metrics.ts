import type { FlowControl, PriorityLevel } from '@orch/flow-control';
import { type AddMetric, histogram, type Sample } from '@orch/http';

/** Metrics of flow control: executing, waiting and rejected requests, and seats. */
export function addFlowMetrics(add: AddMetric, flows: FlowControl): void {
  const schemas = () => schemasOf(flows);
  add('apiserver_flowcontrol_rejected_requests_total', 'counter', 'Requests refused with 429, by reason.', () =>
    schemas().flatMap(({ labels, counts }) =>
      Object.entries(counts.rejected)
        .filter(([, value]) => value > 0)
        .map(([reason, value]) => ({ labels: { ...labels, reason }, value })),
    ),
  );
  add('apiserver_flowcontrol_dispatched_requests_total', 'counter', 'Requests that got a seat.', () =>
    schemas().map(({ labels, counts }) => ({ labels, value: counts.dispatched })),
  );
  add('apiserver_flowcontrol_current_executing_requests', 'gauge', 'Requests that have a seat now.', () =>
    schemas().map(({ labels, counts }) => ({ labels, value: counts.executing })),
  );
  add('apiserver_flowcontrol_current_inqueue_requests', 'gauge', 'Requests that wait for a seat.', () =>
    schemas().map(({ labels, counts }) => ({ labels, value: counts.waiting })),
  );
  const waits = 'apiserver_flowcontrol_request_wait_duration_seconds';
  add(waits, 'histogram', 'Time in a queue, by whether it ended with a seat.', () =>
    schemas().flatMap(({ labels, counts }) => [
      ...histogram(waits, { ...labels, execute: 'true' }, counts.waits.served),
      ...histogram(waits, { ...labels, execute: 'false' }, counts.waits.unserved),
    ]),
  );
  const executions = 'apiserver_flowcontrol_request_execution_seconds';
  add(
    executions,
    'histogram',
    'Time with a seat, of a watch until its initial state was sent. A request that gives its seat back while it waits for something else has several.',
    () =>
      schemas().flatMap(({ labels, counts }) =>
        Object.entries(counts.executions).flatMap(([type, seconds]) =>
          histogram(executions, { ...labels, type }, seconds),
        ),
      ),
  );
  const lengths = 'apiserver_flowcontrol_request_queue_length_after_enqueue';
  add(lengths, 'histogram', 'Requests in a queue once a request was added to it.', () =>
    schemas().flatMap(({ labels, counts }) => histogram(lengths, labels, counts.queueLengths)),
  );
  addSeatMetrics(add, flows);
}

/** Seats of levels, and of the requests that have or want one. */
function addSeatMetrics(add: AddMetric, flows: FlowControl): void {
  const schemas = () => schemasOf(flows);
  const levels = (value: (level: PriorityLevel) => number) => (): Sample[] =>
    [...flows.levels].map((level) => ({ labels: { priority_level: level.name }, value: value(level) }));
  const totalSeats = () => [...flows.levels].reduce((sum, { limits }) => sum + limits.nominal, 0);
  add(
    'apiserver_flowcontrol_nominal_limit_seats',
    'gauge',
    'Seats of a level when all want theirs.',
    levels((level) => level.limits.nominal),
  );
  add(
    'apiserver_flowcontrol_lower_limit_seats',
    'gauge',
    'Seats of a level when all that may be lent are.',
    levels(({ limits }) => limits.nominal - limits.lendable),
  );
  add(
    'apiserver_flowcontrol_upper_limit_seats',
    'gauge',
    'Seats of a level with all that it may borrow.',
    levels(({ limits }) => Math.min(limits.most, totalSeats())),
  );
  add('apiserver_flowcontrol_current_executing_seats', 'gauge', 'Seats that executing requests have.', () =>
    schemas().map(({ labels, counts }) => ({ labels, value: counts.executing })),
  );
  add('apiserver_flowcontrol_current_inqueue_seats', 'gauge', 'Seats that waiting requests want.', () =>
    schemas().map(({ labels, counts }) => ({ labels, value: counts.waiting })),
  );
  add(
    'apiserver_flowcontrol_current_limit_seats',
    'gauge',
    'Seats of a level, including borrowed ones.',
    levels((level) => level.seats),
  );
  // Name used by older dashboards.
  add(
    'apiserver_flowcontrol_request_concurrency_limit',
    'gauge',
    'Seats of a level when all want theirs. Use apiserver_flowcontrol_nominal_limit_seats.',
    levels((level) => level.limits.nominal),
    { stability: 'ALPHA', deprecated: 30 },
  );
  add(
    'apiserver_flowcontrol_request_concurrency_in_use',
    'gauge',
    'Seats of a level in use. Use apiserver_flowcontrol_current_executing_requests.',
    levels((level) => level.executing),
    { stability: 'ALPHA', deprecated: 31 },
  );
}

const schemasOf = (flows: FlowControl) =>
  flows.schemas.map(({ name, level, counts }) => ({
    labels: { flow_schema: name, priority_level: level.name },
    counts,
  }));
