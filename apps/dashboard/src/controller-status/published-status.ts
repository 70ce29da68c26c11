import { type ApiObject, at, listAt, textAt } from '../api/object';

/** The key that a controller failed to reconcile last. */
export interface LastFailure {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** In a row. */
  readonly failures: number;
  readonly error: string;
  /** RFC 3339. */
  readonly time: string;
}

/** The work queue of a controller, of all processes that run it. */
export interface QueueStatus {
  readonly name: string;
  /** Keys that wait for a worker. */
  readonly depth: number;
  /** Keys that were queued again after a failure, since the start of the processes. */
  readonly retries: number;
  /** Keys whose last reconcile failed. */
  readonly failing: number;
  readonly last: LastFailure | undefined;
}

export interface PublishedStatus {
  /** Those that fail first, then those with the longest queue. */
  readonly queues: readonly QueueStatus[];
  /** Leases that were not renewed in time: the process that published has died. */
  readonly lost: readonly ApiObject[];
}

/** What controllers publish in annotations of Leases (decision 070). @param key name of the annotation. */
export function publishedStatus(leases: readonly ApiObject[], key: string, nowMs: number): PublishedStatus {
  const lost = leases.filter((lease) => isLost(lease, nowMs));
  const queues = new Map<string, QueueStatus>();
  for (const lease of leases) {
    if (lost.includes(lease)) continue;
    for (const found of queuesIn(lease.metadata.annotations?.[key])) {
      const known = queues.get(found.name);
      queues.set(found.name, known === undefined ? found : together(known, found));
    }
  }
  const sorted = [...queues.values()].toSorted(
    (a, b) => b.failing - a.failing || b.depth - a.depth || (a.name < b.name ? -1 : 1),
  );
  return { queues: sorted, lost };
}

function isLost(lease: ApiObject, nowMs: number): boolean {
  const lastsMs = Number(textAt(lease, 'spec', 'leaseDurationSeconds')) * 1_000;
  return (
    textAt(lease, 'spec', 'holderIdentity') !== '' && Date.parse(textAt(lease, 'spec', 'renewTime')) + lastsMs < nowMs
  );
}

/** Other clients may have written anything there. */
function queuesIn(text: string | undefined): QueueStatus[] {
  let processes: unknown;
  try {
    processes = JSON.parse(text ?? '{}');
  } catch {
    return [];
  }
  if (typeof processes !== 'object' || processes === null) return [];
  return Object.values(processes).flatMap((process: unknown) => listAt(process, 'controllers').map(queueOf));
}

const numberAt = (value: unknown, key: string): number => Number(textAt(value, key)) || 0;

function queueOf(value: unknown): QueueStatus {
  const last = at(value, 'last');
  return {
    name: textAt(value, 'name'),
    depth: numberAt(value, 'depth'),
    retries: numberAt(value, 'retries'),
    failing: numberAt(value, 'failing'),
    last:
      last === undefined
        ? undefined
        : {
            key: textAt(last, 'key'),
            failures: numberAt(last, 'failures'),
            error: textAt(last, 'error'),
            time: textAt(last, 'time'),
          },
  };
}

/** The depth of a shared queue is that of all processes; the others are of each. */
function together(one: QueueStatus, other: QueueStatus): QueueStatus {
  const isLater = (one.last?.time ?? '') < (other.last?.time ?? '');
  return {
    name: one.name,
    depth: Math.max(one.depth, other.depth),
    retries: one.retries + other.retries,
    failing: one.failing + other.failing,
    last: isLater ? other.last : one.last,
  };
}
