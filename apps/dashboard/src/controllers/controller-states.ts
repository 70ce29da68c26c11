import { type ApiObject, at, textAt } from '../api/object';
import { publishedStatus, type QueueStatus } from '../controller-status/published-status';

/** The latest warning of a controller. */
interface Warning {
  readonly reason: string;
  readonly message: string;
  /** What it is about, as `Pod web-0 in shop`. */
  readonly about: string;
  /** RFC 3339. */
  readonly time: string;
}

/** What events and leases say about a controller. */
export interface ControllerState {
  readonly name: string;
  /** Warnings that the server still has, each as often as it was reported. */
  readonly warnings: number;
  readonly latest: Warning | undefined;
  /** Its lease; undefined when it has none. */
  readonly lease: { readonly object: ApiObject; readonly holder: string; readonly renewed: string } | undefined;
  /** Its work queue, when it publishes it. */
  readonly queue: QueueStatus | undefined;
  /** The lease was not renewed in its time: no process holds it, so that the controller does nothing. */
  readonly hasLostLease: boolean;
}

const timeOf = (event: ApiObject): string =>
  [textAt(event, 'series', 'lastObservedTime'), textAt(event, 'lastTimestamp'), textAt(event, 'eventTime')].find(
    (time) => time !== '',
  ) ?? '';

const countOf = (event: ApiObject): number => Number(textAt(event, 'series', 'count') || textAt(event, 'count') || 1);

function warningOf(event: ApiObject): Warning {
  const about = at(event, 'involvedObject');
  const where = textAt(about, 'namespace');
  return {
    reason: textAt(event, 'reason'),
    message: textAt(event, 'message'),
    about: `${textAt(about, 'kind')} ${textAt(about, 'name')}${where === '' ? '' : ` in ${where}`}`,
    time: timeOf(event),
  };
}

function leaseStateOf(object: ApiObject, nowMs: number): Pick<ControllerState, 'lease' | 'hasLostLease'> {
  const holder = textAt(object, 'spec', 'holderIdentity');
  const renewed = textAt(object, 'spec', 'renewTime');
  const lastsMs = Number(textAt(object, 'spec', 'leaseDurationSeconds') || 15) * 1_000;
  // A released lease was given back in order; the next client takes it.
  const hasLostLease = holder !== '' && Date.parse(renewed) + lastsMs < nowMs;
  return { lease: { object, holder, renewed }, hasLostLease };
}

/** A node renews a lease of its own name: nodes are listed as nodes. */
const isOfNode = (lease: ApiObject): boolean => textAt(lease, 'spec', 'holderIdentity') === lease.metadata.name;

/**
 * Controllers that report events, hold leases or publish their queues: those without a valid lease first, then by the keys they fail at and the
 * number of warnings.
 * @param statusKey label and annotation of Leases in which queues are published.
 */
export function controllerStates(
  events: readonly ApiObject[],
  leases: readonly ApiObject[],
  nowMs: number,
  statusKey: string,
): ControllerState[] {
  const states = new Map<string, ControllerState>();
  const stateOf = (name: string): ControllerState =>
    states.get(name) ?? {
      name,
      warnings: 0,
      latest: undefined,
      lease: undefined,
      queue: undefined,
      hasLostLease: false,
    };
  for (const lease of leases) {
    // One that is published by a process that has died says that.
    const isStatus = lease.metadata.labels?.[statusKey] !== undefined;
    if (isOfNode(lease) || (isStatus && !leaseStateOf(lease, nowMs).hasLostLease)) continue;
    states.set(lease.metadata.name, { ...stateOf(lease.metadata.name), ...leaseStateOf(lease, nowMs) });
  }
  const publishing = leases.filter(({ metadata }) => metadata.labels?.[statusKey] !== undefined);
  for (const queue of publishedStatus(publishing, statusKey, nowMs).queues) {
    states.set(queue.name, { ...stateOf(queue.name), queue });
  }
  for (const event of events) {
    const name = textAt(event, 'reportingComponent') || textAt(event, 'source', 'component');
    if (name === '') continue;
    const state = stateOf(name);
    states.set(name, textAt(event, 'type') === 'Warning' ? withWarning(state, event) : state);
  }
  return [...states.values()].toSorted(
    (a, b) =>
      Number(b.hasLostLease) - Number(a.hasLostLease) ||
      failing(b) - failing(a) ||
      b.warnings - a.warnings ||
      (a.name < b.name ? -1 : 1),
  );
}

const failing = ({ queue }: ControllerState): number => queue?.failing ?? 0;

function withWarning(state: ControllerState, event: ApiObject): ControllerState {
  const warning = warningOf(event);
  const isLater = state.latest === undefined || state.latest.time <= warning.time;
  return { ...state, warnings: state.warnings + countOf(event), latest: isLater ? warning : state.latest };
}
